import Testing

@testable import HostRuntime

@Suite struct `A child that has failed` {
  private static let second: Int64 = 1_000_000_000

  @Test func `is tried again after growing pauses, three times a minute`() {
    var history = CrashHistory()
    #expect(history.failed(at: 0) == Self.second / 4)
    #expect(history.failed(at: Self.second) == 2 * Self.second)
    #expect(history.failed(at: 10 * Self.second) == 14 * Self.second)
    #expect(history.failed(at: 59 * Self.second) == nil)
    // Two of them are over a minute ago: it is the third of this one.
    #expect(history.failed(at: 61 * Self.second) == 65 * Self.second)
    #expect(history.failed(at: 130 * Self.second) == 130 * Self.second + Self.second / 4)
  }

  @Test func `is tried as if it were the first time when the user asks for it`() {
    var history = CrashHistory()
    for second in 0..<4 { _ = history.failed(at: Int64(second)) }
    history.forget()
    #expect(history.failed(at: 5) == 5 + Self.second / 4)
  }

  @Test func `does without what it saved where it has failed soon with it`() {
    var history = CrashHistory()
    _ = history.failed(at: 0)
    history.restarted(at: 1, withState: true)
    #expect(!history.distrustsState)
    _ = history.failed(at: 4 * Self.second)
    #expect(history.distrustsState)
    var other = CrashHistory()
    other.restarted(at: 0, withState: true)
    _ = other.failed(at: 6 * Self.second)
    #expect(!other.distrustsState)
    for (nanoseconds, isBlamed) in [(5 * Self.second - 1, true), (5 * Self.second, false)] {
      var history = CrashHistory()
      history.restarted(at: 7, withState: true)
      _ = history.failed(at: nanoseconds + 7)
      #expect(history.distrustsState == isBlamed)
    }
    // Without its state it was not that.
    other.restarted(at: 10 * Self.second, withState: true)
    other.restarted(at: 11 * Self.second, withState: false)
    _ = other.failed(at: 12 * Self.second)
    #expect(!other.distrustsState)
  }
}
