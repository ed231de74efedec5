package import HostContent
package import HostPlugins
package import HostRuntime
package import HostSimulation
package import HostStates
internal import HostSurface
internal import HostSystem
package import HostWorkers
internal import StateContainer

/// Plays a scenario through the loop of the program in a simulated world, as fast as it goes.
///
/// The clock begins at 0 and stands still within a turn. Two plays of one scenario give the same
/// events, unless its plugins behave differently.
package final class ScenarioPlayer {
  /// How many events a run may have.
  package static let eventLimit = 1_000_000

  package let world: SimulatedWorld
  package let session: Session
  private let scenario: Scenario
  private let eventLimit: Int
  private let hear: (_ event: LogEvent, _ atNanoseconds: Int64) -> Void
  private let expect: (_ children: [String], _ state: String) -> Void
  private var rules: RuleCounter
  private var appearances = 0
  private var eventsHeard = 0
  private var hasEnded = false

  /// What a run is made of besides its scenario.
  package struct Plugins {
    /// Makes the children of plugins.
    package var catalogue: PluginCatalogue
    package var log: PluginLog
    package var output: CapturedOutput
    /// Makes the workers that have them, in the world of the run; nil: they are in this process.
    package var workers: ((SimulatedWorld) -> PluginWorkers)?
    /// What children are given, over what the scenario says.
    package var choices: [OptionChoice] = []

    package init(
      catalogue: PluginCatalogue, log: PluginLog, output: CapturedOutput,
      workers: ((SimulatedWorld) -> PluginWorkers)? = nil
    ) {
      self.catalogue = catalogue
      self.log = log
      self.output = output
      self.workers = workers
    }
  }

  /// Makes a player that stands before the first action.
  ///
  /// - Parameters:
  ///   - scenario: what to play.
  ///   - plugins: the plugins' side; nil where every child is blank.
  ///   - isShown: whether it has a terminal, which it has anyhow where the scenario needs one;
  ///     without one no frame is made.
  ///   - loading: how the source of the scenario is loaded, if it has one.
  ///   - everyNanoseconds: loads again so long after each end; nil: only when asked.
  ///   - behaviour: how the run behaves.
  ///   - eventLimit: after so many events the run is given up.
  ///   - expect: told before each transition which children its state has now: a notice stands in
  ///     the place of one that has failed.
  ///   - hear: told every event, from within it.
  /// - Throws: a child that no plugin offers.
  package init(
    _ scenario: Scenario, plugins: Plugins? = nil, isShown: Bool = false,
    loading: ContentLoader.Options = .init(), everyNanoseconds: Int64? = nil,
    behaviour: Session.Behaviour = .init(),
    eventLimit: Int = ScenarioPlayer.eventLimit,
    expecting expect: @escaping (_ children: [String], _ state: String) -> Void = { _, _ in },
    hearing hear: @escaping (_ event: LogEvent, _ atNanoseconds: Int64) -> Void
  ) throws(ArrangementProblem) {
    self.scenario = scenario
    self.eventLimit = eventLimit
    self.expect = expect
    self.hear = hear
    rules = RuleCounter(scenario.rules)
    let world = SimulatedWorld(scenario)
    self.world = world
    let log = plugins?.log ?? PluginLog(file: nil)
    let output = plugins?.output ?? CapturedOutput(nil, log: log)
    let stage = Stage(
      try Arrangement(
        scenario.statesFile, of: plugins?.catalogue, choosing: plugins?.choices ?? []),
      catalogue: plugins?.catalogue, workers: plugins?.workers?(world), log: log, output: output)
    if plugins != nil { world.openGates() }
    let screen = isShown || scenario.needsTerminal ? Self.screen(of: world, stage) : nil
    session = Session(
      in: world, stage: stage,
      feed: Self.feed(of: scenario, in: world, loading, everyNanoseconds), screen: screen,
      inbox: plugins == nil ? nil : PluginInbox(), output: output, log: log,
      behaviour: behaviour)
    answerAppearances()
    limitRequests(of: stage)
    stage.container.addObserver { [weak self] event in self?.receive(event) }
    stage.tell = { [weak self] in self?.tell($0) }
    session.turnBegan = { [weak self] in self?.performOwnerActions() }
    session.begin()
  }

  private static func screen(of world: SimulatedWorld, _ stage: Stage) -> TerminalScreen? {
    var facts = stage.context.terminalFacts
    facts.isUTF8 = true
    facts.hasMouse = true
    facts.colours = 16_777_216
    facts.isDark = true
    stage.context.terminalFacts = facts
    let choices = TerminalScreen.Choices(depth: .trueColour, theme: nil, usesMouse: true)
    let environment = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]
    guard let terminal = try? world.openTerminal() else { return nil }
    return try? TerminalScreen(terminal, choices, pool: stage.pool) { environment[$0] }
  }

  /// The source of the scenario; nil where it has none.
  private static func feed(
    of scenario: Scenario, in world: SimulatedWorld, _ options: ContentLoader.Options,
    _ everyNanoseconds: Int64?
  ) -> SourceFeed? {
    guard scenario.hasSource else { return nil }
    let title = scenario.source.rawValue
    let source: Source = scenario.source == .file ? .file(title) : .command([title])
    return SourceFeed(title: title, everyNanoseconds: everyNanoseconds, reusesLoader: true) {
      ContentLoader(source, in: world.sources, options: options)
    }
  }
}

