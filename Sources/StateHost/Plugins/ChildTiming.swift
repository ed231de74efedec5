internal import ChildPluginAPI
package import HostSurface

/// How a child's own transition runs in one direction.
package struct ChildTiming: Equatable, Sendable {
  /// 0 … 1 hour, as is the duration; a duration of 0 ends at once.
  package var delayNanoseconds: Int64 = 0
  package var durationNanoseconds: Int64 = 350_000_000
  package var curve = Easing.easeInOut
  package var effect = TransitionEffect.fade

  /// What a child that names nothing has.
  package init() {}

  static let longestNanoseconds: Int64 = 3_600_000_000_000

  var foreign: childplugin_timing_t {
    childplugin_timing_t(
      size: UInt32(MemoryLayout<childplugin_timing_t>.size), curve: CHILDPLUGIN_CURVE_EASE_IN_OUT,
      effect: CHILDPLUGIN_EFFECT_FADE, reserved: 0, delay_nanoseconds: delayNanoseconds,
      duration_nanoseconds: durationNanoseconds)
  }

  /// What a child has filled in; what is wrong is replaced and told.
  init(_ timing: childplugin_timing_t, telling tell: (ChildFault.Kind) -> Void) {
    delayNanoseconds = Self.clamp(timing.delay_nanoseconds, .delay, tell)
    durationNanoseconds = Self.clamp(timing.duration_nanoseconds, .duration, tell)
    if let curve = Self.curve(timing.curve) {
      self.curve = curve
    } else {
      tell(.unknownValue(.curve))
    }
    if let effect = Self.effect(timing.effect) {
      self.effect = effect
    } else {
      tell(.unknownValue(.effect))
    }
  }

  private static func clamp(
    _ nanoseconds: Int64, _ field: ChildFault.Field, _ tell: (ChildFault.Kind) -> Void
  ) -> Int64 {
    if 0...longestNanoseconds ~= nanoseconds { return nanoseconds }
    tell(.outOfRange(field))
    return min(max(nanoseconds, 0), longestNanoseconds)
  }

  private static func curve(_ number: UInt32) -> Easing? {
    switch number {
    case CHILDPLUGIN_CURVE_LINEAR: .linear
    case CHILDPLUGIN_CURVE_EASE_IN: .easeIn
    case CHILDPLUGIN_CURVE_EASE_OUT: .easeOut
    case CHILDPLUGIN_CURVE_EASE_IN_OUT: .easeInOut
    default: nil
    }
  }

  private static func effect(_ number: UInt32) -> TransitionEffect? {
    switch number {
    case CHILDPLUGIN_EFFECT_NONE: TransitionEffect.none
    case CHILDPLUGIN_EFFECT_FADE: .fade
    case CHILDPLUGIN_EFFECT_SLIDE_UP: .slideUp
    case CHILDPLUGIN_EFFECT_SLIDE_DOWN: .slideDown
    case CHILDPLUGIN_EFFECT_SLIDE_LEFT: .slideLeft
    case CHILDPLUGIN_EFFECT_SLIDE_RIGHT: .slideRight
    default: nil
    }
  }
}
