extension StatesFileProblem {
  /// What is wrong, in a few words.
  var statement: String {
    switch self {
    case .unreadable(let reason): "cannot read the file (\(reason))"
    case .tooLarge(let limit): "the file is larger than \(limit >> 20) MiB"
    case .tooDeep(let limit): "lists and objects stand more than \(limit) deep in each other"
    case .byteOrderMark: "the file begins with a byte order mark"
    case .emptyText: "the file is empty"
    case .unexpected(let character, let expected):
      "\(HarmlessText(String(character)).quoted) stands where \(expected.rawValue) should"
    case .endsEarly(let expected): "the file ends where \(expected.rawValue) should be"
    case .trailingComma: "nothing follows the last comma"
    case .invalidUTF8(let byte): "the byte \(hexadecimal(UInt32(byte), digits: 2)) is no UTF-8"
    case .controlCharacter(0x0A), .controlCharacter(0x0D): "the line ends inside a string"
    case .controlCharacter(let byte):
      "the control character U+\(hexadecimal(UInt32(byte), digits: 4)) stands in a string"
    case .unknownEscape(let character):
      "\(HarmlessText("\\" + String(character)).quoted) is no escape"
    case .shortUnicodeEscape: "\"\\u\" is not followed by four hexadecimal digits"
    case .loneSurrogate: "half of a surrogate pair stands alone"
    case .leadingZero: "the number begins with a zero"
    case .numberTooLarge: "the number is too large"
    case .duplicateKey(let name, let line):
      "\(HarmlessText(name).quoted) stands here a second time (first in line \(line))"
    case .wrongType(let found, let wanted, _): "\(found) stands where \(wanted) should"
    case .missingKey(let key, _): "\"\(key)\" is missing"
    case .unknownKey(let key, _): "unknown key \(HarmlessText(key).quoted)"
    case .scenarioOnly(let key): "\"\(key)\" stands in a states file"
    case .emptyName(let kind): "the name of \(article(kind)) is empty"
    case .unknownName(let name, let kind, _):
      "unknown \(kind.rawValue) \(HarmlessText(name).quoted)"
    case .undefinedChild(let name, _): "unknown child \(HarmlessText(name).quoted)"
    case .repeatedChild(let child, let state):
      "the state \(HarmlessText(state).quoted) has the child \(HarmlessText(child).quoted) twice"
    case .repeatedKey(let name):
      "the keyboard key \(HarmlessText(name).quoted) has a state already"
    case .noStates: "there are no states"
    case .noAppearanceStates: "there are no appearance states"
    case .malformedDuration(let text): "\(HarmlessText(text).quoted) is no duration"
    case .negativeDuration(let text): "the duration \(HarmlessText(text).quoted) is negative"
    case .durationTooLong(let text): "the duration \(HarmlessText(text).quoted) is over an hour"
    case .durationTooFine(let text):
      "the duration \(HarmlessText(text).quoted) is finer than a nanosecond"
    case .outOfRange(let number, _): "the number \(HarmlessText(number).text) is out of range"
    case .wrongInsetCount(let count): "the insets have \(count) numbers, not 4"
    case .backInTime(let at, let previous):
      "this action goes back in time, from \(milliseconds(previous)) to \(milliseconds(at))"
    case .ruleNeverActs(let event, let filter): "the event \"\(event)\" has no \(filter)"
    }
  }

  /// What to do about it.
  var remedy: String {
    switch self {
    case .unreadable: "check the name and its permissions"
    case .tooLarge: "make it smaller"
    case .tooDeep: "nest less deeply"
    case .byteOrderMark: "save the file as UTF-8 without it"
    case .emptyText: "write a states file: {\"initial\": …, \"states\": {…}, \"children\": {…}}"
    case .unexpected("/", _), .unexpected("#", _): "remove the comment: JSON has none"
    case .unexpected("'", _): "use double quotes"
    case .unexpected(_, .endOfText): "remove what follows the closing brace"
    case .unexpected(_, let expected), .endsEarly(let expected): "write \(expected.rawValue)"
    case .trailingComma: "remove it"
    case .invalidUTF8: "save the file as UTF-8"
    case .controlCharacter(0x0A), .controlCharacter(0x0D):
      "close the string with a double quote, or write \\n"
    case .controlCharacter(let byte): "write \\u\(hexadecimal(UInt32(byte), digits: 4))"
    case .unknownEscape: "write \\\\ for a backslash"
    case .shortUnicodeEscape: "write four, such as \\u00e9"
    case .loneSurrogate: "write both halves, or the character itself"
    case .leadingZero: "remove the zero"
    case .numberTooLarge: "write a smaller one"
    case .duplicateKey, .repeatedKey: "keep one of the two"
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
    case .repeatedChild: "name it once"
    case .noStates: "add one, such as \"loading\": [\"spinner\"]"
    case .noAppearanceStates: "name one, or remove \"appearanceStates\""
    case .malformedDuration: "write a number and a unit, such as \"300ms\" or \"1.5s\""
    case .negativeDuration: "write 0 or more"
    case .durationTooLong: "write \"60m\" or less"
    case .durationTooFine: "leave out the last digits"
    case .outOfRange(_, let range): "write \(range.lowerBound) to \(range.upperBound)"
    case .wrongInsetCount: "write [top, right, bottom, left]"
    case .backInTime: "put the actions in the order of their times"
    case .ruleNeverActs(_, let filter): "remove \"\(filter)\""
    }
  }

  /// The name that was probably meant, or all that would be right, or what else to do.
  private func suggestion(for name: String, known: [String], otherwise: String) -> String {
    if let nearest = NearestName.nearest(to: name, among: known) {
      return "did you mean \(HarmlessText(nearest).quoted)?"
    }
    guard !known.isEmpty, known.count <= 24 else { return otherwise }
    let names = known.map { HarmlessText($0, limit: 30).quoted }.joined(separator: ", ")
    return "\(otherwise): known are \(names)"
  }

  private func article(_ kind: NameKind) -> String {
    switch kind {
    case .event, .action, .effect: "an \(kind.rawValue)"
    case .state, .child, .curve, .key: "a \(kind.rawValue)"
    }
  }

  private func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }

  private func milliseconds(_ nanoseconds: Int64) -> String {
    var bytes: [UInt8] = []
    bytes.appendMilliseconds(nanoseconds)
    return String(decoding: bytes, as: UTF8.self) + " ms"
  }
}
