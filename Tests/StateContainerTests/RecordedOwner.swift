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
  /// How often it was told that the order of the layers is another.
  private(set) var orderCount = 0
  /// The movements that it was told of.
  private(set) var begun: [String] = []

  /// Events in a few words, and the children's own callbacks between them.
  private(set) var trace: [String] = []

  /// Called after an event has been written down.
  var onEvent: ((ContainerEvent<String, RecordedChild>) -> Void)?
  var onAskChildren: ((String) -> Void)?
  var timings: ((RecordedChild, Bool, Transition<String>) -> TransitionTiming?)?

  var deadlines: [String: StateDeadline<String>] = [:]

  private var made: StateContainer<String, RecordedChild>?
  var container: StateContainer<String, RecordedChild> {
    if let made { return made }
    let container = StateContainer<String, RecordedChild>(owner: self)
    container.deadlines = { [unowned self] in deadlines[$0] }
    container.addObserver { [unowned self] in note($0) }
    made = container
    return container
  }

  /// The container, on screen in its first state, with nothing written down yet.
  func onScreen() -> StateContainer<String, RecordedChild> {
    container.willAppear(animated: false)
    container.didAppear()
    log = []
    trace = []
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
    for (name, child) in named {
      child.onCall = { [unowned self] call in trace.append("\(name).\(call)") }
    }
  }

  func child(_ name: String) -> RecordedChild { children[name] ?? RecordedChild(name) }

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

  func transitionWillBegin(for child: RecordedChild, appearing: Bool, timing: TransitionTiming) {
    begun.append(
      "\(child.id) \(appearing ? "comes" : "goes") in \(timing.durationNanoseconds / 1_000_000) ms")
  }

  func layerOrderChanged() { orderCount += 1 }

  func childAdded(_ child: RecordedChild) { present.append(child.id) }
  func childRemoved(_ child: RecordedChild) { present.removeAll { $0 == child.id } }

  func takeTrace() -> [String] {
    defer { trace = [] }
    return trace
  }

  private func note(_ event: ContainerEvent<String, RecordedChild>) {
    let milliseconds = Double(container.nowNanoseconds) / 1_000_000
    let time =
      milliseconds == milliseconds.rounded() ? "\(Int64(milliseconds))" : "\(milliseconds)"
    log.append("{\"t\":\(time),\(event.fields(layers: container.layers))}")
    trace.append(event.words(layers: container.layers))
    onEvent?(event)
  }
}
