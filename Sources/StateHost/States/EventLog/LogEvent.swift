package import HostText

/// One line of the event log, without its time.
package enum LogEvent: Equatable, Sendable {
  case loadAppearanceState(state: String)
  case willTransition(to: String, animated: Bool)
  /// `from` is nil the first time.
  case didTransition(from: String?, to: String, animated: Bool)
  case childWillAppear(child: String, animated: Bool)
  case childDidAppear(child: String, animated: Bool)
  case childWillDisappear(child: String, animated: Bool)
  case childDidDisappear(child: String, animated: Bool)
  case transitionWillBegin(child: String, appearing: Bool)
  case transitionDidEnd(child: String, appearing: Bool)
  case superseded(state: String)
  case cancelled(state: String)
  /// The layers, bottom first.
  case order(children: [String])
  /// Anything else that is worth a line, such as a plugin that was loaded or crashed.
  ///
  /// The name is none of the container's, and `t` and `event` are no fields of it.
  case other(event: String, fields: [LogField])

  /// The container's name of the event; nil for any other.
  package var name: ContainerEventName? {
    switch self {
    case .loadAppearanceState: .loadAppearanceState
    case .willTransition: .willTransition
    case .didTransition: .didTransition
    case .childWillAppear: .childWillAppear
    case .childDidAppear: .childDidAppear
    case .childWillDisappear: .childWillDisappear
    case .childDidDisappear: .childDidDisappear
    case .transitionWillBegin: .transitionWillBegin
    case .transitionDidEnd: .transitionDidEnd
    case .superseded: .superseded
    case .cancelled: .cancelled
    case .order: .order
    case .other: nil
    }
  }

  /// The one child that the event is about.
  package var child: String? {
    switch self {
    case .childWillAppear(let child, _), .childDidAppear(let child, _),
      .childWillDisappear(let child, _), .childDidDisappear(let child, _),
      .transitionWillBegin(let child, _), .transitionDidEnd(let child, _):
      child
    case .loadAppearanceState, .willTransition, .didTransition, .superseded, .cancelled, .order,
      .other:
      nil
    }
  }

  /// The state that the event names, as its `state` or `to`.
  package var state: String? {
    switch self {
    case .loadAppearanceState(let state), .willTransition(let state, _),
      .didTransition(_, let state, _), .superseded(let state), .cancelled(let state):
      state
    case .childWillAppear, .childDidAppear, .childWillDisappear, .childDidDisappear,
      .transitionWillBegin, .transitionDidEnd, .order, .other:
      nil
    }
  }
}

/// A field of an event that is not the container's.
package struct LogField: Equatable, Sendable {
  package var name: String
  package var value: JSONValue

  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}
