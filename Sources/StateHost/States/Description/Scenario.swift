package import HostText

/// A states file with what happens to it: the script that `statehost play` runs.
package struct Scenario: Sendable {
  package var statesFile: StatesFile
  /// What `loadAppearanceState` answers in turn, never empty; the last repeats.
  package var appearanceStates: [String]
  /// In the order of their times.
  package var actions: [ScenarioAction]
  /// In the order of the file, which is the order of their requests where one event meets several.
  package var rules: [RequestRule]

  package init(
    statesFile: StatesFile, appearanceStates: [String], actions: [ScenarioAction],
    rules: [RequestRule]
  ) {
    self.statesFile = statesFile
    self.appearanceStates = appearanceStates
    self.actions = actions
    self.rules = rules
  }
}

/// Something that happens from outside at a time of the run's clock.
package struct ScenarioAction: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case willAppear(animated: Bool)
    case didAppear
    case willDisappear(animated: Bool)
    case didDisappear
    case request(state: String, animated: Bool)
    case key(Key)
    /// Both at least 1.
    case resize(columns: Int, rows: Int)
  }

  package var atNanoseconds: Int64
  package var kind: Kind

  package init(atNanoseconds: Int64, kind: Kind) {
    self.atNanoseconds = atNanoseconds
    self.kind = kind
  }
}

/// A request made from inside an event, as an owner's callback would make it.
package struct RequestRule: Equatable, Sendable {
  package var event: ContainerEventName
  /// Only events of this child count; nil where every child's do.
  package var child: String?
  /// Only events that name this state count, as their `state` or `to`; nil where all do.
  package var state: String?
  /// Which of the events that count it is, from 1.
  package var nth: Int
  /// The state to request.
  package var request: String
  package var animated: Bool

  package init(
    event: ContainerEventName, child: String? = nil, state: String? = nil, nth: Int = 1,
    request: String, animated: Bool = true
  ) {
    self.event = event
    self.child = child
    self.state = state
    self.nth = nth
    self.request = request
    self.animated = animated
  }
}
