package struct TransitionTiming: Equatable, Sendable {
  package let delayNanoseconds: Int64
  package let durationNanoseconds: Int64
  package let curve: TransitionCurve
  package let effect: TransitionEffect
  package init(
    delayNanoseconds: Int64 = 0, durationNanoseconds: Int64 = 350_000_000,
    curve: TransitionCurve = .easeInOut, effect: TransitionEffect = .fade
  ) {
    self.delayNanoseconds = delayNanoseconds
    self.durationNanoseconds = durationNanoseconds
    self.curve = curve
    self.effect = effect
  }
}
package enum TransitionCurve: Sendable { case linear, easeIn, easeOut, easeInOut }
package enum TransitionEffect: Sendable {
  case none, fade, slideUp, slideDown, slideLeft, slideRight
}
