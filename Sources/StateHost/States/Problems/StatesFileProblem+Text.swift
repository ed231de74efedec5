internal import HostText

extension StatesFileProblem {
  /// What is wrong, in a few words.
  var statement: String {
    switch self {
    case .unreadable(let reason): "cannot read the file (\(reason))"
    case .json(let problem): problem.statement
    case .wrongType(let found, let wanted, _): "\(found) stands where \(wanted) should"
    case .missingKey(let key, _): "\"\(key)\" is missing"
    case .unknownKey(let key, _): "unknown key \(HarmlessText.quoted(key))"
    case .scenarioOnly(let key): "\"\(key)\" stands in a states file"
    case .emptyName(let kind): "the name of \(article(kind)) is empty"
    case .unknownName(let name, let kind, _):
      "unknown \(kind.rawValue) \(HarmlessText.quoted(name))"
    case .undefinedChild(let name, _): "unknown child \(HarmlessText.quoted(name))"
    case .repeatedChild(let child, let state):
      "the state \(HarmlessText.quoted(state)) has the child \(HarmlessText.quoted(child)) twice"
    case .deadKey(let name, _):
      "no terminal sends the keyboard key \(HarmlessText.quoted(name))"
    case .hostKey(let name):
      "the keyboard key \(HarmlessText.quoted(name)) is the program's own: it opens the page of children"
    case .repeatedKey(let name):
      "the keyboard key \(HarmlessText.quoted(name)) has a state already"
    case .noStates: "there are no states"
    case .noAppearanceStates: "there are no appearance states"
    case .malformedDuration(let text): "\(HarmlessText.quoted(text)) is no duration"
    case .negativeDuration(let text): "the duration \(HarmlessText.quoted(text)) is negative"
    case .durationTooLong(let text): "the duration \(HarmlessText.quoted(text)) is over an hour"
    case .durationTooFine(let text):
      "the duration \(HarmlessText.quoted(text)) is finer than a nanosecond"
    case .outOfRange(let number, _): "the number \(HarmlessText.escaped(number)) is out of range"
    case .malformedBytes(let text): "\(HarmlessText.quoted(text)) are no bytes"
    case .wrongInsetCount(let count): "the insets have \(count) numbers, not 4"
    case .malformedSize(let text): "\(HarmlessText.quoted(text)) is no size"
    case .endlessDeadlines(let states):
      "these deadlines take no time from "
        + states.map { HarmlessText.quoted($0, limit: 30) }.joined(separator: " to ")
    case .backInTime(let at, let previous):
      "this action goes back in time, from \(milliseconds(previous)) to \(milliseconds(at))"
    case .ruleNeverActs(let event, let filter): "the event \"\(event)\" has no \(filter)"
    }
  }

  /// What to do about it.
  var remedy: String {
    switch self {
    case .unreadable: "check the name and its permissions"
    case .json(.emptyText):
      "write a states file: {\"initial\": …, \"states\": {…}, \"children\": {…}}"
    case .json(let problem): problem.remedy
    case .repeatedKey: "keep one of the two"
    case .hostKey: "write another key"
    case .wrongType(_, let wanted, let example): "write \(wanted), such as \(example)"
    case .missingKey(let key, let example): "add \"\(key)\": \(example)"
    case .unknownKey(let key, let known): suggestion(for: key, known: known, otherwise: "remove it")
    case .scenarioOnly(let key):
      "only a scenario has \(key): play it with `statehost play`"
    case .emptyName: "give it one"
    case .unknownName(let name, .key, let known):
      suggestion(
        for: name, known: known,
        otherwise: "write one character, or a name such as \"enter\" or \"page-up\"")
    case .unknownName(let name, let kind, let known):
      suggestion(for: name, known: known, otherwise: "use a known \(kind.rawValue)")
    case .undefinedChild(let name, let known):
      suggestion(for: name, known: known, otherwise: "define it under \"children\"")
    case .deadKey(_, .sentAs(let key)): "write \(HarmlessText.quoted(key.name)), which it sends"
    case .deadKey(_, .shiftChangesCharacter): "write the character that Shift makes of it"
    case .deadKey(_, .signal): "write another key: the terminal makes a signal of this one"
    case .deadKey(_, .unknown): "write another key"
    case .repeatedChild: "name it once"
    case .noStates: "add one, such as \"loading\": [\"spinner\"]"
    case .noAppearanceStates: "name one, or remove \"appearanceStates\""
    case .malformedDuration: "write a number and a unit, such as \"300ms\" or \"1.5s\""
    case .negativeDuration: "write 0 or more"
    case .durationTooLong: "write \"60m\" or less"
    case .durationTooFine: "leave out the last digits"
    case .outOfRange(_, let range): "write \(range.lowerBound) to \(range.upperBound)"
    case .malformedBytes: "write two hexadecimal digits a byte, such as \"61 0a\""
    case .wrongInsetCount: "write [top, right, bottom, left]"
    case .malformedSize: "write a number of cells, or \"1%\" to \"100%\""
    case .endlessDeadlines: "let one of them take a millisecond or more"
    case .backInTime: "put the actions in the order of their times"
    case .ruleNeverActs(_, let filter): "remove \"\(filter)\""
    }
  }

  /// The name that was probably meant, or all that would be right, or what else to do.
  private func suggestion(for name: String, known: [String], otherwise: String) -> String {
    if let nearest = NearestName.nearest(to: name, among: known) {
      return "did you mean \(HarmlessText.quoted(nearest))?"
    }
    guard !known.isEmpty, known.count <= 24 else { return otherwise }
    let names = known.map { HarmlessText.quoted($0, limit: 30) }.joined(separator: ", ")
    return "\(otherwise): known are \(names)"
  }

  private func article(_ kind: NameKind) -> String {
    switch kind {
    case .event, .action, .effect, .edge: "an \(kind.rawValue)"
    case .state, .child, .curve, .policy, .key, .signal, .source, .mouse,
      .fate:
      "a \(kind.rawValue)"
    }
  }

  private func milliseconds(_ nanoseconds: Int64) -> String {
    var bytes: [UInt8] = []
    bytes.appendMilliseconds(nanoseconds)
    return String(decoding: bytes, as: UTF8.self) + " ms"
  }
}
