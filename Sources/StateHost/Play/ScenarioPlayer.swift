package import HostContent
package import HostPlugins
package import HostRuntime
package import HostSimulation
package import HostStates
internal import HostSurface
internal import HostSystem
internal import HostText
package import HostWorkers
internal import StateContainer

/// The player of a scenario, for `statehost play` and tests: runs the program's own event loop in a
/// simulated world with a virtual clock, as fast as possible.
///
/// The clock begins at 0 and stands still within a turn. Two runs of a scenario give the same
/// events unless its plugins behave differently.
package final class ScenarioPlayer {
  /// The most events of a run.
  package static let eventLimit = 1_000_000

  package let world: SimulatedWorld
  package let session: Session
  private let scenario: Scenario
  private let eventLimit: Int
  private let onEvent: (_ event: LogEvent, _ atNanoseconds: Int64) -> Void
  private let onTransition: (_ children: [String], _ state: String) -> Void
  /// How many events have matched each rule.
  private var ruleCounts: [Int]
  private var appearances = 0
  private var eventCount = 0
  private var hasEnded = false

  /// The plugins that present the states of a played scenario: their catalogue and log, the reader
  /// of what they print, and the workers and options of their children.
  package struct Plugins {
    package var catalogue: PluginCatalogue
    package var log: PluginLog
    package var output: PluginOutputReader
    /// Creates the workers for the world of the run; nil to run plugins in this process.
    package var workers: ((SimulatedWorld) -> PluginWorkers)?
    /// Options of children from the command line, which override those of the scenario.
    package var choices: [OptionAssignment] = []

    package init(
      catalogue: PluginCatalogue, log: PluginLog, output: PluginOutputReader,
      workers: ((SimulatedWorld) -> PluginWorkers)? = nil
    ) {
      self.catalogue = catalogue
      self.log = log
      self.output = output
      self.workers = workers
    }
  }

  /// Creates a player at time 0, before the first action.
  ///
  /// Children are blank without plugins. There is a terminal, without which no frames are made, if
  /// one is shown or the scenario needs it. The source loads again so many nanoseconds after a
  /// load, or on request alone. More events than the limit stop the run. `onTransition` is called
  /// before each transition with the children of its state, where a notice replaces one that
  /// failed, and `onEvent` for every event when it happens. Throws a child that no plugin offers.
  package init(
    _ scenario: Scenario, plugins: Plugins? = nil, isShown: Bool = false,
    loading: ContentLoader.Options = .init(), everyNanoseconds: Int64? = nil,
    options: Session.Options = .init(),
    eventLimit: Int = ScenarioPlayer.eventLimit,
    onTransition: @escaping (_ children: [String], _ state: String) -> Void = { _, _ in },
    onEvent: @escaping (_ event: LogEvent, _ atNanoseconds: Int64) -> Void
  ) throws(ArrangementProblem) {
    self.scenario = scenario
    self.eventLimit = eventLimit
    self.onTransition = onTransition
    self.onEvent = onEvent
    ruleCounts = Array(repeating: 0, count: scenario.rules.count)
    let world = SimulatedWorld(scenario)
    self.world = world
    let log = plugins?.log ?? PluginLog(file: nil)
    let output = plugins?.output ?? PluginOutputReader(nil, log: log)
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
      options: options)
    answerAppearances()
    limitRequests(of: stage)
    stage.container.addObserver { [weak self] event in self?.receive(event) }
    stage.tell = { [weak self] in self?.report($0) }
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

  /// The source of the scenario; nil if it has none.
  private static func feed(
    of scenario: Scenario, in world: SimulatedWorld, _ options: ContentLoader.Options,
    _ everyNanoseconds: Int64?
  ) -> SourceReloader? {
    guard scenario.hasSource else { return nil }
    let title = scenario.source.rawValue
    let source: Source = scenario.source == .file ? .file(title) : .command([title])
    return SourceReloader(title: title, everyNanoseconds: everyNanoseconds, reusesLoader: true) {
      ContentLoader(source, in: world.sources, options: options)
    }
  }
}

// MARK: - Time

extension ScenarioPlayer {
  package var nowNanoseconds: Int64 { world.nowNanoseconds }

  /// The current state, or the one that a transition leads to; nil before the first.
  package var currentState: String? { session.stage.container.currentState }

  /// Whether the loop has ended, or all actions have been played and nothing is pending.
  package var isOver: Bool {
    session.outcome != nil || world.isOver || (world.hasPlayedAll && isAtRest)
  }

  /// Whether nothing is pending; what children do on their own may go on for ever and does not
  /// count.
  private var isAtRest: Bool {
    guard session.stage.container.nextDeadline == nil, !world.isReady, !world.awaitsPrograms,
      session.stage.context.programs?.nextDeadline == nil,
      session.stage.workers?.awaitIdle != true
    else { return false }
    guard let feed = session.feed else { return true }
    return feed.nextDeadline == nil && !feed.loader.hasWorkNow
      && session.driver.nextDeadline == nil
  }

  /// Runs one turn of the loop.
  package func turn() throws(ScenarioPlayError) {
    let hasWaited = (try? session.turn()) != nil
    guard hasWaited, !isOverLimit else {
      throw ScenarioPlayError(
        limit: hasWaited ? .events(eventLimit) : .turns(SimulatedWorld.waitLimit),
        atNanoseconds: nowNanoseconds)
    }
  }

  /// Plays all actions, and then until nothing is pending.
  package func play() throws(ScenarioPlayError) {
    while !isOver { try turn() }
  }

