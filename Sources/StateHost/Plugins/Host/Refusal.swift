internal import HostText

/// Why the host does not do what a child asks for.
package enum Refusal: Error, Hashable, Sendable {
  /// There is no such state.
  case unknownState(String)
  /// There is no such row, program, or content.
  case notThere
  /// The child takes no keys now.
  case withoutKeys
  /// The marked rows would be in too many places.
  case tooScattered
  /// More than is allowed in a time, or at once.
  case tooOften
  /// More messages than other children can follow.
  case saidTooMuch
  /// A text or a number that the header does not allow.
  case outOfRange
  /// The user has done nothing to the plugin for a second: see "User activation" in the header.
  case unasked
  /// What the user did has allowed one act, and that is done.
  case spent
  /// The child has said that it did not use the input in which it asked.
  case unused
  /// The user has not granted the need to the child of this id.
  case notGranted(String, id: String)
  /// The text has a character that no text for others may have.
  case harmfulText(scalar: UInt32)
  case program(RunRefusal)
}

extension Refusal {
  /// Why, and what to do about it, for the log; nil: the child knows by what the function returns.
  package func text(of function: HostFunction) -> (what: String, remedy: String)? {
    switch self {
    case .notThere, .withoutKeys, .tooOften, .outOfRange: nil
    case .unknownState(let state):
      ("\(function) asks for the state \(state), which is not there", "ask for one that is")
    case .tooScattered:
      ("\(function) would mark rows in too many places, nothing was done", "mark fewer rows")
    case .saidTooMuch:
      (
        "\(function) was refused, for it would have been more than 250 messages or 1 MiB in a second",
        "say what has changed, when it has"
      )
    case .unasked:
      (
        "\(function) was refused, for the user has done nothing to the plugin for a second",
        "call it when a child of it has used a key, the mouse or a paste"
      )
    case .spent:
      (
        "\(function) was refused, for what the user did has led to something already",
        "do one such thing for each key, paste or press of a button"
      )
    case .unused:
      (
        "\(function) was refused, for the child has not used the input",
        "return true from key, mouse or paste where something is done for it"
      )
    case .notGranted(let need, let id):
      ("\(function) was refused, for \(need) is not granted", "--grant \(id)=\(need) grants it")
    case .harmfulText(let scalar):
      (
        "\(function) was refused, for the text has \(HarmlessText.name(of: scalar)) in it",
        "leave out control characters, and what is not seen"
      )
    case .program(let refusal):
      ("\(function) was refused, \(refusal.text.what)", refusal.text.remedy)
    }
  }
}
