import StateContainer
import StateContainerTesting

/// An owner whose states are names, and a container whose events it writes down.
final class RecordedOwner: StateContainerOwner {
  typealias State = String
  typealias Child = RecordedChild

  let states: [String: [String]]
  let children: [String: RecordedChild]
  var appearanceStates: [String]
  private var loadedCount = 0

  /// Events in a few words, and the children's own callbacks between them.
  private(set) var trace: [String] = []

  /// Called after an event has been written down.
  var onEvent: ((ContainerEvent<String, RecordedChild>) -> Void)?
  var timings: ((RecordedChild, Bool, Transition<String>) -> TransitionTiming?)?
  var deadlines: [String: StateDeadline<String>] = [:]

  private var made: StateContainer<String, RecordedChild>?
  var container: StateContainer<String, RecordedChild> {
    if let made { return made }
    let container = StateContainer<String, RecordedChild>(owner: self)
    container.deadlines = { [unowned self] in deadlines[$0] }
    let recorded = container.recordEvents()
    container.addObserver { [unowned self] event in
      // Without the time in front.
      trace += recorded.take().compactMap { $0.split(separator: " ", maxSplits: 2).last }
        .map { String($0) }
      onEvent?(event)
    }
    made = container
    return container
  }

  /// The container, on screen in its first state, with nothing written down yet.
  func onScreen() -> StateContainer<String, RecordedChild> {
    container.willAppear(animated: false)
    container.didAppear()
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
    defer { loadedCount += 1 }
    return appearanceStates[min(loadedCount, appearanceStates.count - 1)]
  }

  func children(for state: String) -> [RecordedChild] {
    (states[state] ?? []).compactMap { children[$0] }
  }

  func timing(for child: RecordedChild, appearing: Bool, in transition: Transition<String>)
    -> TransitionTiming?
  {
    timings?(child, appearing, transition)
  }

  func takeTrace() -> [String] {
    defer { trace = [] }
    return trace
  }
}
