internal import HostText

/// Writes events as JSON Lines into one buffer that is used again and again.
///
/// Once the buffer has grown to what is written between two drains, an event of the container
/// allocates nothing.
package struct EventLogEncoder {
  /// Complete lines that wait to be written.
  package private(set) var bytes: [UInt8] = []

  package init() {}

  /// Forgets the lines, which have been written, and keeps their room.
  package mutating func drain() {
    bytes.removeAll(keepingCapacity: true)
  }

  /// Adds one line.
  ///
  /// - Parameters:
  ///   - event: what happened.
  ///   - nanoseconds: when, on the run's clock.
  package mutating func append(_ event: LogEvent, atNanoseconds nanoseconds: Int64) {
    switch event {
    case .loadAppearanceState(let state):
      begin(.loadAppearanceState, nanoseconds)
      field("state", state)
    case .willTransition(let next, let animated):
      begin(.willTransition, nanoseconds)
      field("to", next)
      field("animated", animated)
    case .didTransition(let previous, let next, let animated):
      begin(.didTransition, nanoseconds)
      field("from", previous)
      field("to", next)
      field("animated", animated)
    case .childWillAppear(let child, let animated):
      begin(.childWillAppear, nanoseconds)
      field("child", child)
      field("animated", animated)
    case .childDidAppear(let child, let animated):
      begin(.childDidAppear, nanoseconds)
      field("child", child)
      field("animated", animated)
    case .childWillDisappear(let child, let animated):
      begin(.childWillDisappear, nanoseconds)
      field("child", child)
      field("animated", animated)
    case .childDidDisappear(let child, let animated):
      begin(.childDidDisappear, nanoseconds)
      field("child", child)
      field("animated", animated)
    case .transitionWillBegin(let child, let appearing):
      begin(.transitionWillBegin, nanoseconds)
      field("child", child)
      field("appearing", appearing)
    case .transitionDidEnd(let child, let appearing):
      begin(.transitionDidEnd, nanoseconds)
      field("child", child)
      field("appearing", appearing)
    case .superseded(let state):
      begin(.superseded, nanoseconds)
      field("state", state)
    case .cancelled(let state):
      begin(.cancelled, nanoseconds)
      field("state", state)
    case .order(let children):
      begin(.order, nanoseconds)
      name("children")
      bytes.appendJSONList(children) { $1.appendJSONString($0) }
    case .other(let event, let fields):
      begin(event, nanoseconds)
      for each in fields {
        name(each.name)
        bytes.appendJSON(each.value)
      }
    }
    bytes.appendUTF8("}\n")
  }

  private mutating func begin(_ event: ContainerEventName, _ nanoseconds: Int64) {
    begin(event.rawValue, nanoseconds)
  }

  private mutating func begin(_ event: String, _ nanoseconds: Int64) {
    bytes.appendUTF8("{\"t\":")
    bytes.appendMilliseconds(nanoseconds)
    field("event", event)
  }

  private mutating func name(_ name: String) {
    bytes.append(UInt8(ascii: ","))
    bytes.appendJSONString(name)
    bytes.append(UInt8(ascii: ":"))
  }

  private mutating func field(_ name: String, _ text: String?) {
    self.name(name)
    guard let text else { return bytes.appendUTF8("null") }
    bytes.appendJSONString(text)
  }

  private mutating func field(_ name: String, _ answer: Bool) {
    self.name(name)
    bytes.appendUTF8(answer ? "true" : "false")
  }
}
