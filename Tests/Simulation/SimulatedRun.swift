internal import HostContent
internal import HostPlay
internal import HostPlugins
internal import HostRuntime
internal import HostSimulation
package import HostStates
internal import HostSurface
internal import HostSystem
internal import HostText
internal import HostWorkers
internal import StateContainer

/// One run of the program's own loop in a simulated world, held against the invariants.
package final class SimulatedRun {
  private let scenario: Scenario
  let player: ScenarioPlayer
  /// What the children are made from.
  private let catalogue: PluginCatalogue
  var world: SimulatedWorld { player.world }
  var session: Session { player.session }
  /// What the log of plugins has.
  let log: SimulatedOutput
  /// Called before the first turn and after each.
  var turnEnded: () -> Void = {}
  /// Called when all has come to rest, before the run is taken down.
  var hasComeToRest: () throws(Violation) -> Void = {}
  /// What the terminal shows may be anything until the run comes to rest.
  var isScreenDisturbed = false
  private var inputs: InputRecord
  private var finds: LoggedFinds
  private var rows = RowRecord()
  private var view = ViewRecord()
  /// How columns are looked for, and the content whose columns were looked at last.
  private let request: Columns.Request
  private let keptRowCount: Int?
  private var columnRevision = -1
  private var takenCount = 0
  private var turnsSinceAction = 0
  private var lastActionNanoseconds: Int64 = 0
  private let record: EventRecord
  private var waitingNanoseconds: Int64?
  /// How long the script suspends the program in all.
  private let suspendedNanoseconds: Int64

  /// Heard from within the run.
  private final class EventRecord {
    private(set) var lines: [(atNanoseconds: Int64, text: String)] = []
    var checker: InvariantChecker
    /// When the last transition began.
    var beganNanoseconds: Int64 = 0
    var workers: SimulatedWorkers?
    init(_ file: StatesFile) { checker = InvariantChecker(file) }

    func hear(_ event: LogEvent, atNanoseconds time: Int64) {
      switch event {
      case .willTransition: beganNanoseconds = time
      case .other(let name, let fields) where name == "pluginFailed":
        let file = fields.first { $0.name == "file" }?.value.content
        if case .string(let path)? = file { workers?.record.failed(file: path) }
      default: break
      }
      checker.record(event, atNanoseconds: time)
      lines.append((time, "\(event)"))
    }
  }

  /// What has happened, in order.
  var events: [(atNanoseconds: Int64, text: String)] { record.lines }

  init(_ scenario: Scenario, with plugins: SimulatedPlugins) throws {
    self.scenario = scenario
    let scanSteps = scenario.scanSteps
    let catalogue = scanSteps.isEmpty ? plugins.catalogue : plugins.unscanned()
    self.catalogue = catalogue
    suspendedNanoseconds = scenario.suspendedNanoseconds
    let record = EventRecord(scenario.statesFile)
    self.record = record
    let written = SimulatedOutput()
    self.log = written
    let log = PluginLog(file: PluginLogFile(written))
    inputs = InputRecord(log: written)
    finds = LoggedFinds(log: written)
    var loading = ContentLoader.Options()
    loading.columns = SimulatedTable.request(of: scenario)
    request = loading.columns
    // Files are indexed, however small they are.
    loading.maxKeptFileBytes = 0
    // Now and then only the last rows are kept, where nothing else is compared with the run.
    let isRandom = scenario.statesFile.children.contains { $0.use == "sim.rows" }
    loading.keptRowCount = isRandom && scenario.actions.count % 5 == 2 ? 7 : nil
    keptRowCount = loading.keptRowCount
    let makeWorkers = { (world: SimulatedWorld) in
      let (host, own) = SimulatedWorkers.make(
        in: world, loading: plugins, by: scenario.programs == nil ? PluginGrants() : plugins.grants)
      record.workers = own
      own.scan(steps: scanSteps)
      return host
    }
    player = try ScenarioPlayer(
      scenario,
      plugins: ScenarioPlayer.Plugins(
        catalogue: catalogue, log: log, output: PluginOutputReader(nil, log: log),
        workers: scenario.actions.contains { $0.kind.category == .worker } ? makeWorkers : nil),
      isShown: true, loading: loading,
      onTransition: { record.checker.expect($0, in: $1) }, onEvent: record.hear)
    if let workers = record.workers, !catalogue.isScanned {
      let scan = CatalogueScan(of: catalogue, in: workers)
      scan.advance(to: world.nowNanoseconds)
      session.stage.follow(scan)
    }
  }

  /// Plays a script to its end or throws `Violation`; returns the nanoseconds passed in its world.
  package static func play(_ scenario: Scenario, with plugins: SimulatedPlugins) throws -> Int64 {
    try balanced {
      let run = try SimulatedRun(scenario, with: plugins)
      try run.play()
      return (run.world.nowNanoseconds, run.world)
    }
  }

  /// Makes a run, which is gone afterwards with all that only it held: then nothing is open.
  static func balanced<Result>(_ body: () throws -> (Result, SimulatedWorld)) throws -> Result {
    let (result, world) = try body()
    let wrong = world.ledger.openPorts.map { "left open: \($0)" } + world.ledger.doubleCloses
    if !wrong.isEmpty {
      throw Violation(
        invariant: .portsBalance, atNanoseconds: world.nowNanoseconds, detail: "\(wrong)")
    }
    return result
  }

  /// How a script fails; nil where it does not.
  package static func violation(
    of scenario: Scenario, with plugins: SimulatedPlugins
  ) throws -> Violation? {
    do {
      _ = try play(scenario, with: plugins)
      return nil
    } catch let violation as Violation {
      return violation
    }
  }

  func play() throws(Violation) {
    try checkTurn()
    turnEnded()
    while !player.isOver {
      try turn()
      try checkTurn()
      turnEnded()
    }
    isScreenDisturbed = false
    try checkRest()
    try hasComeToRest()
    player.end()
    try checkEnd()
  }

  private func turn() throws(Violation) {
    let keyTakers = session.stage.keyTakers
    let left = world.actionsLeft
    do throws(ScenarioPlayError) {
      try player.turn()
    } catch {
      throw violation(.comesToRest, "\(error)")
    }
    let played = scenario.actions[(scenario.actions.count - left)...]
      .prefix(left - world.actionsLeft)
    // A page of the host's may have come and gone, with what came between.
    let hasPage = played.contains { $0.kind == .key(Key(.character("?"))) }
    let isSame = session.outcome == nil && keyTakers == session.stage.keyTakers
    inputs.turnEnded(played: played, keyTakers: isSame && !hasPage ? keyTakers : [])
    if left != world.actionsLeft {
      turnsSinceAction = 0
      lastActionNanoseconds = world.nowNanoseconds
    }
    turnsSinceAction += 1
  }

  /// Has something happen now that is not of the script.
  func perform(_ kind: ScenarioAction.Kind) {
    world.perform(kind)
    turnsSinceAction = 0
    lastActionNanoseconds = world.nowNanoseconds
  }

  /// Has all children drawn anew, at rest, and waits for that.
  func drawAnew() throws(Violation) {
    for child in session.stage.container.layers { child.context.needsDraw = true }
    session.stage.needsFrame = true
    for _ in 0..<Self.drawingTurns { try turn() }
    try checkScreen()
  }

  /// As many as a drawing in a worker takes, and more.
  private static let drawingTurns = 20

  /// Something wrote on the terminal, which shows the frame again once the run has come to rest.
  func disturbScreen() {
    world.terminal.simulateForegroundReturn()
    isScreenDisturbed = true
    takenCount = -1
  }

  private func violation(_ invariant: Invariant, _ detail: String) -> Violation {
    Violation(invariant: invariant, atNanoseconds: world.nowNanoseconds, detail: detail)
  }

  private func check(
    _ holds: Bool, _ invariant: Invariant, _ detail: @autoclosure () -> String
  ) throws(Violation) {
    if !holds { throw violation(invariant, detail()) }
  }
}

