package import HostContent
package import HostPlugins
package import HostSystem
internal import HostTerminal
internal import HostText
internal import HostWorkers
package import StateContainer

/// One run of the program, in a world: waits for input, content, signals and time, and lets the
/// stage follow.
///
/// Each turn of the loop gathers what has come, lets the container go on to the present instant, does
/// what children asked for, and shows at most one frame. While nothing moves it waits in one call.
package final class Session {
  /// How a run behaves.
  package struct Behaviour {
    package var loadingTimes = LoadingTimes()
    /// Ends by itself when the source is at rest and nothing moves.
    package var endsWhenSettled = false
    /// Ends at this instant, for a snapshot.
    package var endNanoseconds: Int64?
    /// Other sources, each behind a key: those of the demonstration.
    package var offers: [OfferedSource] = []
    /// The rows that are shown first; nil for all.
    package var filter: RowFilter?
    /// Their order at first; nil for that of the content.
    package var sort: SortRequest?
    /// What identifies a row across loads; nil: that is found out.
    package var key: KeyRequest?
    /// Rows that are taken, or given to programs, are as they are shown, not as they came.
    package var stripsRows = false
    /// The only row of a pick is taken as soon as all rows are there.
    package var takesOnlyRow = false
    /// A pick without a row ends as soon as all rows are there.
    package var endsWithoutMatch = false
    /// The most rows that can be marked; nil: any number.
    package var mostMarked: UInt64?
    /// Keys that are pressed before those of the user, a character each; a carriage return is Enter.
    package var typedKeys = ""
    /// The cursor begins at the end and stays there, and rows that are added to a file are read.
    package var followsSource = false

    package init() {}
  }

  package let world: any World
  package let stage: Stage
  /// What is loaded; nil where nothing is.
  package let feed: SourceFeed?
  /// Where it is shown; nil where nobody sees anything, as with `--plain`.
  package let screen: TerminalScreen?
  package let log: PluginLog
  package let behaviour: Behaviour
  package var driver: ContentStateDriver<ContentError>
  /// How it has ended; nil while it goes on.
  package private(set) var outcome: Outcome?

  private let inbox: PluginInbox?
  private let output: CapturedOutput
  private var pace = FramePace()
  /// Since when nothing but drawings has come; nil: something has.
  private var restNanoseconds: Int64?
  private var ready: [Ready] = []
  /// What has been read and is not among `events` yet.
  private var arrived: [InputEvent] = []
  /// What the user did and is to be handled, in order.
  var events: [PendingInput] = []
  /// The first of these waits for what an earlier one has begun.
  private var isHeldUp = false
  private var movement = MouseMovement()
  /// How often the followed file was another one, as far as the user has been told.
  var replacedFileCount = 0
  /// Whether the keys of the command line have been pressed.
  private var hasPressedKeys = false
  /// Whether the first load has begun.
  private(set) var hasBegun = false
  /// Whether the rows of a pick have been counted, which may end it.
  private var hasDecidedPick = false

  /// Called at the beginning of every turn, when what is due has ended and nothing new has come.
  package var turnBegan: () -> Void = {}
  /// Called at the end of every turn: where logs are written.
  package var turnEnded: () -> Void = {}

  /// - Parameters:
  ///   - world: where the run happens.
  ///   - stage: what presents it.
  ///   - feed: what is loaded.
  ///   - screen: where it is shown.
  ///   - inbox: what other threads of plugins leave; nil where there are no plugins.
  ///   - output: what plugins print.
  ///   - log: where both go.
  ///   - behaviour: how the run behaves.
  package init(
    in world: any World, stage: Stage, feed: SourceFeed?, screen: TerminalScreen?,
    inbox: PluginInbox?, output: CapturedOutput, log: PluginLog, behaviour: Behaviour
  ) {
    self.world = world
    self.stage = stage
    self.feed = feed
    self.screen = screen
    self.inbox = inbox
    self.output = output
    self.log = log
    self.behaviour = behaviour
    driver = ContentStateDriver(
      ContentSituation(isLoading: true), times: behaviour.loadingTimes,
      now: .nanoseconds(world.nowNanoseconds))
    if feed != nil {
      stage.context.view = ContainerView(
        in: world, of: stage.context, beginningWith: behaviour.filter,
        sortedBy: behaviour.sort, marking: stage.remembered.find)
      stage.context.selection = RowSelection(
        of: stage.context, identifiedBy: RowTracker(in: world, key: behaviour.key),
        remembering: stage.remembered.row, mostMarked: behaviour.mostMarked)
      if let query = stage.context.query, query.filter != nil || query.sort != nil {
        stage.context.view?.show(query)
      }
    }
    stage.context.programs = ChildPrograms(in: world)
    stage.context.hasTerminal = screen?.canHandOver ?? false
    stage.offeredKeys = behaviour.offers.map { KeyHelpItem(key: $0.key, action: $0.action) }
  }

  /// The present instant; stands still within a turn.
  package var now: Int64 { world.nowNanoseconds }
}

