/// A states file with what happens to it: the script that `statehost play` runs.
package struct Scenario: Sendable {
  package var statesFile: StatesFile
  /// What `loadAppearanceState` answers in turn, never empty; the last repeats.
  package var appearanceStates: [String]
  /// In the order of their times.
  package var actions: [ScenarioAction]
  /// What the actions of the source are about.
  package var source: ScenarioSource
  /// In the order of the file, which is the order of their requests where one event meets several.
  package var rules: [RequestRule]
  /// What the command of the source does each time it is started, at times that count from its start.
  package var everyLoad: [ProcessStep] = []
  /// What programs do that children run; nil: they write what they read, and exit at once.
  ///
  /// One that is not among them is not run.
  package var programs: [ScriptedProgram]?

  package init(
    statesFile: StatesFile, appearanceStates: [String], actions: [ScenarioAction],
    rules: [RequestRule], source: ScenarioSource = .command
  ) {
    self.statesFile = statesFile
    self.appearanceStates = appearanceStates
    self.actions = actions
    self.rules = rules
    self.source = source
  }

  /// Whether anything in it is about a source; without one there is no content.
  package var hasSource: Bool {
    !everyLoad.isEmpty || actions.contains(where: \.kind.isOfSource)
  }

  /// Whether anything in it is about workers.
  package var hasWorkers: Bool { actions.contains(where: \.kind.isOfWorker) }

  /// Whether anything in it needs a terminal, to be shown on or typed into.
  package var needsTerminal: Bool {
    statesFile.children.contains { $0.use != nil } || actions.contains(where: \.kind.isOfTerminal)
  }
}

/// What a simulated process does at a time that counts from its start.
package struct ProcessStep: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    case output([UInt8])
    case errorOutput([UInt8])
    case end(ScenarioEnd)
  }

  package var afterNanoseconds: Int64
  package var kind: Kind

  package init(afterNanoseconds: Int64, kind: Kind) {
    self.afterNanoseconds = afterNanoseconds
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
