internal import ChildPluginAPI

/// The timing that a plugin's child returns for its animation as it enters or leaves: its delay,
/// duration, curve and effect; `TransitionTiming` in the engine.
public struct Timing: Equatable, Sendable {
  /// The easing of a plugin child's animation: how its speed changes over time; numbers of the ABI.
  public enum Curve: UInt32, Sendable {
    /// Constant speed.
    case linear
    /// Slow at the start.
    case easeIn
    /// Slow at the end.
    case easeOut
    /// Slow at both ends.
    case easeInOut
  }

  /// The visual effect that a plugin's child chooses for the host to make it enter or leave: none,
  /// a fade, or a slide in one direction.
  public enum Effect: UInt32, Sendable {
    /// No effect: the child draws its own transition, see ``TransitionChild``.
    case still
    /// Fades in and out.
    case fade
    /// Enters from below and leaves upwards.
    case slideUp
    /// Enters from above and leaves downwards.
    case slideDown
    /// Enters from the right and leaves to the left.
    case slideLeft
    /// Enters from the left and leaves to the right.
    case slideRight
  }

  /// The delay before the start, 0 to 1 hour.
  public var delay: Duration
  /// The duration after the delay, 0 to 1 hour.
  public var duration: Duration
  /// The curve; by default ease-in-out.
  public var curve: Curve
  /// The effect; by default a fade.
  public var effect: Effect

  /// Creates a timing; the defaults are those of the host.
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
    timing.curve = curve.rawValue
    timing.effect = effect.rawValue
    timing.delay_nanoseconds = delay.wholeNanoseconds
    timing.duration_nanoseconds = duration.wholeNanoseconds
  }
}

extension Duration {
  /// The nanoseconds, clamped to the range of `Int64`.
  var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carried ? (seconds < 0 ? .min : .max) : sum
  }
}
