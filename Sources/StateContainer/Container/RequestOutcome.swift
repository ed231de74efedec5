/// How a request for a state ended (finished, superseded or cancelled), passed to its completion handler exactly
/// once.
public enum RequestOutcome: String, CaseIterable, Codable, Sendable {
  /// Its transition has ended.
  case finished
  /// A later request replaced it while it waited, or interrupted its transition.
  case superseded
  /// It was made or waited while the container was off screen or disappearing, or its interactive
  /// transition was cancelled.
  case cancelled
}

/// A request to a container for a state, with its completion handler.
@usableFromInline
struct Request<State> {
  @usableFromInline let state: State
  @usableFromInline let completion: ((RequestOutcome) -> Void)?

  @inlinable
  init(state: State, completion: ((RequestOutcome) -> Void)?) {
    self.state = state
    self.completion = completion
  }
}

/// The outcome of a request to a container, queued until no callback runs and then reported to the completion handler,
/// the owner and the observers.
@usableFromInline
struct PendingOutcome<State> {
  @usableFromInline let outcome: RequestOutcome
  /// The requested state; nil if the owner is not notified, as for an appearance.
  @usableFromInline let state: State?
  @usableFromInline let completion: ((RequestOutcome) -> Void)?

  @inlinable
  init(_ outcome: RequestOutcome, of state: State?, completion: ((RequestOutcome) -> Void)?) {
    self.outcome = outcome
    self.state = state
    self.completion = completion
  }
}
