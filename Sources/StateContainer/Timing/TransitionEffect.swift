/// The visual effect of a child entering or leaving: none, a fade, or a slide in one direction.
public enum TransitionEffect: String, CaseIterable, Codable, Sendable {
  /// The layer does not change until the animation has ended; its name in files is `none`.
  case still = "none"
  /// The layer's opacity increases when entering, and decreases when leaving.
  case fade
  /// The layer moves up: in from below, or out over the top.
  case slideUp
  /// The layer moves down: in from above, or out over the bottom.
  case slideDown
  /// The layer moves left: in from the right, or out over the left.
  case slideLeft
  /// The layer moves right: in from the left, or out over the right.
  case slideRight

  /// The effect of the reversed animation.
  public var turned: TransitionEffect {
    switch self {
    case .still, .fade: self
    case .slideUp: .slideDown
    case .slideDown: .slideUp
    case .slideLeft: .slideRight
    case .slideRight: .slideLeft
    }
  }
}
