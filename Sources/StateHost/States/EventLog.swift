package import HostText
package import StateContainer

/// The name of a container event, such as `willTransition`, in the event log and scenario files.
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

  /// Whether the event concerns one child.
  var hasChild: Bool { !hasState && self != .order }

  /// Whether the event names a state, as its `state` or `to`.
  var hasState: Bool {
    switch self {
    case .loadAppearanceState, .willTransition, .didTransition, .superseded, .cancelled: true
    case .childWillAppear, .childDidAppear, .childWillDisappear, .childDidDisappear,
      .transitionWillBegin, .transitionDidEnd, .order:
      false
    }
  }
}

/// One event of the event log, without its time: made from a `ContainerEvent` (transition,
/// appearance, animation, order of layers), or of the host, such as a plugin's crash.
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
  /// An event of the host, such as a crash of a plugin.
  ///
  /// The name is none of `ContainerEventName`, and no field is named `t` or `event`.
  case other(event: String, fields: [LogField])

  /// `name` returns a child's name; `layers`, called for `order` only, the names in layer order.
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

  package var name: ContainerEventName? { containerFields?.name }
  package var child: String? { containerFields?.child }
  /// The event's `state` or `to`.
  package var state: String? { containerFields?.state }

  /// The name and scalar fields of a logged container event, taken out of the enum for encoding and
  /// filtering without allocation.
  fileprivate struct ContainerFields {
    let name: ContainerEventName
    var state: String?
    var child: String?
    var animated: Bool?
    var appearing: Bool?
  }

  /// Nil for an event of the host.
  fileprivate var containerFields: ContainerFields? {
    switch self {
    case .loadAppearanceState(let state): ContainerFields(name: .loadAppearanceState, state: state)
    case .willTransition(let state, let animated):
      ContainerFields(name: .willTransition, state: state, animated: animated)
    case .didTransition(_, let state, let animated):
      ContainerFields(name: .didTransition, state: state, animated: animated)
    case .childWillAppear(let child, let animated):
      ContainerFields(name: .childWillAppear, child: child, animated: animated)
    case .childDidAppear(let child, let animated):
      ContainerFields(name: .childDidAppear, child: child, animated: animated)
    case .childWillDisappear(let child, let animated):
      ContainerFields(name: .childWillDisappear, child: child, animated: animated)
    case .childDidDisappear(let child, let animated):
      ContainerFields(name: .childDidDisappear, child: child, animated: animated)
    case .transitionWillBegin(let child, let appearing):
      ContainerFields(name: .transitionWillBegin, child: child, appearing: appearing)
    case .transitionDidEnd(let child, let appearing):
      ContainerFields(name: .transitionDidEnd, child: child, appearing: appearing)
    case .superseded(let state): ContainerFields(name: .superseded, state: state)
    case .cancelled(let state): ContainerFields(name: .cancelled, state: state)
    case .order: ContainerFields(name: .order)
    case .other: nil
    }
  }
}

/// A name and JSON value in the log line of an event that the host adds, such as a plugin crash.
package struct LogField: Equatable, Sendable {
  package var name: String
  package var value: JSONValue

  package init(_ name: String, _ value: JSONValue) {
    self.name = name
    self.value = value
  }
}

/// The encoder of the event log: appends events as JSON Lines to a buffer that its owner writes out
/// and drains, and that is reused, so that a container event allocates nothing in steady state.
package struct EventLogEncoder {
  /// Complete lines that have not been drained.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Removes the lines and keeps the memory.
  package mutating func drain() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Appends the line of an event at a time on the run's clock.
  package mutating func append(_ event: LogEvent, atNanoseconds nanoseconds: Int64) {
    bytes.appendUTF8("{\"t\":")
    bytes.appendMilliseconds(nanoseconds)
    if case .other(let name, let fields) = event {
      field("event", name)
      for field in fields {
        begin(field.name)
        bytes.appendJSON(field.value)
      }
    } else if let container = event.containerFields {
      field("event", container.name.rawValue)
      if let child = container.child { field("child", child) }
      if case .didTransition(let previous, _, _) = event { field("from", previous) }
      let isTransition = container.name == .willTransition || container.name == .didTransition
      if let state = container.state { field(isTransition ? "to" : "state", state) }
      if let animated = container.animated { field("animated", animated) }
      if let appearing = container.appearing { field("appearing", appearing) }
      if case .order(let children) = event {
        begin("children")
        bytes.appendJSONList(children) { $1.appendJSONString($0) }
      }
    }
    bytes.appendUTF8("}\n")
  }

  private mutating func begin(_ name: String) {
    bytes.append(UInt8(ascii: ","))
    bytes.appendJSONString(name)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func field(_ name: String, _ text: String?) {
    begin(name)
    guard let text else { return bytes.appendUTF8("null") }
    bytes.appendJSONString(text)
  }

  private mutating func field(_ name: String, _ answer: Bool) {
    begin(name)
    bytes.appendUTF8(answer ? "true" : "false")
  }
}
