/// The state that is shown, the one before, and whether a transition runs.
public struct Situation: Equatable, Sendable {
  /// The state that is shown, or that the transition goes to.
  public var state: String?
  /// The last other state before it, to go back to with ``Host/request(state:animated:)``.
  public var previous: String?
  /// Whether a transition runs.
  public var isTransitioning = false
  /// Whether the run is there to choose rows (`--pick`).
  public var isPick = false

  /// Before the first state.
  public init() {}
}
