internal import HostText
package import StateContainer

/// Plays a scenario through the container on a virtual clock, as fast as it goes.
///
/// The clock begins at 0 and stands still during an event. Two plays of one scenario give the same
/// events, unless what presents its children behaves differently.
package final class ScenarioPlayer {
  /// How many events a run may have.
  package static let eventLimit = 1_000_000

  private let scenario: Scenario
  private let owner: ScenarioOwner
  private let container: StateContainer<String, PlayedChild>
  private let frameIntervalNanoseconds: Int64?
  private let eventLimit: Int
  private let hear: (_ event: LogEvent, _ atNanoseconds: Int64) -> Void
  private var rules: RuleCounter
  private var actionsPlayed = 0
  private var eventsHeard = 0

  /// Makes a player that stands before the first action.
  ///
  /// - Parameters:
  ///   - scenario: what to play.
  ///   - frameIntervalNanoseconds: presented children that move hear of their progress at every
  ///     multiple of it, and whenever something happens; nil for the latter alone.
  ///   - eventLimit: after so many events the run is given up.
  ///   - present: asked once for each child that has a `use`; nil leaves the child blank.
  ///   - hear: told every event, from within it.
  package init(
    _ scenario: Scenario, frameIntervalNanoseconds: Int64? = nil,
    eventLimit: Int = ScenarioPlayer.eventLimit,
    presenting present: (ChildDescription) -> (any PresentedChild)? = { _ in nil },
    hearing hear: @escaping (_ event: LogEvent, _ atNanoseconds: Int64) -> Void
  ) {
    self.scenario = scenario
    self.frameIntervalNanoseconds = frameIntervalNanoseconds.map { max($0, 1) }
    self.eventLimit = eventLimit
    self.hear = hear
    rules = RuleCounter(scenario.rules)
    owner = ScenarioOwner(scenario, presenting: present)
    container = StateContainer(owner: owner)
    container.addObserver { [weak self] event in self?.receive(event) }
  }

  /// The run's clock.
  package var nowNanoseconds: Int64 { container.nowNanoseconds }

  /// The state that is presented or on its way; nil before the first.
  package var currentState: String? { container.currentState }

  /// Whether all actions have been played and nothing moves any more.
  package var isOver: Bool { nextInstant == nil }

  /// Plays to the end: all actions, and then until nothing moves.
  package func play() throws(ScenarioPlayError) {
    try play(until: .max)
  }

  /// Plays everything that is due by an instant; the clock then stands at it, or at the end of
  /// the run if that comes before.
  package func play(until nanoseconds: Int64) throws(ScenarioPlayError) {
    while let instant = nextInstant, instant <= nanoseconds {
      try step(to: instant)
    }
    if !isOver, nanoseconds > nowNanoseconds { container.advance(to: nanoseconds) }
  }

  /// Requests a state, as a presented child may at any time.
  ///
  /// - Returns: false if the file has no such state, or the run has been given up.
  package func request(_ state: String, animated: Bool) -> Bool {
    guard !isGivenUp, scenario.statesFile.state(named: state) != nil else { return false }
    container.request(state, animated: animated)
    return true
  }

  /// Calls `body` with every child that is the container's now, bottom first, and how it is shown.
  package func forEachLayer(
    _ body: (ChildDescription, (any PresentedChild)?, ChildPresentation) throws -> Void
  ) rethrows {
    try container.forEachLayer { child, presentation in
      try body(child.description, child.presented, presentation)
    }
  }
}

// MARK: - Time

extension ScenarioPlayer {
  private var nextAction: ScenarioAction? {
    actionsPlayed < scenario.actions.count ? scenario.actions[actionsPlayed] : nil
  }

  /// When animations are due or a frame is.
  private var nextMovement: Int64? {
    guard let deadline = container.nextDeadline else { return nil }
    guard let interval = frameIntervalNanoseconds, container.isAnimating else { return deadline }
    return min(deadline, (nowNanoseconds / interval + 1) * interval)
  }

  private var nextInstant: Int64? {
    guard let movement = nextMovement else { return nextAction?.atNanoseconds }
    return min(movement, nextAction?.atNanoseconds ?? .max)
  }

  /// Does what is due first at an instant: what moves, before an action.
  private func step(to instant: Int64) throws(ScenarioPlayError) {
    if let movement = nextMovement, movement <= instant {
      container.advance(to: instant)
    } else if let action = nextAction {
      actionsPlayed += 1
      if instant > nowNanoseconds { container.advance(to: instant) }
      perform(action.kind)
    }
    if isGivenUp {
      throw .endless(eventLimit: eventLimit, atNanoseconds: nowNanoseconds)
    }
  }

  private func perform(_ action: ScenarioAction.Kind) {
    switch action {
    case .willAppear(let animated): container.willAppear(animated: animated)
    case .didAppear: container.didAppear()
    case .willDisappear(let animated): container.willDisappear(animated: animated)
    case .didDisappear: container.didDisappear()
    case .request(let state, let animated): container.request(state, animated: animated)
    case .key(let key): press(key)
    case .resize(let columns, let rows):
      for child in owner.children { child.presented?.resize(columns: columns, rows: rows) }
    }
  }

  /// A key of the file goes before the children; of them, the topmost that wants it has it.
  private func press(_ key: Key) {
    if let state = scenario.statesFile.state(forKey: key) {
      container.request(state, animated: true)
      return
    }
    for child in container.layers.reversed() where child.presented?.receive(key) == true {
      return
    }
  }
}

// MARK: - Events

extension ScenarioPlayer {
  private var isGivenUp: Bool { eventsHeard > eventLimit }

  private func receive(_ event: ContainerEvent<String, PlayedChild>) {
    eventsHeard += 1
    guard !isGivenUp else { return }
    let event = LogEvent(
      event, name: \.description.name, layers: { container.layers.map(\.description.name) })
    hear(event, nowNanoseconds)
    for index in rules.rules.indices where rules.isDue(index, in: event) {
      let rule = rules.rules[index]
      container.request(rule.request, animated: rule.animated)
    }
  }
}
