package import StateContainer

/// The parts of a timing that a file names; nil leaves what the child itself says.
package struct TimingOverrides: Equatable, Sendable {
  package var delayNanoseconds: Int64?
  package var durationNanoseconds: Int64?
  package var curve: TransitionCurve?
  package var effect: TransitionEffect?

  package init() {}

  package func applied(to timing: TransitionTiming) -> TransitionTiming {
    TransitionTiming(
      delayNanoseconds: delayNanoseconds ?? timing.delayNanoseconds,
      durationNanoseconds: durationNanoseconds ?? timing.durationNanoseconds,
      curve: curve ?? timing.curve,
      effect: effect ?? timing.effect)
  }
}
