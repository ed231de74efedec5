import StateContainer
import Testing

@Suite struct `Time and timing` {
  @Test(
    arguments: [
      (Int64(-5), Int64(0)), (Int64.min, 0), (0, 0), (7, 7),
      (TransitionTiming.longestNanoseconds, TransitionTiming.longestNanoseconds),
      (Int64.max, TransitionTiming.longestNanoseconds),
    ] as [(Int64, Int64)])
  func `clamps what is out of range`(given: Int64, kept: Int64) {
    let timing = TransitionTiming(delayNanoseconds: given, durationNanoseconds: given)
    #expect(timing.delayNanoseconds == kept)
    #expect(timing.durationNanoseconds == kept)
  }

  @Test func `is 350 ms of fade with ease-in-out unless somebody says otherwise`() {
    #expect(TransitionTiming.standard.delayNanoseconds == 0)
    #expect(TransitionTiming.standard.durationNanoseconds == 350_000_000)
    #expect(TransitionTiming.standard.curve == .easeInOut)
    #expect(TransitionTiming.standard.effect == .fade)
  }

  @Test(arguments: TransitionCurve.allCases)
  func `curves go from 0 to 1 and never back`(curve: TransitionCurve) {
    #expect(curve.eased(0) == 0 && curve.eased(1) == 1)
    #expect(curve.eased(-3) == 0 && curve.eased(3) == 1 && curve.eased(.nan) == 0)
    let steps = (0...100).map { curve.eased(Double($0) / 100) }
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func `curves differ in where they are slow`() {
    #expect(TransitionCurve.linear.eased(0.25) == 0.25)
    #expect(TransitionCurve.easeIn.eased(0.5) == 0.125)
    #expect(TransitionCurve.easeOut.eased(0.5) == 0.875)
    #expect(TransitionCurve.easeInOut.eased(0.5) == 0.5)
    #expect(TransitionCurve.easeInOut.eased(0.25) == 0.0625)
  }

  @Test(
    arguments: [
      (.milliseconds(350), 350_000_000), (.seconds(2), 2_000_000_000), (.nanoseconds(1), 1),
      (.zero, 0), (.seconds(-1), 0), (.seconds(Int64.max), TransitionTiming.longestNanoseconds),
      (.seconds(Int64.min), 0),
    ] as [(Duration, Int64)])
  func `is said as a duration or in nanoseconds`(duration: Duration, nanoseconds: Int64) {
    let timing = TransitionTiming(delay: duration, duration: duration)
    #expect(timing.durationNanoseconds == nanoseconds && timing.delayNanoseconds == nanoseconds)
    #expect(timing.duration == .nanoseconds(nanoseconds) && timing.delay == timing.duration)
    #expect(StateDeadline(after: duration, next: "s1").afterNanoseconds == nanoseconds)
    #expect(LoadingDeadline(after: duration, failure: "x").afterNanoseconds == nanoseconds)
    let times = LoadingTimes(delay: duration, minimum: duration)
    #expect(times.delayNanoseconds == nanoseconds && times.minimum == .nanoseconds(nanoseconds))
  }

  @Test func `ends what is due now when time is told to go back`() {
    let owner = RecordedOwner(
      states: ["s1": [], "s2": ["A"]], children: [RecordedChild("A", appear: lasting(0))])
    let container = owner.onScreen()
    container.advance(to: 100)
    container.request("s2", animated: true)
    container.advance(to: 50)
    #expect(!container.isTransitioning && container.nowNanoseconds == 100)
  }
}