// MARK: - The loop

extension Session {
  /// Runs until there is an outcome; `end` is to follow, whatever this does.
  package func run() throws(SystemError) {
    begin()
    while outcome == nil { try turn() }
  }

  /// What happens before anything is waited for.
  package func begin() {
    stage.workers?.timeIs(now)
    stage.advance(to: now)
    resizeStage()
    if feed != nil {
      if behaviour.followsSource { followSource() }
      showOwnInitialState()
      hasBegun = true
      reload()
    }
    follow()
  }

  /// Waits once, and follows what has come.
  package func turn() throws(SystemError) {
    try world.wait(untilNanoseconds: nextDeadline, into: &ready)
    log.advance(to: now)
    stage.workers?.timeIs(now)
    // What is due by now ends before anything new is looked at.
    stage.advance(to: now)
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
    handleEvents()
    follow()
  }

  /// Lets everything follow what has come, until nothing more comes of it, and shows a frame.
  private func follow() {
    if let feed {
      // A child in a worker does what an input asks for to the rows that it has seen.
      feed.loader.isHeld = stage.awaitsAnswer
      contentChanged(feed.advance(to: now))
      decide()
      decidePick(of: feed)
      pressFirstKeys()
      if let error = feed.loader.outputFailure { finish(.outputFailed(error)) }
    }
    takeTerminalBack()
    stage.tellProgramEnds()
    stage.wakeChildren()
    deliverInbox()
    performRequests()
    handTerminalOver()
    stage.tellContent()
    stage.tellNews(atOnce: isFrameDue && stage.wantsFrame)
    stage.context.selection.noteAnchoredRow()
    if !stage.context.selection.isAtEnd { stage.context.situation.isFollowing = false }
    stage.followHostRow()
    stage.orderDrawings(forFrame: isFrameDue)
    if let end = behaviour.endNanoseconds, now >= end { finish(.done) }
    showFrame()
    if behaviour.endsWhenSettled, hasSettled() { finish(.done) }
    turnEnded()
  }

  /// Presses the keys of the command line, once there are rows.
  private func pressFirstKeys() {
    guard !hasPressedKeys, driver.shown?.name == .content, stage.container.hasDeterminedState
    else { return }
    hasPressedKeys = true
    guard !behaviour.typedKeys.isEmpty else { return }
    events =
      behaviour.typedKeys.unicodeScalars.map { scalar in
        let key = Key(scalar == "\r" ? .enter : .character(scalar))
        return PendingInput(event: .key(key), rowCount: stage.context.rowCount)
      } + events
    isHeldUp = true
  }

  /// Takes the only row, or leaves without any, once all rows are there and have been looked at; once in a run.
  private func decidePick(of feed: SourceFeed) {
    guard !hasDecidedPick, behaviour.takesOnlyRow || behaviour.endsWithoutMatch,
      !feed.loader.content.isLoading, feed.loader.content.error == nil,
      let view = stage.context.view, view.isAtRest
    else { return }
    hasDecidedPick = true
    if view.count == 0, behaviour.endsWithoutMatch { finish(.matchedNothing) }
    if view.count == 1, behaviour.takesOnlyRow, let row = view.row(at: 0) {
      finish(.accepted([row..<row + 1]))
    }
  }

  /// The first word counts.
  package func finish(_ outcome: Outcome) {
    if self.outcome == nil { self.outcome = outcome }
  }

