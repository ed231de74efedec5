package import HostText

/// The first error in a states file or scenario: the problem, the file, line, column and JSON path.
package struct StatesFileError: Error {
  package let problem: StatesFileProblem
  /// The file as the user named it.
  package let file: String
  /// The place in the file; nil if the file could not be read.
  package let place: TextPosition?
  /// The path of the value; the top level for errors that concern no value.
  package let path: JSONPath

  package init(unreadable file: String, reason: String) {
    self.problem = .unreadable(reason: reason)
    self.file = file
    self.place = nil
    self.path = JSONPath()
  }

  init(_ located: LocatedProblem, in bytes: [UInt8], file: String) {
    self.problem = located.problem
    self.file = file
    self.place = TextPosition(ofByte: located.offset, in: bytes)
    self.path = located.path
  }

  /// The message, one line without a line end; control characters are escaped.
  package var text: String {
    let (statement, remedy) = problem.text
    let file = HarmlessText.escaped(file, limit: 500)
    guard let place else { return "statehost: \(statement): \(file): \(remedy)" }
    return
      "statehost: \(statement): \(file):\(place.line):\(place.column) (\(path.text)): \(remedy)"
  }
}

/// The error of decoding a states file or scenario: a problem, its byte offset and JSON path.
package struct LocatedProblem: Error {
  package var problem: StatesFileProblem
  package var offset: Int
  package var path: JSONPath
}

/// The kind of thing that a name in a states file or scenario refers to, such as a state, child,
/// event or key; used in messages about names.
package enum NameKind: String, Sendable {
  case state
  case child
  case event
  case action
  case effect
  case curve
  case signal
  case source
  case mouse = "kind of mouse event"
  case workerOutcome = "worker outcome"
  case policy
  case edge
  case key = "keyboard key"
}

