public import StateContainer

extension ContentContainer {
  /// Begins loading, and waits until the due state is presented; otherwise as `startLoading`.
  ///
  /// Requires that something advances the container meanwhile, such as `run(on:)`.
  @discardableResult
  public func startLoadingAndWait(
    animated: Bool = false, isolation: isolated (any Actor)? = #isolation
  ) async -> RequestOutcome {
    await withCheckedContinuation(isolation: isolation) { continuation in
      startLoading(animated: animated, completion: { continuation.resume(returning: $0) })
    }
  }

  /// Ends loading, and waits until the state that is due is presented; otherwise as `endLoading`.
  ///
  /// Requires that something advances the container meanwhile, such as `run(on:)`.
  @discardableResult
  public func endLoadingAndWait(
    animated: Bool = true, error: Failure? = nil, isolation: isolated (any Actor)? = #isolation
  ) async -> RequestOutcome {
    await withCheckedContinuation(isolation: isolation) { continuation in
      endLoading(
        animated: animated, error: error, completion: { continuation.resume(returning: $0) })
    }
  }

  /// Loads: cancels the load before, begins, runs an operation, then ends or fails with what it
  /// throws.
  ///
  /// What a load comes to that another one has cancelled, changes nothing any more. One that is
  /// cancelled otherwise, by its task, by `CancellationError`, or because the container is gone,
  /// ends without an error.
  ///
  /// - Parameters:
  ///   - animated: Whether children are animated as it ends; as it begins they are not.
  ///   - failure: Makes what the `error` state carries of what the operation has thrown.
  ///   - isolation: The caller's own, which the container is called in.
  ///   - operation: Gets the content, and keeps it where the owner finds it; it runs where the caller
  ///     does, on the main actor for a caller that is.
  /// - Returns: The load; its value is there when it has ended.
  @discardableResult
  public func load(
    animated: Bool = true, failure: @escaping (any Error) -> Failure,
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext _ operation: sending @escaping @isolated(any) () async throws -> Void
  ) -> Task<Void, Never> {
    load.cancel?()
    load.number += 1
    let number = load.number
    startLoading(animated: false)
    let running = loadActivity.begin()
    let task = Task { [weak self] in
      _ = isolation
      defer { running.end() }
      var thrown: (any Error)?
      do {
        let loads = RunningLoad.current.filter(\.isRunning) + [running]
        try await RunningLoad.$current.withValue(loads) {
          _ = isolation
          try await withTaskExecutorPreference(running.executor) {
            _ = isolation
            try await operation()
          }
        }
      } catch {
        thrown = error
      }
      guard let self, load.number == number else { return }
      load.cancel = nil
      let isCancelled = Task.isCancelled || thrown is CancellationError
      endLoading(
        animated: animated, error: isCancelled ? nil : thrown.map(failure))
    }
    load.cancel = { task.cancel() }
    return task
  }
}

extension ContentContainer where Failure == any Error {
  /// Loads, and fails with what the operation throws; otherwise as the other.
  @discardableResult
  public func load(
    animated: Bool = true, isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext _ operation: sending @escaping @isolated(any) () async throws -> Void
  ) -> Task<Void, Never> {
    load(animated: animated, failure: { $0 }, isolation: isolation, operation)
  }
}