// MARK: - Time

extension ScenarioPlayer {
  /// The run's clock.
  package var nowNanoseconds: Int64 { world.nowNanoseconds }

  /// The state that is presented or on its way; nil before the first.
  package var currentState: String? { session.stage.container.currentState }

  /// The loop has ended, or all actions have been played and nothing moves any more.
  package var isOver: Bool {
    session.outcome != nil || world.isOver || (world.hasPlayedAll && isAtRest)
  }

  /// Nothing is on its way; what children do of themselves may go on for ever, and does not count.
  private var isAtRest: Bool {
    guard session.stage.container.nextDeadline == nil, !world.isReady, !world.awaitsPrograms,
      session.stage.context.programs?.nextDeadline == nil,
      session.stage.workers?.awaitIdle != true
    else { return false }
    guard let feed = session.feed else { return true }
    return feed.nextDeadline == nil && !feed.loader.hasWorkNow
      && session.driver.nextDeadline == nil
  }

  /// One turn of the loop.
  package func turn() throws(ScenarioPlayError) {
    do throws(SystemError) {
      try session.turn()
    } catch {
      throw .endless(eventLimit: eventLimit, atNanoseconds: nowNanoseconds)
    }
    if isGivenUp { throw .endless(eventLimit: eventLimit, atNanoseconds: nowNanoseconds) }
  }

  /// Plays to the end: all actions, and then until nothing moves.
  package func play() throws(ScenarioPlayError) {
    while !isOver { try turn() }
  }

  /// Plays everything that is due by an instant; the clock then stands at it, or at the end of
  /// the run if that comes before.
  package func play(untilNanoseconds instant: Int64) throws(ScenarioPlayError) {
    world.stop(atNanoseconds: instant)
    while !isOver, !hasPlayed(untilNanoseconds: instant) { try turn() }
  }

  private func hasPlayed(untilNanoseconds instant: Int64) -> Bool {
    nowNanoseconds >= instant && world.hasPlayed(untilNanoseconds: instant)
      && session.stage.container.nextDeadline ?? .max > nowNanoseconds
  }

  /// Shows the present instant, whatever the pace of frames.
  ///
  /// - Returns: the text of every row.
  package func frame() -> [String] {
    guard let screen = session.screen else { return [] }
    for child in session.stage.container.layers where child.type == nil {
      child.layer.outline(named: child.name)
    }
    _ = screen.show(session.stage, isMotion: false)
    if takeDrawings() { _ = screen.show(session.stage, isMotion: false) }
    return screen.frame.text
  }

  /// Takes what was asked of workers for a frame, while time stands still.
  ///
  /// - Returns: whether there was any of it.
  private func takeDrawings() -> Bool {
    guard let workers = session.stage.workers, !workers.areAtRest else { return false }
    var ready: [Ready] = []
    try? world.wait(untilNanoseconds: nowNanoseconds, into: &ready)
    for port in ready { workers.take(port, at: nowNanoseconds) }
    session.stage.followWorkers()
    return true
  }

  /// Takes the run down; nothing of that is told.
  package func end() {
    hasEnded = true
    session.end()
  }
}

// MARK: - The owner

extension ScenarioPlayer {
  private func performOwnerActions() {
    let stage = session.stage
    for action in world.takeOwnerActions() {
      switch action {
      case .willAppear(let animated): stage.inContainer { $0.willAppear(animated: animated) }
      case .didAppear: stage.inContainer { $0.didAppear() }
      case .willDisappear(let animated): stage.inContainer { $0.willDisappear(animated: animated) }
      case .didDisappear: stage.inContainer { $0.didDisappear() }
      case .request(let state, let animated): stage.request(state, animated: animated)
      case .reload: session.reload()
      case .key, .paste, .mouse, .input, .resize, .pace, .signal, .suspend, .output, .errorOutput,
        .end, .available, .truncate, .replace, .worker:
        preconditionFailure("\(action) is not the owner's")
      }
    }
  }

  /// The next appearance is answered with the scenario's next state.
  private func answerAppearances() {
    let answers = scenario.appearanceStates
    session.stage.appearanceState = answers[min(appearances, answers.count - 1)]
    appearances += 1
  }

  private var isGivenUp: Bool { eventsHeard > eventLimit }

  /// A run that is given up takes no more requests, so that it ends.
  private func limitRequests(of stage: Stage) {
    let take = stage.context.requestState
    stage.context.requestState = { [weak self] state, animated, delay in
      self?.isGivenUp == false && take(state, animated, delay)
    }
  }

  private func receive(_ event: ContainerEvent<String, StageChild>) {
    if case .loadAppearanceState = event { answerAppearances() }
    eventsHeard += 1
    guard !isGivenUp, !hasEnded else { return }
    let container = session.stage.container
    let event = LogEvent(event, name: \.name, layers: { container.layers.map(\.name) })
    if case .willTransition(let state, _) = event {
      expect(session.stage.presenterNames(of: state), state)
    }
    tell(event)
    for index in rules.rules.indices where rules.isDue(index, in: event) {
      let rule = rules.rules[index]
      container.request(rule.request, animated: rule.animated)
    }
  }

  private func tell(_ event: LogEvent) {
    if !isGivenUp, !hasEnded { hear(event, session.stage.container.nowNanoseconds) }
  }
}