  /// Nothing loads, nothing is decided later, nothing moves, and all of it has been shown; a child that
  /// draws without end is waited for no longer than a second.
  private func hasSettled() -> Bool {
    guard isAtRest else {
      restNanoseconds = nil
      return false
    }
    if wish == .nothing, stage.areWorkersAtRest, !stage.hasUntoldNews {
      // What they were told without a question may come to something yet.
      stage.workers?.requestIdle()
      if stage.areWorkersAtRest { return true }
    }
    let since = restNanoseconds ?? now
    restNanoseconds = since
    return now - since >= Self.drawingNanoseconds && !stage.awaitsLateWorker
  }

  private static let drawingNanoseconds: Int64 = 1_000_000_000

  private var isAtRest: Bool {
    if let feed, !feed.loader.isAtRest || feed.isEndless || driver.nextDeadline != nil {
      return false
    }
    return stage.context.view?.isAtRest ?? true && !stage.context.selection.isIdentifying
      && stage.context.programs?.isAtRest ?? true
      && stage.container.nextDeadline == nil
      && !stage.container.isTransitioning && stage.container.hasDeterminedState
  }

  /// When something is due by itself; nil: the loop may sleep until something comes.
  private var nextDeadline: Int64? {
    if feed?.loader.hasWorkNow == true || inbox?.isEmpty == false { return now }
    if isHeldUp, let first = events.first, isReady(for: first) { return now }
    var deadline = behaviour.endNanoseconds ?? .max
    func heed(_ next: Int64?) { if let next { deadline = min(deadline, next) } }
    if feed != nil { heed(driver.nextDeadline) }
    heed(stage.nextDeadline)
    heed(feed?.nextDeadline)
    heed(screen?.nextDeadline)
    heed(stage.context.programs?.nextDeadline)
    heed(movement.deadline(of: events))
    heed(stage.context.selection.heldDeadline)
    if !isHeldBack {
      heed(pace.nextDeadline(for: wish, isBehind: screen?.isBehind ?? false))
    }
    return deadline == .max ? nil : deadline
  }
}

// MARK: - Frames

extension Session {
  /// What a frame would show that the last one does not.
  private var wish: FramePace.Wish {
    guard screen != nil, stage.container.hasDeterminedState, stage.wantsFrame else {
      return .nothing
    }
    return stage.container.isAnimating ? .motion : .change
  }

  /// A frame waits for the first drawing of a child, and for those that show what the others show, but not at the
  /// end.
  private var isHeldBack: Bool {
    let awaitsDrawing =
      stage.firstDrawingDeadline != nil || stage.newsDrawingDeadline != nil
      || stage.context.selection.heldDeadline != nil
    return outcome == nil && awaitsDrawing || screen?.isHandedOver ?? false
  }

  /// The next frame need not wait for its time.
  private var isFrameDue: Bool {
    guard let screen, !screen.isHandedOver else { return false }
    return pace.isTime(
      for: .change, isBehind: screen.isBehind, isLast: outcome != nil, atNanoseconds: now)
  }

