internal import StateContainer

/// A child of a scenario as the container knows it: the file's word on it, and what presents it.
final class PlayedChild: StateContainerChild {
  let description: ChildDescription
  /// Nil for a blank child.
  let presented: (any PresentedChild)?

  init(_ description: ChildDescription, presented: (any PresentedChild)?) {
    self.description = description
    self.presented = presented
  }

  func timing(appearing: Bool) -> TransitionTiming? {
    description.timing(
      appearing: appearing, over: presented?.timing(appearing: appearing) ?? .standard)
  }

  func willAppear(animated: Bool) { presented?.willAppear(animated: animated) }

  func didAppear(animated: Bool) { presented?.didAppear(animated: animated) }

  func willDisappear(animated: Bool) { presented?.willDisappear(animated: animated) }

  func didDisappear(animated: Bool) { presented?.didDisappear(animated: animated) }

  func transitionWillBegin(appearing: Bool, timing: TransitionTiming) {
    presented?.transitionWillBegin(appearing: appearing, timing: timing)
  }

  func transitionDidProgress(appearing: Bool, progress: Double) {
    presented?.transitionDidProgress(appearing: appearing, progress: progress)
  }

  func transitionDidEnd(appearing: Bool) {
    presented?.transitionDidEnd(appearing: appearing)
  }
}
