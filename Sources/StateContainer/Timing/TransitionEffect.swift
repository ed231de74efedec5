/// What an animation does to a child's layer while the child enters or leaves.
public enum TransitionEffect: String, CaseIterable, Codable, Sendable {
  /// The layer is simply there until the animation has ended; its name in files is `none`.
  case still = "none"
  /// The layer's opacity goes up while entering, down while leaving.
  case fade
  /// The layer moves up: in from below, or out over the top.
  case slideUp
  /// The layer moves down: in from above, or out over the bottom.
  case slideDown
  /// The layer moves left: in from the right, or out over the left.
  case slideLeft
  /// The layer moves right: in from the left, or out over the right.
  case slideRight

  /// The effect that takes a layer back the way this one brought it, or the other way round.
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
