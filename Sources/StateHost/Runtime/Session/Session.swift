package import HostContent
package import HostPlugins
internal import HostSurface
package import HostSystem
internal import HostTerminal
internal import HostText
internal import HostWorkers
package import StateContainer

/// The event loop of a run, in the host process: waits for input, content, workers, signals and
/// deadlines, updates the children, and shows frames, until there is an outcome.
///
/// Each turn collects events, advances the container, performs children's requests, and shows at
/// most one frame. An idle session blocks in a single wait. `end` restores the terminal.
package final class Session {
  /// Settings of a session, mostly from the command line: loading times, initial filter, sort and
  /// typed keys, key columns of rows, following the file, limits and output of a pick, data sources
  /// to switch to by key, and when the run ends.
  package struct Options: Equatable {
    package var loadingTimes = LoadingTimes()
    /// Whether the run ends once the source is at rest and nothing moves.
    package var endsWhenSettled = false
    /// The time at which the run ends, for a snapshot; nil for no limit.
    package var endNanoseconds: Int64?
    package var offers: [OfferedSource] = []
    package var filter: RowFilter?
    /// The initial sort order; nil for the order of the content.
    package var sort: SortRequest?
    /// The key columns that identify a row across loads; nil to detect them.
    package var key: [String]?
    /// Whether rows accepted or passed to programs have no escape sequences, as they are shown.
    package var stripsRows = false
    /// Whether a pick with a single row accepts it once all rows are loaded.
    package var takesOnlyRow = false
    /// Whether a pick without rows ends once all rows are loaded, or have failed to load.
    package var endsWithoutMatch = false
    package var mostMarked: UInt64?
    /// The columns of the chosen rows that are to be printed; empty for whole rows.
    package var printedColumns: [String] = []
    /// Keys that are pressed before the user's, one character each; a carriage return is Enter.
    package var typedKeys = ""
    /// Whether the cursor stays at the end and rows that are appended to the file are read.
    package var followsSource = false

    package init() {}
  }

  package let world: any World
  package let stage: Stage
  package let feed: SourceReloader?
  /// The screen; nil without output to a terminal, as with `--plain`.
  package let screen: TerminalScreen?
  package let log: PluginLog
  package let options: Options
  package var driver: ContentStateDriver<ContentError>
  /// How the run ended; nil while it continues.
  package private(set) var outcome: RunOutcome?

  private let inbox: PluginInbox?
  private let output: PluginOutputReader
  private var pace = FrameRateLimit()
  /// Since when only drawings have arrived; nil if anything else has.
  private var restNanoseconds: Int64?
  private var ready: [Ready] = []
  /// Input that was read and is not in `events` yet.
  private var arrived: [InputEvent] = []
  /// Whether the terminal has input in this turn.
  private var hasInput = false
  /// The key that was handled last.
  var lastKey: Key?
  /// The keys that the key just handled stands for, to be handled next.
  var splitKeys: [Key] = []
  var events: [PendingInput] = []
  /// Keys that wait for the first rows, before all of `events`.
  var keptKeys: [Key] = []
  /// Whether the first pending input waits for an operation that an earlier one started.
  private var isHeldUp = false
  /// When the host's page opens despite unanswered earlier inputs; nil if its key is not pending.
  private var pageDeadline: Int64?
  private var movement = MouseMovementThrottle()
  /// How many replacements of the followed file have been announced.
  var replacedFileCount = 0
  private var hasPressedKeys = false
  private(set) var hasBegun = false
  private var hasDecidedPick = false

  /// Called when a turn begins, after due transitions end and before new events are handled.
  package var turnBegan: () -> Void = {}
  /// Called at the end of every turn, to write logs.
  package var turnEnded: () -> Void = {}

  package init(
    in world: any World, stage: Stage, feed: SourceReloader?, screen: TerminalScreen?,
    inbox: PluginInbox?, output: PluginOutputReader, log: PluginLog, options: Options
  ) {
    self.world = world
    self.stage = stage
    self.feed = feed
    self.screen = screen
    self.inbox = inbox
    self.output = output
    self.log = log
    self.options = options
    driver = ContentStateDriver(
      ContentSituation(isLoading: true), times: options.loadingTimes,
      now: .nanoseconds(world.nowNanoseconds))
    if feed != nil {
      stage.context.view = SharedRowView(
        in: world, of: stage.context, beginningWith: options.filter,
        sortedBy: options.sort, marking: stage.remembered.find)
      stage.context.selection = RowSelection(
        of: stage.context, identifiedBy: RowTracker(in: world, key: options.key),
        remembering: stage.remembered.row, mostMarked: options.mostMarked)
      stage.context.selection.printedColumns = options.printedColumns
      if let query = stage.context.query, query.filter != nil || query.sort != nil {
        stage.context.view?.show(query)
      }
    }
    stage.context.programs = ProgramRunner(in: world)
    stage.context.hasTerminal = screen?.canHandOver ?? false
    stage.offeredKeys = options.offers.map { KeyHelpItem(key: $0.key, action: $0.action) }
  }

  package var now: Int64 { world.nowNanoseconds }
}