// MARK: - After each turn

extension SimulatedRun {
  private func checkTurn() throws(Violation) {
    if let broken = record.checker.violations.first {
      throw violation(.containerRules, "\(broken.rule.rawValue): \(broken.event)")
    }
    try checkScreen()
    try checkContent()
    if let workers = record.workers {
      try check(workers)
    } else if let (invariant, detail) = inputs.firstFault {
      // Children of this process are offered input within the turn, and log it.
      throw violation(invariant, detail)
    }
    try checkWaiting()
    try checkStrips()
    let context = session.stage.context
    try check(
      context.actions.count <= 64 && context.faults.count <= 256, .boundedQueues,
      "\(context.actions.count) actions, \(context.faults.count) faults")
    // A child may be woken at once 250 times in a second, so also in an instant.
    let allowed = 400 + Int((world.nowNanoseconds - lastActionNanoseconds) / 1_000_000)
    try check(
      turnsSinceAction < allowed && world.waitsAtThisInstant < 400, .comesToRest,
      "\(turnsSinceAction) turns in "
        + "\((world.nowNanoseconds - lastActionNanoseconds) / 1_000_000) ms without anything new")
  }

  private func check(_ workers: SimulatedWorkers) throws(Violation) {
    if let (invariant, detail) = workers.record.firstFault { throw violation(invariant, detail) }
    let overdue = workers.record.overdue(
      atNanoseconds: world.nowNanoseconds, suspendedNanoseconds: suspendedNanoseconds)
    if let overdue, session.outcome == nil { throw violation(.misconductEnds, overdue) }
    for failure in catalogue.failures { workers.record.scanFailed(file: failure.path) }
    if let (invariant, detail) = workers.record.firstFault { throw violation(invariant, detail) }
    let (stage, container) = (session.stage, session.stage.container)
    guard let state = container.currentState, container.appearance == .onScreen,
      !container.isTransitioning, !container.hasWaitingRequest, !stage.hasPendingCall,
      session.outcome == nil
    else { return }
    let (shown, wanted) = (container.layers.map(\.name), stage.presenterNames(of: state))
    try check(shown == wanted, .failureIsShown, "\(shown) are shown for \(wanted)")
    guard !stage.isScanning, !workers.record.hasLies else { return }
    let described = scenario.statesFile.states.first { $0.name == state }?.children ?? []
    try check(shown.count == described.count, .scanJoins, "\(shown) are shown for \(described)")
  }

