internal import HostText

/// The error with which the host refuses a request of a plugin's child, such as no recent user
/// input or a missing permission; most have a text for the log (of a program also for the child).
package enum Refusal: Error, Hashable, Sendable {
  // The function's result tells the child enough.
  /// There is no such row, program, or content.
  case notThere
  /// The child does not take keys now.
  case withoutKeys
  /// A text or number that the header does not allow.
  case outOfRange
  case tooOften

  // `text` says what these mean.
  case unasked, spent, unused
  case notGranted(_ need: String, id: String)
  case unknownState(String)
  case tooScattered, saidTooMuch
  case harmfulText(scalar: UInt32)
  case noProgram, tooLarge, twoInputs, notDeclared, tooManyPrograms, noRows, otherRows, tooLate
  case noTerminal, terminalTaken, notInFront
  case notScripted(commandLine: String)

  /// A program is not granted; the refusal names the smallest grant that would allow it.
  package static func notGranted(program name: [UInt8], id: String) -> Refusal {
    .notGranted(GrantedNeeds.word(forProgram: name), id: id)
  }

  /// The reason and a remedy, for the log; nil when the function's result tells the child enough.
  package func text(of function: HostFunction) -> (what: String, remedy: String)? {
    switch self {
    case .unknownState(let state):
      ("\(function) requests the unknown state \(state)", "request a state that exists")
    case .tooScattered:
      ("\(function) marked nothing: the marks would form too many ranges", "mark fewer rows")
    default:
      reason(for: function).map { ("\(function) was refused because \($0.what)", $0.remedy) }
    }
  }

  /// Whether the plugin log reports it: not where the function's result tells the child enough, nor
  /// where rows were replaced, which no plugin can prevent and the status line says.
  package func isLogged(of function: HostFunction) -> Bool {
    self != .otherRows && text(of: function) != nil
  }

  /// The reason and the remedy as one line, for the child and the log; nil as for `text`.
  package func line(of function: HostFunction) -> String? {
    text(of: function).map { "\($0.what): \($0.remedy)" }
  }

  private func reason(for function: HostFunction) -> (what: String, remedy: String)? {
    switch self {
    case .tooOften where function == .runRun:
      ("it exceeds 120 programs at once, or 60 a second", "run one only after a change")
    case .notThere, .withoutKeys, .tooOften, .outOfRange, .unknownState, .tooScattered: nil
    case .saidTooMuch:
      ("it exceeds 250 messages or 1 MiB a second", "send a message only after a change")
    case .unasked:
      (
        "the user has not used the plugin for a second",
        "call it after a child has used a key, the mouse or a paste"
      )
    case .spent:
      (
        "the input has already caused an action",
        "perform one action for each key, paste or button press"
      )
    case .unused:
      ("the child has not used the input", "return true from key, mouse or paste when acting on it")
    case .notGranted(let need, let id):
      (
        "\(need) is not granted",
        "--grant \(id)=\(GrantedNeeds(word: need)?.warning ?? need) grants it"
      )
    case .harmfulText(let scalar):
      (
        "the text contains \(HarmlessText.name(of: scalar))",
        "remove control and invisible characters"
      )
    case .noProgram:
      ("the program is empty or a word contains a NUL", "pass the words of a command")
    case .tooLarge: ("the words or the input are too large", "see the limits in the header")
    case .twoInputs: ("it has more than one of input, rows and terminal", "give it one of them")
    case .notDeclared:
      ("the child does not declare the need", "add CHILDPLUGIN_NEED_RUN to its needs")
    case .tooManyPrograms:
      ("too many programs are running", "wait until one has ended, or cancel one")
    case .noRows: ("there are no rows for its input", "run it when there are rows")
    case .otherRows: ("the rows for its input have been replaced", "run it again")
    case .tooLate: ("the child is off screen, or another child has the key", "run it again")
    case .noTerminal: ("there is no terminal", "run it on a terminal")
    case .terminalTaken: ("another program has the terminal", "wait until that has ended")
    case .notInFront:
      ("it needs the terminal, and another child is in front", "come to the front first")
    case .notScripted(let commandLine):
      (
        "it is not in the \"programs\" of the script",
        "add one for \(HarmlessText.quoted(commandLine, limit: 200))"
      )
    }
  }
}