  /// Plays everything due by an instant, timers of children included; the clock is then there, or
  /// at the end of the run if that is earlier.
  package func play(untilNanoseconds instant: Int64) throws(ScenarioPlayError) {
    world.stop(atNanoseconds: instant)
    while !isOver || hasTimer(dueBy: instant), !hasPlayed(untilNanoseconds: instant) { try turn() }
  }

  private func hasTimer(dueBy instant: Int64) -> Bool {
    session.outcome == nil && !world.isOver && session.stage.timerDeadline ?? .max <= instant
  }

  private func hasPlayed(untilNanoseconds instant: Int64) -> Bool {
    nowNanoseconds >= instant && world.hasPlayed(untilNanoseconds: instant)
      && session.stage.container.nextDeadline ?? .max > nowNanoseconds
  }

  /// Draws the current frame regardless of the frame rate; returns the text of its rows.
  package func frame() -> [String] {
    guard let screen = session.screen else { return [] }
    for child in session.stage.container.layers where child.type == nil {
      child.layer.outline(named: child.name)
    }
    _ = screen.show(session.stage, isMotion: false)
    if takeDrawings() { _ = screen.show(session.stage, isMotion: false) }
    return screen.frame.text
  }

  /// Receives drawings from workers while time stands still; returns whether any were pending.
  private func takeDrawings() -> Bool {
    guard let workers = session.stage.workers, !workers.areAtRest else { return false }
    var ready: [Ready] = []
    try? world.wait(untilNanoseconds: nowNanoseconds, into: &ready)
    for port in ready { workers.take(port, at: nowNanoseconds) }
    session.stage.followWorkers()
    return true
  }

  /// Ends the run without reporting further events.
  package func end() {
    hasEnded = true
    session.end()
  }
}

// MARK: - Owner actions

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
        preconditionFailure("\(action) is not an owner action")
      }
    }
  }

  /// Sets the result of the next `loadAppearanceState`.
  private func answerAppearances() {
    let answers = scenario.appearanceStates
    session.stage.appearanceState = answers[min(appearances, answers.count - 1)]
    appearances += 1
  }

  private var isOverLimit: Bool { eventCount > eventLimit }

  /// Rejects requests after too many events, so that the run ends.
  private func limitRequests(of stage: Stage) {
    let take = stage.context.requestState
    stage.context.requestState = { [weak self] state, animated, delay, isByUser in
      self?.isOverLimit == false && take(state, animated, delay, isByUser)
    }
  }

  private func receive(_ event: ContainerEvent<String, StageChild>) {
    if case .loadAppearanceState = event { answerAppearances() }
    eventCount += 1
    guard !isOverLimit, !hasEnded else { return }
    let container = session.stage.container
    let event = LogEvent(event, name: \.name, layers: { container.layers.map(\.name) })
    if case .willTransition(let state, _) = event {
      onTransition(session.stage.presenterNames(of: state), state)
    }
    report(event)
    for (index, rule) in scenario.rules.enumerated() where rule.matches(event) {
      ruleCounts[index] += 1
      if ruleCounts[index] == rule.nth {
        container.request(rule.request, animated: rule.animated)
      }
    }
  }

  private func report(_ event: LogEvent) {
    if !isOverLimit, !hasEnded { onEvent(event, session.stage.container.nowNanoseconds) }
  }
}

/// Frames as text.
extension ScenarioPlayer {
  /// The current frame, below a line with the time and the state.
  package func frameText() -> String {
    let frame = frame()
    let columns = session.screen?.size.columns ?? 0
    let title = "── \(nowNanoseconds / 1_000_000) ms, \(currentState ?? "no state") "
    let rule = String(repeating: "─", count: max(0, columns - TextWidth.columns(of: title)))
    return ([HarmlessText.cleanLine(title + rule)] + frame).joined(separator: "\n") + "\n"
  }
}

extension Layer {
  /// Draws a box with a name around the layer, for a blank child.
  func outline(named name: String) {
    clear()
    guard columns >= 2, rows >= 2 else { return }
    fill(bounds, style: Style(background: .default))
    let bar = String(repeating: "─", count: columns - 2)
    put("┌" + bar + "┐", column: 0, row: 0, style: Style())
    for row in 1..<rows - 1 {
      put("│", column: 0, row: row, style: Style())
      put("│", column: columns - 1, row: row, style: Style())
    }
    put("└" + bar + "┘", column: 0, row: rows - 1, style: Style())
    put(" \(name) ", column: 2, row: 0, style: Style(), maximumColumns: columns - 4)
  }
}

extension RequestRule {
  fileprivate func matches(_ event: LogEvent) -> Bool {
    event.name == self.event && (child == nil || child == event.child)
      && (state == nil || state == event.state)
  }
}

/// The error of a scenario stopped because it does not come to rest: the exceeded limit, and when.
package struct ScenarioPlayError: Error, Equatable {
  /// A limit of a played scenario: events of the run, or turns of the event loop at one instant.
  enum Limit: Equatable {
    case events(Int)
    case turns(Int)
  }

  let limit: Limit
  let atNanoseconds: Int64

  /// The error on one line, with the file escaped for a terminal.
  package func text(file: String) -> String {
    var time: [UInt8] = []
    time.appendMilliseconds(atNanoseconds)
    let (what, remedy) =
      switch limit {
      case .events(let count):
        ("\(count) events", "look for children or deadlines that keep requesting states")
      case .turns(let count):
        ("\(count) turns at one instant", "look for children that request something in every call")
      }
    return "statehost: the scenario does not come to rest within \(what): "
      + "\(HarmlessText.escaped(file, limit: 500)) "
      + "(at \(String(decoding: time, as: UTF8.self)) ms): \(remedy)"
  }
}
