/// The result of a request, passed to its completion handler exactly once.
public enum RequestOutcome: String, CaseIterable, Codable, Sendable {
  /// Its transition has ended.
  case finished
  /// It waited, and a later request took its place; or a later one cut its transition short.
  case superseded
  /// It was made or still waited while the container was off screen or on its way off; or it was
  /// driven by hand and taken back.
  case cancelled
}

/// A request for a state, with the handler that hears what became of it.
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

/// What became of something, whose maker has yet to be told.
@usableFromInline
struct UntoldOutcome<State> {
  @usableFromInline let outcome: RequestOutcome
  /// The state that was requested; nil if it is not the owner's to hear of, such as an appearance.
  @usableFromInline let state: State?
  @usableFromInline let completion: ((RequestOutcome) -> Void)?

  @inlinable
  init(_ outcome: RequestOutcome, of state: State?, completion: ((RequestOutcome) -> Void)?) {
    self.outcome = outcome
    self.state = state
    self.completion = completion
  }
}
