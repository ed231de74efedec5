/// The container's events by the names that the event log and scenarios give them.
package enum ContainerEventName: String, CaseIterable, Sendable {
  case loadAppearanceState
  case willTransition
  case didTransition
  case childWillAppear
  case childDidAppear
  case childWillDisappear
  case childDidDisappear
  case transitionWillBegin
  case transitionDidEnd
  case superseded
  case cancelled
  case order

  /// Whether the event is about one child.
  package var hasChild: Bool {
    switch self {
    case .childWillAppear, .childDidAppear, .childWillDisappear, .childDidDisappear,
      .transitionWillBegin, .transitionDidEnd:
      true
    case .loadAppearanceState, .willTransition, .didTransition, .superseded, .cancelled, .order:
      false
    }
  }

  /// Whether the event names a state, as its `state` or `to`.
  package var hasState: Bool {
    switch self {
    case .loadAppearanceState, .willTransition, .didTransition, .superseded, .cancelled: true
    case .childWillAppear, .childDidAppear, .childWillDisappear, .childDidDisappear,
      .transitionWillBegin, .transitionDidEnd, .order:
      false
    }
  }
}
