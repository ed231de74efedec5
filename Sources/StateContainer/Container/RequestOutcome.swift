/// The outcome of a request for a state, or of another call that leads to one, such as `appear`,
/// passed to its completion handler exactly once: finished, superseded by a later request, or
/// cancelled.
public enum RequestOutcome: String, CaseIterable, Codable, Sendable {
  /// Its transition has ended.
  case finished
  /// A later request replaced it while it waited, or interrupted its transition.
  case superseded
  /// It was made or waited while the container was off screen or disappearing, or its interactive
  /// transition was cancelled.
  case cancelled
}

/// A requested state and its completion handler; whether it is animated is kept apart.
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

/// An outcome, mostly of a request that was superseded or cancelled, queued until the running
/// callback has returned, and then reported: to the owner and the observers if it has a state, and
/// to the completion handler.
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
