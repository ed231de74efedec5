package import StateContainer

extension LogEvent {
  /// What happened in a container, as a line of the event log.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - name: gives a child's name.
  ///   - layers: gives the names in layer order, where the event is that it has changed.
  package init<Child>(
    _ event: ContainerEvent<String, Child>, name: (Child) -> String, layers: () -> [String]
  ) {
    self =
      switch event {
      case .loadAppearanceState(let state): .loadAppearanceState(state: state)
      case .willTransition(let next, let animated): .willTransition(to: next, animated: animated)
      case .didTransition(let previous, let next, let animated):
        .didTransition(from: previous, to: next, animated: animated)
      case .childWillAppear(let child, let animated):
        .childWillAppear(child: name(child), animated: animated)
      case .childDidAppear(let child, let animated):
        .childDidAppear(child: name(child), animated: animated)
      case .childWillDisappear(let child, let animated):
        .childWillDisappear(child: name(child), animated: animated)
      case .childDidDisappear(let child, let animated):
        .childDidDisappear(child: name(child), animated: animated)
      case .transitionWillBegin(let child, let appearing):
        .transitionWillBegin(child: name(child), appearing: appearing)
      case .transitionDidEnd(let child, let appearing):
        .transitionDidEnd(child: name(child), appearing: appearing)
      case .superseded(let state): .superseded(state: state)
      case .cancelled(let state): .cancelled(state: state)
      case .order: .order(children: layers())
      }
  }
}
