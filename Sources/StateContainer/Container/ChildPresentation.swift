/// How a child is to be shown at the container's present instant.
public enum ChildPresentation: Equatable, Sendable {
  /// In place, nothing moves.
  case steady
  /// On its way in; `progress` is linear, 0 (not there) to 1 (in place).
  case entering(progress: Double, timing: TransitionTiming)
  /// On its way out; `progress` is linear, 0 (in place) to 1 (gone).
  case leaving(progress: Double, timing: TransitionTiming)
}
