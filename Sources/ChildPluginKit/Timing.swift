internal import ChildPluginAPI

/// How long, when and how a child's own transition runs.
public struct Timing: Equatable, Sendable {
  /// The progress of an animation over its time.
  public enum Curve: Sendable {
    /// Even.
    case linear
    /// Slow at first.
    case easeIn
    /// Slow at last.
    case easeOut
    /// Slow at both ends.
    case easeInOut
  }

  /// What the host does with the child's finished layer.
  public enum Effect: Sendable {
    /// Nothing: the child draws by the progress of its transition, see ``TransitionChild``.
    case still
    /// It fades in and out.
    case fade
    /// It comes in from below and leaves upwards.
    case slideUp
    /// It comes in from above and leaves downwards.
    case slideDown
    /// It comes in from the right and leaves to the left.
    case slideLeft
    /// It comes in from the left and leaves to the right.
    case slideRight
  }

  /// Before it starts, 0 to 1 hour.
  public var delay: Duration
  /// From its start to its end, 0 to 1 hour; 0 ends at once.
  public var duration: Duration
  /// Ease in out unless said otherwise.
  public var curve: Curve
  /// A fade unless said otherwise.
  public var effect: Effect

  /// A timing; what is left out is as the host has it.
  public init(
    delay: Duration = .zero, duration: Duration = .milliseconds(350), curve: Curve = .easeInOut,
    effect: Effect = .fade
  ) {
    self.delay = delay
    self.duration = duration
    self.curve = curve
    self.effect = effect
  }
}

extension Timing {
  func write(to timing: inout childplugin_timing_t) {
    timing.curve = curve.code
    timing.effect = effect.code
    timing.delay_nanoseconds = delay.wholeNanoseconds
    timing.duration_nanoseconds = duration.wholeNanoseconds
  }
}

extension Timing.Curve {
  fileprivate var code: UInt32 {
    switch self {
    case .linear: CHILDPLUGIN_CURVE_LINEAR
    case .easeIn: CHILDPLUGIN_CURVE_EASE_IN
    case .easeOut: CHILDPLUGIN_CURVE_EASE_OUT
    case .easeInOut: CHILDPLUGIN_CURVE_EASE_IN_OUT
    }
  }
}

extension Timing.Effect {
  fileprivate var code: UInt32 {
    switch self {
    case .still: CHILDPLUGIN_EFFECT_NONE
    case .fade: CHILDPLUGIN_EFFECT_FADE
    case .slideUp: CHILDPLUGIN_EFFECT_SLIDE_UP
    case .slideDown: CHILDPLUGIN_EFFECT_SLIDE_DOWN
    case .slideLeft: CHILDPLUGIN_EFFECT_SLIDE_LEFT
    case .slideRight: CHILDPLUGIN_EFFECT_SLIDE_RIGHT
    }
  }
}

extension Duration {
  /// In nanoseconds; what Int64 cannot hold becomes its nearest value.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carried ? (seconds < 0 ? .min : .max) : sum
  }
}
