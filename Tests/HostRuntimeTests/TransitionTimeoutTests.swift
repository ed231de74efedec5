import StateContainer
import Testing

@testable import HostRuntime

@Suite struct `How long a transition may keep another state waiting` {
  private func timing(delay: Int64, duration: Int64) -> TransitionTiming {
    TransitionTiming(
      delayNanoseconds: delay, durationNanoseconds: duration, curve: .linear, effect: .fade)
  }

  @Test func `is two seconds more than the longest that it is granted`() {
    var patience = TransitionTimeout(beganNanoseconds: 5)
    #expect(patience.endNanoseconds == 2_000_000_005)
    patience.grant(timing(delay: 300, duration: 400))
    patience.grant(timing(delay: 600, duration: 0))
    #expect(patience.endNanoseconds == 2_000_000_705)
  }
}