  /// A transition may last two seconds longer than it would without a plugin's word, once another
  /// state waits; one that has its time behind it when a state comes ends in the next turn.
  private func checkWaiting() throws(Violation) {
    let container = session.stage.container
    guard container.hasWaitingRequest, container.appearance == .onScreen else {
      waitingNanoseconds = nil
      return
    }
    let since = waitingNanoseconds ?? world.nowNanoseconds
    waitingNanoseconds = since
    let end = record.beganNanoseconds + longestNanoseconds + 2_000_000_000
    try check(
      world.nowNanoseconds <= max(end, since), .nobodyWaitsLong,
      "a state waits since \(since / 1_000_000) ms for a transition that began at "
        + "\(record.beganNanoseconds / 1_000_000) ms")
  }

  /// The longest transition that the script itself gives a child.
  private var longestNanoseconds: Int64 {
    scenario.statesFile.children.flatMap { child in
      [true, false].map {
        let timing = child.timing(appearing: $0, over: .standard)
        return timing.delayNanoseconds + timing.durationNanoseconds
      }
    }.max() ?? 0
  }

  private func checkScreen() throws(Violation) {
    let terminal = world.terminal
    guard let screen = session.screen, session.outcome == nil, !screen.isHandedOver else { return }
    try check(
      terminal.screen.unknownSequences.isEmpty, .knownSequences,
      "\(terminal.screen.unknownSequences)")
    try check(
      screen.size.columns == terminal.size.columns && screen.size.rows == terminal.size.rows,
      .surfaceHasSize, "\(screen.size) on \(terminal.size)")
    // Until a whole frame has come, it may show what others left on it.
    guard terminal.takenCount != takenCount, terminal.hasTakenAll, !session.stage.needsFrame,
      !isScreenDisturbed
    else { return }
    takenCount = terminal.takenCount
    if let place = terminal.screen.firstDifference(from: screen.frame) {
      throw violation(
        .screenIsSurface,
        "column \(place.column), row \(place.row): \(terminal.screen.rows) for \(screen.frame.text)"
      )
    }
    try check(
      screen.frame.cursor == nil || session.stage.showsCursor, .cursorOfFocus,
      "a cursor, though the child in front shows none")
  }

  private func checkStrips() throws(Violation) {
    let container = session.stage.container
    guard container.appearance == .onScreen, !container.isTransitioning,
      !container.hasWaitingRequest, !session.stage.hasPendingCall, session.outcome == nil
    else { return }
    let children = container.layers
    for (place, child) in children.enumerated() where docks(child) {
      for (other, neighbour) in children.enumerated()
      where other < place || other > place && !docks(neighbour) {
        try check(
          child.area.clipped(to: neighbour.area).isEmpty, .stripsAreOwn,
          "\(child.name) has \(child.area), \(neighbour.name) \(neighbour.area)")
      }
    }
  }

  private func docks(_ child: StageChild) -> Bool {
    scenario.statesFile.children.contains { $0.name == child.name && $0.area != nil }
  }

  private func checkContent() throws(Violation) {
    let finds = finds.take()
    guard let feed = session.feed else { return }
    // Values of JSON are no lines.
    if request != .members,
      let wrong = rows.firstFault(
        of: feed.loader.content, read: world.source.readBytes, keeping: keptRowCount,
        grows: world.source.isFollowed)
    {
      throw violation(.rowsAreThoseSent, wrong)
    }
    // What a file that has changed shows, nobody can say.
    guard !world.source.readBytes.contains(nil) else { return }
    try checkColumns(of: feed.loader.content)
    guard let view = session.stage.context.view else { return }
    if let wrong = self.view.firstFault(of: view, over: feed.loader.content, finding: finds) {
      throw violation(.viewIsAsAsked, wrong)
    }
  }
}