  private func showFrame() {
    guard let screen, !isHeldBack else { return }
    let wish = wish
    if wish == .change { screen.dropMotion() }
    guard
      pace.isTime(
        for: wish, isBehind: screen.isBehind, isLast: outcome != nil, atNanoseconds: now)
    else { return }
    pace.frameBegan(atNanoseconds: now)
    stage.context.selection.frameBegan()
    stage.context.pick.frameBegan()
    if !screen.show(stage, isMotion: wish == .motion) { finish(.terminalGone) }
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

  /// The last frame has been written completely.
  private func frameEnded() {
    stage.context.selection.frameEnded()
    stage.context.pick.frameEnded(at: now)
  }

  /// The terminal has another size, or shows nothing of ours any more.
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

// MARK: - What comes

extension Session {
  private func take(_ port: Ready) {
    if let screen, port.token == screen.token { return takeInput(port, screen) }
    if port.token == output.token { return output.collect(from: nil) }
    stage.workers?.take(port, at: now)
    stage.takeScan(port)
    stage.takeFileChanges(port)
    stage.context.view?.take(port.token)
    if stage.context.selection.take(port.token) { stage.needsFrame = true }
    stage.context.programs?.take(port)
    if let feed { contentChanged(feed.take(port.token, at: now)) }
  }

  private func takeInput(_ port: Ready, _ screen: TerminalScreen) {
    if port.isWritable { flushScreen(screen) }
    guard port.isReadable || port.hasHungUp else { return }
    if !screen.read(atNanoseconds: now, into: &arrived) { finish(.terminalGone) }
  }

  /// Handles what the user did, in order, as far as nothing has to be waited for.
  private func handleEvents() {
    queueArrived()
    movement.thin(&events, keepingFirst: stage.offered != nil)
    isHeldUp = false
    if stage.offered == nil { stage.drawingPatience = nil }
    var handled = 0
    while handled < events.count, outcome == nil,
      !(stage.context.programs?.wantsTerminal ?? false)
    {
      if stage.offered == nil {
        isHeldUp = waits(events[handled])
        if isHeldUp {
          guard obeyEscape(after: handled) else { break }
          continue
        }
        guard movement.allows(events[handled], atNanoseconds: now) else { break }
        if !events[handled].isMovement { stage.tellNews(atOnce: true) }
      }
      stage.context.pick.inputBegan(events[handled].event)
      guard handle(events[handled].event) else { break }
      performActions()
      stage.context.pick.inputEnded()
      handled += 1
    }
    events.removeFirst(handled)
    screen?.watchReading(events.count < Self.queuedEventsLimit)
  }

  /// With more than this the terminal keeps what the user types, until some of it has been handled.
  private static let queuedEventsLimit = 256

  /// What a terminal says by itself waits for nothing.
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
      try? world.suspend()
      stage.waitAnew(at: now)
      screen?.wasTakenAgain()
      surfaceChanged()
    } else if arrived.contains(.continue) {
      screen?.enterAgain()
      surfaceChanged()
    } else if arrived.contains(.resize) {
      screen?.sizeChanged()
      surfaceChanged()
    }
  }

  private func deliverInbox() {
    log.add(inbox, stage.context, waking: stage.wake)
  }
}

// MARK: - The end

extension Session {
  /// Takes everything down: the terminal is given back, the source's command ends, and the children
  /// save their states and are freed.
  package func end() {
    if outcome == .terminalGone { screen?.hangUp() }
    screen?.end(in: world)
    stage.context.view?.close()
    stage.context.selection.close()
    endCommands()
    takeTerminalBackForGood()
    endChildren()
    // What children did wrong in the last frame, or while they were freed, is told too.
    log.add(inbox, stage.context)
    log.tellLosses()
  }

  /// How long all workers together have to reply to what is pending, and then as long again to end their plugins.
  private static let lastRepliesNanoseconds: Int64 = 250_000_000

  private func endChildren() {
    stage.endScan()
    stage.leave()
    stage.workers?.askForStates()
    awaitWorkers { $0.areAtRest }
    stage.free()
    stage.workers?.askToEnd()
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

  /// Asks the source's command, and what runs for children, to end and waits for that, two seconds at
  /// most; a second signal kills them at once, and so does a world that cannot wait any more.
  private func endCommands() {
    let programs = stage.context.programs
    feed?.stop(at: now)
    programs?.stop()
    while !(feed?.isAtRest ?? true) || !(programs?.isAtRest ?? true) {
      let deadline = [feed?.endDeadline, programs?.nextDeadline].compactMap(\.self).min()
      do throws(SystemError) {
        try world.wait(untilNanoseconds: deadline, into: &ready)
      } catch {
        return killCommands()
      }
      let arrived = world.takeSignals()
      if !arrived.isDisjoint(with: [.interrupt, .terminate, .quit, .hangup]) { killCommands() }
      for port in ready {
        _ = feed?.take(port.token, at: now)
        // One that floods is not to keep the loop awake.
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

/// A source that a key of its own chooses.
package struct OfferedSource {
  /// The key, by its name.
  package let key: String
  /// What the key does, for the line of keys.
  package let action: String
  /// What is asked for, in place of the source's own words.
  package let title: String
  package let source: Source

  package init(key: String, action: String, title: String, source: Source) {
    self.key = key
    self.action = action
    self.title = title
    self.source = source
  }
}