// MARK: - The loop

extension Session {
  /// Runs until there is an outcome; `end` must follow, even after an error.
  package func run() throws(SystemError) {
    begin()
    while outcome == nil { try turn() }
  }

  /// Starts the first load and shows the first frame if possible, before the first wait.
  package func begin() {
    stage.workers?.timeIs(now)
    stage.advance(to: now)
    resizeStage()
    if feed != nil {
      if options.followsSource { followSource() }
      // Other initial states depend on the content.
      if hasOwnInitialState { stage.appear() }
      hasBegun = true
      reload()
    }
    follow()
  }

  package func turn() throws(SystemError) {
    try world.wait(untilNanoseconds: nextDeadline, into: &ready)
    log.advance(to: now)
    stage.workers?.timeIs(now)
    // Due transitions end before new events are handled.
    stage.advance(to: now, isFrameDue: isTime(for: .motion))
    turnBegan()
    takeSignals()
    for port in ready { take(port) }
    stage.workers?.judgeLateness()
    stage.isUnguarded = world.isUnguarded
    stage.followWorkers()
    if let problem = stage.arrangementProblem { finish(.notArranged(problem)) }
    if let screen, let deadline = screen.nextDeadline, deadline <= now {
      screen.expire(atNanoseconds: now, into: &arrived)
    }
    handleInput()
    follow()
  }

  /// Updates everything after events, and shows a frame.
  private func follow() {
    if let feed {
      // A child in a worker replies to an input for the rows that it has seen.
      feed.loader.isHeld = stage.awaitsAnswer
      let reads = !stage.context.selection.isAtEnd && !stage.context.situation.isPick
      feed.loader.keepsReplacedFile = reads && feed.loader.content.hasContent
      if feed.loader.hasNewerFile, !feed.loader.keepsReplacedFile { reload() }
      contentChanged(feed.advance(to: now))
      decide()
      decidePick(of: feed)
      pressFirstKeys()
      if let error = feed.loader.outputFailure { finish(.outputFailed(error)) }
    }
    takeTerminalBack()
    stage.context.programs?.reportEnds()
    stage.wakeChildren()
    log.add(inbox, stage.context, waking: stage.wake)
    performRequests()
    handTerminalOver()
    stage.context.situation.isFollowing = isFollowing
    stage.notifyContentChanged()
    stage.notifyChanges(atOnce: isFrameDue && stage.wantsFrame)
    stage.context.selection.noteAnchoredRow()
    stage.followHostRow(enterWaits: !keptKeys.isEmpty)
    stage.orderDrawings(forFrame: isFrameDue)
    if let end = options.endNanoseconds, now >= end { finish(.done) }
    showFrame()
    if options.endsWhenSettled, hasSettled() { finish(.done) }
    turnEnded()
  }

  private func pressFirstKeys() {
    guard !hasPressedKeys, driver.shown?.name == .content, stage.container.hasDeterminedState
    else { return }
    hasPressedKeys = true
    if options.typedKeys.isEmpty { return }
    releaseKeptKeys()
    events =
      options.typedKeys.unicodeScalars.map { scalar in
        let key = Key(scalar == "\r" ? .enter : .character(scalar))
        return PendingInput(event: .key(key), rowCount: stage.context.rowCount)
      } + events
    isHeldUp = true
  }

  /// Ends a pick with one row or none once all rows are loaded and filtered, or have failed to
  /// load; at most once in a run.
  private func decidePick(of feed: SourceReloader) {
    let content = feed.loader.content
    guard !hasDecidedPick, options.takesOnlyRow || options.endsWithoutMatch, !content.isLoading,
      let view = stage.context.view, view.isAtRest
    else { return }
    if let error = content.error {
      let hasFailed = content.hasFailedWithoutRows && error.kind != .fileAwaited
      if options.endsWithoutMatch, hasFailed { finish(.loadFailed) }
      return
    }
    hasDecidedPick = true
    // A filter of a third-party child decides nothing for the user.
    if view.setter != nil { return }
    if view.count == 0, options.endsWithoutMatch { finish(.matchedNothing) }
    if view.count == 1, options.takesOnlyRow, let row = view.row(at: 0) {
      finish(.accepted([row..<row + 1]))
    }
  }

