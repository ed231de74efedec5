public import StateContainer

extension TimedContainer {
  /// Lets the container's time go on with a clock until the task is cancelled, or the container's
  /// owner is gone.
  ///
  /// It sleeps while nothing moves, and looks anew at what to wait for whenever the container is
  /// called or set otherwise. While something moves, it gives the children their progress once a
  /// frame; it ends what is due at its own instant. The container's present instant is the clock's
  /// when this is called, and outside calls happen at the clock's present instant. It notices
  /// within a second that the owner is gone, if nothing else wakes it; what ran then is cancelled.
  ///
  /// One task at a time runs a container: a second one stops the program, unless the first has been
  /// cancelled, in whose place it then is, even if the first has not noticed yet. A task that is
  /// cancelled before this is called does not run the container. The container is kept while it is
  /// run.
  ///
  /// - Parameters:
  ///   - clock: What tells the time, and sleeps.
  ///   - frame: The time between two frames; not below a millisecond.
  ///   - isolation: The caller's own, which the container is called in.
  public func run<C: Clock>(
    on clock: C, frame: Duration = .milliseconds(16),
    isolation: isolated (any Actor)? = #isolation
  ) async where C.Duration == Duration {
    if Task.isCancelled { return }
    precondition(
      runner?.wake() != true, "a container is run that runs already: cancel the first run")
    let (wakes, waker) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let ring = { @Sendable in
      if case .terminated = waker.yield() { false } else { true }
    }
    let observed = clock as? any AlarmClock
    let loads = (self as? any LoadingContainer)?.loadActivity
    let alarm: any ClockAlarm =
      observed?.makeAlarm(watching: loads) { _ = ring() } ?? SleepAlarm(on: clock) { _ = ring() }
    defer { alarm.end() }
    let (begin, beginInstant) = (now, clock.now)
    let present = { begin.advanced(by: beginInstant.duration(to: clock.now)) }
    let runner = ContainerRunner(clock: present) {
      alarm.ring()
      return ring()
    }
    self.runner = runner
    defer { if self.runner === runner { self.runner = nil } }
    _ = ring()
    // From the instant of the cancellation the runner runs no more, whenever this task notices.
    await withTaskCancellationHandler {
      _ = isolation
      for await _ in wakes {
        if Task.isCancelled { return }
        // An alarm that rings for nothing looks whether the owner is there.
        if runner.takeNews() || nextDeadline != nil || isAbandoned || observed != nil {
          runner.isMuted = true
          advance(to: present())
          runner.isMuted = false
        }
        if isAbandoned { return }
        let rest = timeToNextDeadline
        alarm.set(
          after: rest.map { isAnimating ? min($0, max(frame, .milliseconds(1))) : $0 })
      }
    } onCancel: {
      waker.finish()
    }
  }
}

/// An alarm on an ordinary clock, made of a task that sleeps; without an instant it rings every
/// second, so that the loop notices a released owner.
private final class SleepAlarm<C: Clock>: ClockAlarm where C.Duration == Duration {
  private let clock: C
  private let rings: @Sendable () -> Void
  private var sleep: Task<Void, Never>?

  init(on clock: C, rings: @escaping @Sendable () -> Void) {
    self.clock = clock
    self.rings = rings
  }

  func ring() {}

  func set(after interval: Duration?) {
    sleep?.cancel()
    let wake = clock.now.advanced(by: interval ?? .seconds(1))
    sleep = Task { [clock, rings] in
      let tolerance: Duration? = interval == nil ? .seconds(1) : nil
      if (try? await clock.sleep(until: wake, tolerance: tolerance)) != nil { rings() }
    }
  }

  func end() { sleep?.cancel() }
}
