internal import ChildPluginAPI
internal import StateContainer

extension TransitionTiming {
  /// The struct with the defaults, which a child may change.
  var foreign: childplugin_timing_t {
    childplugin_timing_t(
      size: UInt32(MemoryLayout<childplugin_timing_t>.size), curve: CHILDPLUGIN_CURVE_EASE_IN_OUT,
      effect: CHILDPLUGIN_EFFECT_FADE, reserved: 0, delay_nanoseconds: delayNanoseconds,
      duration_nanoseconds: durationNanoseconds)
  }

  /// Converts the timing of a child; invalid values are replaced and reported.
  init(_ timing: childplugin_timing_t, telling tell: (ChildFault.Kind) -> Void) {
    let curve = TransitionCurve(foreign: timing.curve)
    if curve == nil { tell(.unknownValue(.curve)) }
    let effect = TransitionEffect(foreign: timing.effect)
    if effect == nil { tell(.unknownValue(.effect)) }
    let allowed = 0...Self.longestNanoseconds
    if !allowed.contains(timing.delay_nanoseconds) { tell(.outOfRange(.delay)) }
    if !allowed.contains(timing.duration_nanoseconds) { tell(.outOfRange(.duration)) }
    self.init(
      delayNanoseconds: timing.delay_nanoseconds,
      durationNanoseconds: timing.duration_nanoseconds, curve: curve ?? .easeInOut,
      effect: effect ?? .fade)
  }
}

extension TransitionCurve {
  fileprivate init?(foreign number: UInt32) {
    switch number {
    case CHILDPLUGIN_CURVE_LINEAR: self = .linear
    case CHILDPLUGIN_CURVE_EASE_IN: self = .easeIn
    case CHILDPLUGIN_CURVE_EASE_OUT: self = .easeOut
    case CHILDPLUGIN_CURVE_EASE_IN_OUT: self = .easeInOut
    default: return nil
    }
  }
}

extension TransitionEffect {
  fileprivate init?(foreign number: UInt32) {
    switch number {
    case CHILDPLUGIN_EFFECT_NONE: self = .still
    case CHILDPLUGIN_EFFECT_FADE: self = .fade
    case CHILDPLUGIN_EFFECT_SLIDE_UP: self = .slideUp
    case CHILDPLUGIN_EFFECT_SLIDE_DOWN: self = .slideDown
    case CHILDPLUGIN_EFFECT_SLIDE_LEFT: self = .slideLeft
    case CHILDPLUGIN_EFFECT_SLIDE_RIGHT: self = .slideRight
    default: return nil
    }
  }
}