extension SimulatedRun {
  private func checkColumns(of content: Content) throws(Violation) {
    guard !content.isLoading, content.revision != columnRevision else { return }
    columnRevision = content.revision
    // Of a file that is read on as it grows, the first rows decide.
    if world.source.isFollowed, content.rows.count > 200 { return }
    let all = Columns.find(in: content.rows, as: request)
    try check(
      content.columns == all, .columnsOfAllRows,
      "\(content.columns?.columns ?? []), not \(all?.columns ?? []), of \(content.rows.count) rows")
  }
}

// MARK: - At rest, and at the end

extension SimulatedRun {
  /// Whether a child goes on by itself for ever.
  private var isRestless: Bool {
    session.stage.container.layers.contains { ["busy", "rude"].contains($0.name) }
  }

  private func checkRest() throws(Violation) {
    guard session.outcome == nil, world.terminal.hasTakenAll else { return }
    try checkScreen()
    // Frames that wait for their time are shown; a child that wakes itself never rests.
    var turns = 0
    while !isRestless, !world.isOver {
      // A slow terminal may take a last frame for minutes, a few bytes at each turn.
      if session.screen?.isBehind != true { turns += 1 }
      try check(turns < 500, .comesToRest, "\(turns) turns after all has come to rest")
      try turn()
      try checkTurn()
    }
    guard !isRestless, session.stage.container.hasDeterminedState else { return }
    try check(!session.stage.wantsFrame, .lastFrameIsShown, "a frame is still wanted")
    try checkRowsOnScreen()
  }

  /// Where the list of rows is all there is, and nobody has scrolled it.
  private func checkRowsOnScreen() throws(Violation) {
    guard let feed = session.feed, let screen = session.screen,
      session.stage.container.layers.map(\.name) == ["rows"],
      record.workers?.record.hasLies != true, !session.stage.showsKeys,
      !inputs.hasScrolled, !feed.loader.content.isLoading
    else { return }
    let columns = feed.loader.content.columns
    let sent = Array(
      RowRecord.rows(of: world.source.wholeBytes, isWhole: true)
        .dropFirst((columns?.headerRowCount ?? 0) + feed.loader.content.droppedRowCount))
    guard feed.loader.content.isComplete, scenario.source == .command, request != .members,
      let view = session.stage.context.view, view.isAtRest
    else { return }
    let shown = screen.frame.text
    let looked = sent.map { columns?.looked(at: Array($0.utf8)) ?? Array($0.utf8) }
    let rows = ViewRecord.rows(of: view.facts.request, from: looked)
    // Where a tab or an ESC stands, the row's text is another than the screen's.
    for (row, number) in rows.prefix(shown.count).enumerated()
    where !sent[number].contains("\t") && !sent[number].contains("\u{1B}") {
      let sent = sent[number]
      let text = String(sent.reversed().drop { $0 == " " }.reversed())
      let isSame =
        text.count < screen.size.columns / 2 ? text == shown[row] : text.hasPrefix(shown[row])
      try check(isSame, .rowsAreShown, "row \(row) is \(shown[row]), not \(text)")
    }
  }

  private func checkEnd() throws(Violation) {
    if let left = record.workers?.record.left {
      try check(left == 0, .workersAddUp, "\(left) workers live on")
    }
    if case .notArranged(let problem)? = session.outcome, record.workers?.record.hasLies != true {
      try check(!catalogue.failures.isEmpty, .scanJoins, "\(problem)")
    }
    let terminal = world.terminal
    guard !terminal.isGone else { return }
    try check(!terminal.isRaw, .terminalAsItBegan, "it is still raw")
    try check(
      terminal.screen.modes == [7, 25] && terminal.screen.isAtRest, .terminalAsItBegan,
      "modes \(terminal.screen.modes.sorted())")
    try check(
      terminal.screen.rows == terminal.shellRows, .terminalAsItBegan,
      "\(terminal.screen.rows) for \(terminal.shellRows)")
  }
}

extension Scenario {
  /// How long the plugin scanners take for each step; none: all is known from the start.
  fileprivate var scanSteps: [Int64] {
    actions.compactMap { action in
      if case .worker(_, .scans(let time)) = action.kind { time } else { nil }
    }
  }

  fileprivate var suspendedNanoseconds: Int64 {
    actions.reduce(0) { sum, action in
      if case .suspend(let time) = action.kind { sum + time } else { sum }
    }
  }
}

extension Stage {
  /// The children that keys are offered to, by name.
  fileprivate var keyTakers: [String] {
    if showsKeys || showsPage { return [] }
    return container.layers.filter(\.hasKeys).map(\.name)
  }
}
