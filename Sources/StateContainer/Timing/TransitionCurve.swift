/// The easing curve of an animation, such as ease-in: maps linear to visible progress, both 0 to 1.
public enum TransitionCurve: String, CaseIterable, Codable, Sendable {
  /// The same speed all the way.
  case linear
  /// Slow first.
  case easeIn
  /// Slow last.
  case easeOut
  /// Slow at both ends.
  case easeInOut

  /// The curve of the reversed animation: `turned.eased(1 - p)` is `1 - eased(p)`.
  public var turned: TransitionCurve {
    switch self {
    case .linear, .easeInOut: self
    case .easeIn: .easeOut
    case .easeOut: .easeIn
    }
  }

  /// The progress to show for a linear progress; both are `0 ... 1`, and 0 and 1 map to themselves.
  ///
  /// Cubic curves. Values outside the range are clamped, and NaN counts as 0.
  public func eased(_ progress: Double) -> Double {
    guard progress > 0 else { return 0 }
    guard progress < 1 else { return 1 }
    let left = 1 - progress
    switch self {
    case .linear: return progress
    case .easeIn: return progress * progress * progress
    case .easeOut: return 1 - left * left * left
    case .easeInOut:
      return progress < 0.5 ? 4 * progress * progress * progress : 1 - 4 * left * left * left
    }
  }
}
