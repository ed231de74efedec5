import HostRuntime
import Testing

@Suite struct FrameRateLimitTests {
  private static let interval = FrameRateLimit.intervalNanoseconds

  private func isTime(
    _ pace: FrameRateLimit, for pendingChange: FrameRateLimit.PendingChange = .change,
    isBehind: Bool = false,
    isLast: Bool = false, at now: Int64
  ) -> Bool {
    pace.isTime(for: pendingChange, isBehind: isBehind, isLast: isLast, atNanoseconds: now)
  }

  @Test func `the first frame is shown at once, the next one a sixtieth of a second later`() {
    var pace = FrameRateLimit()
    #expect(isTime(pace, at: 5))
    pace.frameBegan(atNanoseconds: 5)
    #expect(!isTime(pace, at: 5 + Self.interval - 1))
    #expect(isTime(pace, at: 5 + Self.interval))
    #expect(pace.nextDeadline(for: .motion, isBehind: false) == 5 + Self.interval)
    #expect(isTime(pace, isLast: true, at: 6))
    pace.forget()
    #expect(isTime(pace, at: 6))
  }

  @Test func `where nothing is wished for, nothing is shown or waited for`() {
    let pace = FrameRateLimit()
    #expect(!isTime(pace, for: .nothing, isLast: true, at: 5))
    #expect(pace.nextDeadline(for: .nothing, isBehind: false) == nil)
  }

  @Test func `a terminal that is behind gets no frame, and is not asked again and again`() {
    let pace = FrameRateLimit()
    #expect(!isTime(pace, isBehind: true, isLast: true, at: 5))
    #expect(pace.nextDeadline(for: .change, isBehind: true) == nil)
  }

  @Test func `a terminal that is slow shows what stays at once, and no motion for a while`() {
    var pace = FrameRateLimit()
    pace.frameBegan(atNanoseconds: 0)
    pace.caughtUp(atNanoseconds: 2 * Self.interval)
    let rest = 34 * Self.interval
    #expect(isTime(pace, for: .change, at: 2 * Self.interval))
    #expect(!isTime(pace, for: .motion, at: rest - 1))
    #expect(isTime(pace, for: .motion, at: rest))
    #expect(pace.nextDeadline(for: .motion, isBehind: false) == rest)
    #expect(pace.nextDeadline(for: .change, isBehind: false) == Self.interval)
  }

  @Test func `a terminal that takes a frame within its time is not slow`() {
    var pace = FrameRateLimit()
    pace.frameBegan(atNanoseconds: 0)
    pace.caughtUp(atNanoseconds: Self.interval)
    #expect(isTime(pace, for: .motion, at: Self.interval))
  }

  @Test func `how long a terminal was away does not matter without end`() {
    var pace = FrameRateLimit()
    pace.frameBegan(atNanoseconds: 0)
    pace.caughtUp(atNanoseconds: .max / 2)
    #expect(!isTime(pace, for: .motion, at: .max / 2))
    pace.forget()
    pace.caughtUp(atNanoseconds: .max / 2)
    #expect(isTime(pace, for: .change, at: .max / 2))
  }
}