  package func finish(_ outcome: RunOutcome) {
    if self.outcome == nil { self.outcome = outcome }
  }

  /// Whether nothing is loading, pending or moving; a child that draws or sets timers continuously
  /// delays this by at most a second.
  private func hasSettled() -> Bool {
    guard isAtRest else {
      restNanoseconds = nil
      return false
    }
    // A plugin whose file has changed may present the state that is shown.
    if stage.isScanning {
      stage.finishChecks()
      guard !stage.isScanning, isAtRest else { return false }
    }
    let since = restNanoseconds ?? now
    let limit = since + 1_000_000_000
    restNanoseconds = since
    // A child may wait a moment before it runs a program.
    let hasTimer = stage.timerDeadline.map { $0 <= limit } ?? false
    if pendingChange == .nothing, stage.areWorkersAtRest, !stage.hasPendingNotifications, !hasTimer
    {
      // Notifications without a reply may still have an effect.
      stage.workers?.requestIdle()
      if stage.areWorkersAtRest { return true }
    }
    return now >= limit && !stage.awaitsLateWorker
  }

  private var isAtRest: Bool {
    // A picture shows a repeatedly loaded source's first load; without a screen, all are printed.
    let isEndless = feed?.isEndless == true && screen == nil
    if let feed, !feed.loader.isAtRest || isEndless || driver.nextDeadline != nil { return false }
    return !isHeldUp && stage.context.view?.isAtRest ?? true
      && !stage.context.selection.isIdentifying
      && stage.context.programs?.isAtRest ?? true
      && stage.container.nextDeadline == nil
      && !stage.container.isTransitioning && stage.container.hasDeterminedState
  }

  /// The next deadline; nil if the loop can wait for events without a limit.
  private var nextDeadline: Int64? {
    if feed?.loader.hasWorkNow == true || inbox?.isEmpty == false { return now }
    if isHeldUp, let first = events.first, isReady(for: first) { return now }
    if canReleaseKeptKeys { return now }
    let frame =
      isHeldBack
      ? nil : pace.nextDeadline(for: pendingChange, isBehind: screen?.isBehind ?? false)
    let deadline = earliest(
      options.endNanoseconds, feed == nil ? nil : driver.nextDeadline, stage.nextDeadline,
      feed?.nextDeadline, screen?.nextDeadline, stage.context.programs?.nextDeadline,
      movement.deadline(of: events), stage.context.selection.heldDeadline, frame,
      isHeldUp ? stage.inputBeginDeadline : nil, pageDeadline)
    return deadline == .max ? nil : deadline
  }
}

// MARK: - Frames

extension Session {
  private var pendingChange: FrameRateLimit.PendingChange {
    guard screen != nil, stage.container.hasDeterminedState, stage.wantsFrame else {
      return .nothing
    }
    return stage.container.isAnimating ? .motion : .change
  }

  /// Whether a frame waits for first drawings and those of notifications; the last frame does not.
  private var isHeldBack: Bool {
    let awaitsDrawing =
      stage.firstDrawingDeadline != nil || stage.notificationDrawingDeadline != nil
      || stage.context.selection.heldDeadline != nil
    return outcome == nil && awaitsDrawing || screen?.isHandedOver ?? false
  }

  private var isFrameDue: Bool { isTime(for: .change) }

  private func isTime(for pendingChange: FrameRateLimit.PendingChange) -> Bool {
    guard let screen, !screen.isHandedOver else { return false }
    return pace.isTime(
      for: pendingChange, isBehind: screen.isBehind, isLast: outcome != nil, atNanoseconds: now)
  }

  private func showFrame() {
    guard let screen, !isHeldBack else { return }
    let pendingChange = pendingChange
    if pendingChange == .change { screen.dropMotion() }
    guard isTime(for: pendingChange) else { return }
    pace.frameBegan(atNanoseconds: now)
    stage.context.selection.frameBegan()
    stage.context.pick.frameBegan()
    if !screen.show(stage, isMotion: pendingChange == .motion) { finish(.terminalGone) }
    if !screen.isBehind { frameEnded() }
    if let feed { contentChanged(feed.loader.checkNotices()) }
  }

  private func flushScreen(_ screen: TerminalScreen) {
    let wasBehind = screen.isBehind
    if !screen.flush() { finish(.terminalGone) }
    guard wasBehind, !screen.isBehind else { return }
    pace.caughtUp(atNanoseconds: now)
    frameEnded()
  }

