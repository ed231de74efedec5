public import StateContainer

extension TimedContainer {
  /// Lets the container's time go on with a clock until the task is cancelled.
  ///
  /// It sleeps while nothing moves. While something does, it gives the children their progress once
  /// a frame; it ends what is due at its own instant. The container's present instant is that of the
  /// clock's as this is called. It is one at a time that may run a container: it sets `callEnded`.
  ///
  /// - Parameters:
  ///   - clock: What tells the time, and sleeps.
  ///   - frame: The time between two frames; not below a millisecond.
  ///   - isolation: The caller's own, which the container is called in.
  public func run<C: Clock>(
    on clock: C, frame: Duration = .milliseconds(16),
    isolation: isolated (any Actor)? = #isolation
  ) async where C.Duration == Duration {
    let begin = clock.now.advanced(by: .nanoseconds(-nowNanoseconds))
    let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    callEnded = { waker.yield() }
    defer { callEnded = nil }
    var sleep: Task<Void, Never>?
    defer { sleep?.cancel() }
    waker.yield()
    for await _ in wakes {
      if Task.isCancelled { return }
      callEnded = nil
      advance(to: begin.duration(to: clock.now).wholeNanoseconds)
      callEnded = { waker.yield() }
      sleep?.cancel()
      guard let rest = timeToNextDeadline else { continue }
      let pause = isAnimating ? min(rest, max(frame, .milliseconds(1))) : rest
      let wake = clock.now.advanced(by: pause)
      sleep = Task {
        if (try? await clock.sleep(until: wake, tolerance: nil)) != nil { waker.yield() }
      }
    }
  }
}
