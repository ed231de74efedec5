public import StateContainer

extension StateContainer {
  /// Requests a state, and waits for what becomes of the request; `request` returns at once.
  ///
  /// - Parameters:
  ///   - state: The state to present.
  ///   - animated: Whether children are animated.
  ///   - isolation: The caller's own, which the container is called in.
  /// - Returns: What became of it. Something must meanwhile advance the container, like `run(on:)`.
  ///   Cancelling the task does not take the request back.
  @discardableResult
  public func requestAndWait(
    _ state: State, animated: Bool, isolation: isolated (any Actor)? = #isolation
  ) async -> RequestOutcome {
    await withCheckedContinuation(isolation: isolation) { continuation in
      request(state, animated: animated) { continuation.resume(returning: $0) }
    }
  }
}
