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
  /// The user has not done anything to the child.
  case unasked
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
        "\(function) was refused, for the user had done nothing to the child",
        "call it when a key, the mouse or a paste has come to the child"
      )
    case .program(let refusal):
      ("\(function) was refused, \(refusal.text.what)", refusal.text.remedy)
    }
  }
}