  private func frameEnded() {
    stage.context.selection.frameEnded()
    stage.context.pick.frameEnded(at: now)
  }

  package func surfaceChanged() {
    stage.advance(to: now)
    resizeStage()
    pace.forget()
  }

  private func resizeStage() {
    let size = screen?.size ?? TerminalSize.standard
    stage.resize(columns: size.columns, rows: size.rows)
  }
}

// MARK: - Incoming events

extension Session {
  private func take(_ port: Ready) {
    if let screen, port.token == screen.token {
      if port.isWritable { flushScreen(screen) }
      guard port.isReadable || port.hasHungUp else { return }
      hasInput = true
      return read(screen)
    }
    if port.token == output.token { return output.collect(from: nil) }
    stage.workers?.take(port, at: now)
    stage.takeScan(port)
    stage.takeFileChanges(port)
    stage.context.view?.take(port.token)
    if stage.context.selection.take(port.token) { stage.needsFrame = true }
    stage.context.programs?.take(port)
    if let feed { contentChanged(feed.take(port.token, at: now)) }
  }

  private func read(_ screen: TerminalScreen) {
    if !screen.read(atNanoseconds: now, into: &arrived) { finish(.terminalGone) }
  }

  /// Handles input in order, until one has to wait; keys typed in one go are read one by one, so
  /// that those after the one that ends the run stay in the terminal.
  private func handleInput() {
    handleEvents()
    var left = hasInput ? Self.queuedEventsLimit : 0
    hasInput = false
    while left > 0, events.isEmpty, outcome == nil, let screen, !screen.isHandedOver,
      !(stage.context.programs?.wantsTerminal ?? false)
    {
      read(screen)
      if arrived.isEmpty { return }
      handleEvents()
      left -= 1
    }
  }

  private func handleEvents() {
    queueArrived()
    releaseKeptKeys()
    movement.thin(&events, keepingFirst: stage.offered != nil)
    isHeldUp = false
    if stage.offered == nil { stage.drawingPatience = nil }
    var handled = 0
    while handled < events.count, outcome == nil,
      !(stage.context.programs?.wantsTerminal ?? false)
    {
      if stage.offered == nil {
        if keepBehindOthers(at: handled) { continue }
        isHeldUp = waits(events[handled])
        if isHeldUp {
          guard obeyEscape(after: handled) else { break }
          continue
        }
        guard movement.allows(events[handled], atNanoseconds: now) else { break }
        if !events[handled].isMovement { stage.notifyChanges(atOnce: true) }
      }
      // The release of a button belongs to the press.
      let isInput = !events[handled].isMovement && !events[handled].isRelease
      if isInput {
        stage.context.pick.inputBegan(events[handled].event) { screen?.frame.text(row: $0) ?? "" }
      }
      guard handle(events[handled].event) || openPage(from: handled) else { break }
      performActions()
      if isInput { stage.context.pick.inputEnded() }
      let rowCount = events[handled].rowCount
      handled += 1
      events.insert(
        contentsOf: splitKeys.map { PendingInput(event: .key($0), rowCount: rowCount) }, at: handled
      )
      splitKeys.removeAll(keepingCapacity: true)
    }
    events.removeFirst(handled)
    if pageDeadline != nil, !events.contains(where: { $0.event == Self.pageKey }) {
      pageDeadline = nil
    }
    screen?.watchReading(events.count < Self.unreadEventsLimit)
  }

  /// The most keys that are kept for the first rows, and that are read one by one in a turn.
  static let queuedEventsLimit = 256
  /// With more pending input, the terminal is not read until some of it is handled; the key of the
  /// host's page is found behind less.
  private static let unreadEventsLimit = 4096

  private static let pageKey = InputEvent.key(Key.hostPage)
  private static let pagePatienceNanoseconds: Int64 = 100_000_000

  /// Opens the host's page if its key has waited 100 ms behind an input for which a child's reply
  /// or drawing is pending: withdraws that input and drops all before the key.
  private func openPage(from first: Int) -> Bool {
    guard let page = events[first...].firstIndex(where: { $0.event == Self.pageKey }) else {
      return false
    }
    let deadline = pageDeadline ?? now + Self.pagePatienceNanoseconds
    pageDeadline = deadline
    if now < deadline { return false }
    stage.withdrawInput()
    events.removeSubrange(first..<page)
    return handle(Self.pageKey)
  }

