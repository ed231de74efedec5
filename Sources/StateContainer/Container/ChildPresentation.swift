/// The way in which a renderer has to draw a child at the container's current time: in place, or
/// entering or leaving with a linear progress and a timing, whose curve and effect the renderer
/// applies.
public enum ChildPresentation: Equatable, Sendable {
  /// In place, without an animation.
  case steady
  /// Entering; `progress` is linear, from 0 (not visible) to 1 (in place).
  case entering(progress: Double, timing: TransitionTiming)
  /// Leaving; `progress` is linear, from 0 (in place) to 1 (gone).
  case leaving(progress: Double, timing: TransitionTiming)
}
