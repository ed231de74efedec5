import StateContainer

/// An owner whose states are names, and a container whose events it writes down as log lines.
final class RecordedOwner: StateContainerOwner {
  typealias State = String
  typealias Child = RecordedChild

  let states: [String: [String]]
  let children: [String: RecordedChild]
  var appearanceStates: [String]
  private(set) var log: [String] = []
  private(set) var present: [String] = []
  private(set) var lastLoaded = 0

  /// Called after an event has been written down, with its line.
  var onEvent: ((ContainerEvent<String, RecordedChild>, String) -> Void)?
  var onAskChildren: ((String) -> Void)?
  var timings: ((RecordedChild, Bool, Transition<String>) -> TransitionTiming?)?

  private var made: StateContainer<String, RecordedChild>?
  var container: StateContainer<String, RecordedChild> {
    if let made { return made }
    let container = StateContainer<String, RecordedChild>(owner: self)
    container.addObserver { [unowned self] in note($0) }
    made = container
    return container
  }

  init(
    states: [String: [String]], children: [RecordedChild] = [], appearanceStates: [String]? = nil
  ) {
    self.states = states
    var named = Dictionary(uniqueKeysWithValues: children.map { ($0.id, $0) })
    for name in states.values.joined() where named[name] == nil {
      named[name] = RecordedChild(name)
    }
    self.children = named
    self.appearanceStates = appearanceStates ?? states.keys.sorted().prefix(1).map { $0 }
  }

  func loadAppearanceState() -> String {
    defer { lastLoaded += 1 }
    return appearanceStates[min(lastLoaded, appearanceStates.count - 1)]
  }

  func children(for state: String) -> [RecordedChild] {
    onAskChildren?(state)
    return (states[state] ?? []).compactMap { children[$0] }
  }

  func timing(for child: RecordedChild, appearing: Bool, in transition: Transition<String>)
    -> TransitionTiming?
  {
    timings?(child, appearing, transition)
  }

  func childAdded(_ child: RecordedChild) { present.append(child.id) }
  func childRemoved(_ child: RecordedChild) { present.removeAll { $0 == child.id } }

  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  private func note(_ event: ContainerEvent<String, RecordedChild>) {
    let milliseconds = Double(container.nowNanoseconds) / 1_000_000
    let time =
      milliseconds == milliseconds.rounded() ? "\(Int64(milliseconds))" : "\(milliseconds)"
    let line = "{\"t\":\(time),\(fields(of: event))}"
    log.append(line)
    onEvent?(event, line)
  }

  private func fields(of event: ContainerEvent<String, RecordedChild>) -> String {
    switch event {
    case .loadAppearanceState(let state): "\"event\":\"loadAppearanceState\",\"state\":\"\(state)\""
    case .willTransition(let state, let animated):
      "\"event\":\"willTransition\",\"to\":\"\(state)\",\"animated\":\(animated)"
    case .didTransition(let from, let to, let animated):
      "\"event\":\"didTransition\",\"from\":\(from.map { "\"\($0)\"" } ?? "null"),\"to\":\"\(to)\","
        + "\"animated\":\(animated)"
    case .childWillAppear(let child, let animated):
      "\"event\":\"childWillAppear\",\"child\":\"\(child.id)\",\"animated\":\(animated)"
    case .childDidAppear(let child, let animated):
      "\"event\":\"childDidAppear\",\"child\":\"\(child.id)\",\"animated\":\(animated)"
    case .childWillDisappear(let child, let animated):
      "\"event\":\"childWillDisappear\",\"child\":\"\(child.id)\",\"animated\":\(animated)"
    case .childDidDisappear(let child, let animated):
      "\"event\":\"childDidDisappear\",\"child\":\"\(child.id)\",\"animated\":\(animated)"
    case .transitionWillBegin(let child, let appearing):
      "\"event\":\"transitionWillBegin\",\"child\":\"\(child.id)\",\"appearing\":\(appearing)"
    case .transitionDidEnd(let child, let appearing):
      "\"event\":\"transitionDidEnd\",\"child\":\"\(child.id)\",\"appearing\":\(appearing)"
    case .superseded(let state): "\"event\":\"superseded\",\"state\":\"\(state)\""
    case .cancelled(let state): "\"event\":\"cancelled\",\"state\":\"\(state)\""
    case .order:
      "\"event\":\"order\",\"children\":["
        + container.layers.map { "\"\($0.id)\"" }.joined(separator: ",") + "]"
    }
  }
}