  /// Queues input; focus events and replies of the terminal are handled immediately.
  private func queueArrived() {
    for event in arrived {
      switch event {
      case .key, .mouse, .paste:
        events.append(PendingInput(event: event, rowCount: stage.context.rowCount))
      case .focus, .reply: handle(event)
      }
    }
    arrived.removeAll(keepingCapacity: true)
  }

  /// Reads input typed before Ctrl-Z, which leaving the terminal drops; it acts after the stop.
  private func readAhead(_ screen: TerminalScreen) {
    var count: Int
    repeat {
      count = arrived.count
      read(screen)
    } while arrived.count > count && count < Self.queuedEventsLimit
  }

  private func takeSignals() {
    let arrived = world.takeSignals()
    if arrived.isEmpty { return }
    if arrived.contains(.interrupt) { interrupt() }
    if arrived.contains(.terminate) { finish(.signalled(15)) }
    if arrived.contains(.quit) { finish(.signalled(3)) }
    if arrived.contains(.hangup) { finish(.terminalGone) }
    if arrived.contains(.child) {
      stage.context.programs?.childExited()
      if let feed { contentChanged(feed.childExited(at: now)) }
    }
    if let screen, screen.isHandedOver { return follow(arrived, whileHandedOver: screen) }
    if arrived.contains(.stop) {
      if let screen { readAhead(screen) }
      try? world.suspend()
      stage.waitAnew(at: now)
      screen?.wasTakenAgain()
      surfaceChanged()
    } else if arrived.contains(.continue) {
      screen?.enterAgain()
      surfaceChanged()
    } else if arrived.contains(.resize) {
      redraw()
    }
  }
}

// MARK: - Shutdown

extension Session {
  /// Ends the run: restores the terminal, ends the source command, saves and frees children.
  package func end() {
    if outcome == .terminalGone { screen?.hangUp() }
    screen?.end(in: world, keepsInput: outcome?.isByKey ?? false)
    stage.context.view?.close()
    stage.context.selection.close()
    endCommands()
    screen?.takeBackForGood(isOrderly: stage.context.programs?.isForegroundOrderly ?? false)
    endChildren()
    // Faults of the last frame and during shutdown are logged too.
    log.add(inbox, stage.context)
    log.reportLosses()
  }

  /// How long all workers together may take for pending replies, and then again to end plugins.
  private static let lastRepliesNanoseconds: Int64 = 250_000_000

  private func endChildren() {
    stage.endScan()
    stage.leave()
    stage.workers?.requestSavedStates()
    awaitWorkers { $0.areAtRest }
    stage.free()
    stage.workers?.requestEnd()
    awaitWorkers { $0.haveEnded }
    stage.workers?.end()
    stage.followWorkers()
  }

  private func awaitWorkers(_ isDone: (PluginWorkers) -> Bool) {
    guard let workers = stage.workers else { return }
    let deadline = world.nowNanoseconds + Self.lastRepliesNanoseconds
    while !isDone(workers), world.nowNanoseconds < deadline {
      guard (try? world.wait(untilNanoseconds: deadline, into: &ready)) != nil else { return }
      for port in ready { workers.take(port, at: world.nowNanoseconds) }
    }
  }

  /// Terminates the source's command and children's programs, waiting for them at most two seconds.
  ///
  /// A second signal, or a failed wait, kills them immediately.
  private func endCommands() {
    let programs = stage.context.programs
    feed?.stop(at: now)
    programs?.stop()
    while !(feed?.isAtRest ?? true) || !(programs?.isAtRest ?? true) {
      let deadline = earliest(feed?.endDeadline, programs?.nextDeadline)
      guard (try? world.wait(untilNanoseconds: deadline, into: &ready)) != nil else {
        return killCommands()
      }
      let arrived = world.takeSignals()
      if !arrived.isDisjoint(with: [.interrupt, .terminate, .quit, .hangup]) { killCommands() }
      for port in ready {
        _ = feed?.take(port.token, at: now)
        // Workers are read so that a flooding one does not keep the wait from blocking.
        stage.workers?.take(port, at: now)
      }
      feed?.end(at: now)
      programs?.end()
    }
  }

  private func killCommands() {
    feed?.kill()
    stage.context.programs?.kill()
  }
}

/// A data source of the demonstration, to which a key switches, with its text in the key help.
package struct OfferedSource: Equatable {
  package let key: String
  package let action: String
  /// The title, in place of the source's own.
  package let title: String
  package let source: Source

  package init(key: String, action: String, title: String, source: Source) {
    self.key = key
    self.action = action
    self.title = title
    self.source = source
  }
}
