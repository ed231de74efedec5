import Synchronization

/// A clock that goes on when it is told to.
final class VirtualClock: Clock {
  struct Instant: InstantProtocol {
    let sinceBegin: Duration

    func advanced(by duration: Duration) -> Instant { Instant(sinceBegin: sinceBegin + duration) }
    func duration(to other: Instant) -> Duration { other.sinceBegin - sinceBegin }
    static func < (one: Instant, other: Instant) -> Bool { one.sinceBegin < other.sinceBegin }
  }

  private let time = Mutex(Duration.zero)

  var now: Instant { Instant(sinceBegin: time.withLock { $0 }) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func advance(by interval: Duration) { time.withLock { $0 += interval } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    while now < deadline {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