/// A problem of a states file or scenario, such as an unknown key or child, with its message.
package enum StatesFileProblem: Equatable, Sendable {
  case unreadable(reason: String)
  case json(JSONProblem)

  case wrongType(found: String, wanted: String, example: String)
  case missingKey(String, example: String)
  case unknownKey(String, known: [String])
  /// A key that only scenarios have.
  case scenarioOnly(key: String)
  case emptyName(of: NameKind)
  case unknownName(String, of: NameKind, known: [String])
  /// A state lists a child that the file does not define.
  case undefinedChild(String, known: [String])
  case repeatedChild(String, state: String)
  /// A key that terminals do not send under this name.
  case unusableKey(String, KeyNameProblem)
  /// A key that the host itself uses.
  case hostKey(String)
  /// A key that is bound already, perhaps under another name.
  case repeatedKey(String)
  case noStates
  case noAppearanceStates
  case duration(String, DurationText.Fault)
  case outOfRange(number: String, range: ClosedRange<Int>)
  case wrongInsetCount(Int)
  /// Neither a number of cells nor a percentage.
  case malformedSize(String)
  case malformedBytes(String)
  /// Deadlines that lead through these states and back in less than a millisecond.
  case endlessDeadlines(states: [String])
  case backInTime(atNanoseconds: Int64, previousNanoseconds: Int64)
  /// A rule that can never apply, since its event does not have what it filters by.
  case ruleNeverActs(event: String, filter: String)

  /// What is wrong, and what to do.
  fileprivate var text: (statement: String, remedy: String) {
    let quoted = { (text: String) in HarmlessText.quoted(text) }
    switch self {
    case .unreadable(let reason):
      return ("cannot read the file (\(reason))", "check the name and its permissions")
    case .json(.emptyText):
      return (
        JSONProblem.emptyText.statement,
        "write a states file: {\"initial\": …, \"states\": {…}, \"children\": {…}}"
      )
    case .json(let problem): return (problem.statement, problem.remedy)
    case .wrongType(let found, let wanted, let example):
      return ("found \(found), expected \(wanted)", "write \(wanted), such as \(example)")
    case .missingKey(let key, let example):
      return ("\"\(key)\" is missing", "add \"\(key)\": \(example)")
    case .unknownKey(let key, let known):
      return ("unknown key \(quoted(key))", suggestion(for: key, known: known, or: "remove it"))
    case .scenarioOnly(let key):
      return (
        "\"\(key)\" is not allowed in a states file",
        "only a scenario has \(key): play it with `statehost play`"
      )
    case .emptyName(let kind):
      let isVowel = "aeiou".contains { $0 == kind.rawValue.first }
      return ("the name of \(isVowel ? "an" : "a") \(kind.rawValue) is empty", "give it one")
    case .unknownName(let name, let kind, let known):
      return (
        "unknown \(kind.rawValue) \(quoted(name))",
        suggestion(
          for: name, known: known,
          or: kind == .key
            ? "write one character, or a name such as \"enter\" or \"page-up\""
            : "use a known \(kind.rawValue)")
      )
    case .undefinedChild(let name, let known):
      return (
        "unknown child \(quoted(name))",
        suggestion(for: name, known: known, or: "define it under \"children\"")
      )
    case .repeatedChild(let child, let state):
      return ("the state \(quoted(state)) has the child \(quoted(child)) twice", "name it once")
    case .unusableKey(let name, let problem):
      let remedy =
        switch problem {
        case .sentAs(let key): "write \(quoted(key.name)), which it sends"
        case .shiftChangesCharacter: "write the character that Shift makes of it"
        case .signal: "write another key: the terminal makes a signal of this one"
        case .unknown: "write another key"
        }
      return ("no terminal sends the keyboard key \(quoted(name))", remedy)
    case .hostKey(let name):
      return (
        "the keyboard key \(quoted(name)) is the program's own: it opens the page of children",
        "write another key"
      )
    case .repeatedKey(let name):
      return ("the keyboard key \(quoted(name)) has a state already", "keep one of the two")
    case .noStates: return ("there are no states", "add one, such as \"loading\": [\"spinner\"]")
    case .noAppearanceStates:
      return ("there are no appearance states", "name one, or remove \"appearanceStates\"")
    case .duration(let text, .malformed):
      return (
        "\(quoted(text)) is no duration", "write a number and a unit, such as \"300ms\" or \"1.5s\""
      )
    case .duration(let text, .negative):
      return ("the duration \(quoted(text)) is negative", "write 0 or more")
    case .duration(let text, .tooLong):
      return ("the duration \(quoted(text)) is over an hour", "write \"60m\" or less")
    case .duration(let text, .tooFine):
      return (
        "the duration \(quoted(text)) is finer than a nanosecond", "leave out the last digits"
      )
    case .outOfRange(let number, let range):
      return (
        "the number \(HarmlessText.escaped(number)) is out of range",
        "write \(range.lowerBound) to \(range.upperBound)"
      )
    case .wrongInsetCount(let count):
      return ("the insets have \(count) numbers, not 4", "write [top, right, bottom, left]")
    case .malformedSize(let text):
      return ("\(quoted(text)) is no size", "write a number of cells, or \"1%\" to \"100%\"")
    case .malformedBytes(let text):
      return (
        "\(quoted(text)) are no bytes", "write two hexadecimal digits a byte, such as \"61 0a\""
      )
    case .endlessDeadlines(let states):
      let names = states.map { HarmlessText.quoted($0, limit: 30) }.joined(separator: " to ")
      return (
        "these deadlines take no time from \(names)", "let one of them take a millisecond or more"
      )
    case .backInTime(let at, let previous):
      return (
        "this action goes back in time, from \(milliseconds(previous)) ms to \(milliseconds(at)) ms",
        "put the actions in the order of their times"
      )
    case .ruleNeverActs(let event, let filter):
      return ("the event \"\(event)\" has no \(filter)", "remove \"\(filter)\"")
    }
  }

  /// The name that was probably meant, or the known names after another remedy.
  private func suggestion(for name: String, known: [String], or remedy: String) -> String {
    if let nearest = NearestName.nearest(to: name, among: known) {
      return "did you mean \(HarmlessText.quoted(nearest))?"
    }
    guard !known.isEmpty, known.count <= 24 else { return remedy }
    let names = known.map { HarmlessText.quoted($0, limit: 30) }.joined(separator: ", ")
    return "\(remedy): known are \(names)"
  }
}

/// Nanoseconds as a decimal number of milliseconds.
func milliseconds(_ nanoseconds: Int64) -> String {
  String(writing: { $0.appendMilliseconds(nanoseconds) })
}
