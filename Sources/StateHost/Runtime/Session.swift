internal import HostContent
internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostTerminal
internal import StateContainer

/// One run of the program: waits for input, content, signals and time, and lets the stage follow.
///
/// Each turn of the loop gathers what has come, lets the container go on to the present instant, does
/// what children asked for, and shows at most one frame. While nothing moves it waits in one system
/// call.
final class Session {
  /// How a run behaves.
  struct Behaviour {
    var loadingTimes = LoadingTimes()
    /// Ends by itself when the source is at rest and nothing moves.
    var endsWhenSettled = false
    /// Ends at this instant, for a snapshot.
    var endNanoseconds: Int64?
    /// The keys 1, 2 and 3 choose what the demonstration shows.
    var isDemonstration = false
  }

  let stage: Stage
  let feed: SourceFeed
  let screen: any Screen
  let log: PluginLog
  let output: OutputWatch
  let behaviour: Behaviour
  var driver: ContentStateDriver<ContentError>
  var now: Int64 = 0
  var outcome: Outcome?
  /// The state that the content asked for last.
  var decidedState: String?

  private let signals: SignalInbox
  private let wakeup: Wakeup
  private let inbox: PluginInbox
  private let clock: RunClock
  private var poller: Poller
  private var events: [InputEvent] = []
  private var watched: [CInt] = []
  private var isWaitingToWrite = false
  private var lastFrameNanoseconds: Int64 = .min / 2

  /// Called at the end of every turn: where logs are written.
  var turnEnded: () -> Void = {}

  /// No more than 60 frames a second.
  static let frameIntervalNanoseconds: Int64 = 16_666_667

  private enum Token {
    static let screen: UInt64 = 0
    static let signals: UInt64 = 1
    static let wakeup: UInt64 = 2
    static let output: UInt64 = 3
    static let source: UInt64 = 1 << 32
  }

  /// What of the process a run waits for; made before any plugin is loaded.
  struct Process: ~Copyable {
    let signals: SignalInbox
    let wakeup: Wakeup
    let inbox: PluginInbox
    let poller: Poller

    init() throws(SystemCallError) {
      try installCrashGuard()
      let signals = try SignalInbox()
      let wakeup = try Wakeup()
      let poller = try Poller()
      inbox = PluginInbox(wakeDescriptor: wakeup.descriptor)
      self.signals = signals
      self.wakeup = wakeup
      self.poller = poller
    }
  }

  init(
    _ process: consuming Process, stage: Stage, feed: SourceFeed, screen: any Screen,
    log: PluginLog, output: OutputWatch, behaviour: Behaviour, clock: RunClock
  ) {
    signals = process.signals
    wakeup = process.wakeup
    inbox = process.inbox
    poller = process.poller
    self.stage = stage
    self.feed = feed
    self.screen = screen
    self.log = log
    self.output = output
    self.behaviour = behaviour
    self.clock = clock
    driver = ContentStateDriver(
      ContentSituation(isLoading: true), times: behaviour.loadingTimes,
      nowNanoseconds: clock.nowNanoseconds)
  }
}

// MARK: - The loop

extension Session {
  /// Runs to the end.
  func run() throws(SystemCallError) -> Outcome {
    try watchProcess()
    beginTurn()
    stage.resize(columns: screen.size.columns, rows: screen.size.rows)
    showOwnInitialState()
    reload()
    while true {
      try endTurn()
      if let outcome { return outcome }
      try poller.wait(timeoutNanoseconds: timeout)
      beginTurn()
      for index in 0..<poller.readyCount { take(poller[index]) }
      if let deadline = screen.nextDeadline, deadline <= now {
        screen.expire(atNanoseconds: now, into: &events)
      }
      handleEvents()
    }
  }

  private func watchProcess() throws(SystemCallError) {
    if let input = screen.input { try poller.add(input, token: Token.screen, for: .read) }
    try poller.add(signals.descriptor, token: Token.signals, for: .read)
    try poller.add(wakeup.descriptor, token: Token.wakeup, for: .read)
    if let descriptor = output.descriptor {
      try poller.add(descriptor, token: Token.output, for: .read)
    }
  }

  /// What is due by now ends before anything new is looked at.
  private func beginTurn() {
    now = clock.nowNanoseconds
    stage.advance(to: now)
  }

  /// Lets everything follow what has come, until nothing more comes of it, and shows a frame.
  private func endTurn() throws(SystemCallError) {
    contentChanged(feed.advance(to: now))
    decide()
    stage.wakeChildren()
    deliverInbox()
    performRequests()
    if let code = feed.loader.outputFailure { finish(.outputFailed(code)) }
    if let end = behaviour.endNanoseconds, now >= end { finish(.done) }
    showFrame()
    if behaviour.endsWhenSettled, isSettled { finish(.done) }
    try watchSource()
    turnEnded()
  }

  /// The first word counts.
  func finish(_ outcome: Outcome) {
    if self.outcome == nil { self.outcome = outcome }
  }

  /// Nothing loads, nothing is decided later, nothing moves, and all of it has been shown.
  private var isSettled: Bool {
    !(screen.isVisible && stage.wantsFrame) && feed.loader.isAtRest && !feed.isEndless
      && driver.nextDeadline == nil
      && stage.container.nextDeadline == nil && !stage.container.isTransitioning
      && stage.container.hasDeterminedState
  }

  /// How long the loop may sleep; nil: until something comes.
  private var timeout: Int64? {
    if feed.loader.hasWorkNow { return 0 }
    var deadline = behaviour.endNanoseconds ?? .max
    for next in [stage.nextDeadline, driver.nextDeadline, feed.nextDeadline, screen.nextDeadline] {
      if let next { deadline = min(deadline, next) }
    }
    if screen.isVisible, stage.wantsFrame, !screen.isBehind {
      deadline = min(deadline, lastFrameNanoseconds + Self.frameIntervalNanoseconds)
    }
    return deadline == .max ? nil : max(0, deadline - clock.nowNanoseconds)
  }

  private func showFrame() {
    guard screen.isVisible, stage.container.hasDeterminedState, stage.wantsFrame,
      !screen.isBehind,
      now >= lastFrameNanoseconds + Self.frameIntervalNanoseconds || outcome != nil
    else { return }
    lastFrameNanoseconds = now
    if !screen.show(stage) { finish(.terminalGone) }
    contentChanged(feed.loader.checkNotices())
  }
}

// MARK: - What comes

extension Session {
  private func take(_ ready: Poller.Ready) {
    switch ready.token {
    case Token.screen: takeInput(ready.events)
    case Token.signals: takeSignals(signals.take())
    case Token.wakeup: wakeup.clear()
    case Token.output: output.collect(from: nil)
    default:
      contentChanged(
        feed.loader.readable(CInt(truncatingIfNeeded: ready.token & 0xFFFF_FFFF), at: now))
    }
  }

  private func takeInput(_ interest: Poller.Interest) {
    if interest.contains(.write), !screen.flush() { finish(.terminalGone) }
    guard interest.contains(.read) || interest.contains(.hangup) else { return }
    if !screen.read(atNanoseconds: now, into: &events) { finish(.terminalGone) }
  }

  private func handleEvents() {
    for event in events { handle(event) }
    events.removeAll(keepingCapacity: true)
  }

  private func takeSignals(_ arrived: Signals) {
    if arrived.contains(.interrupt) { finish(.signalled(2)) }
    if arrived.contains(.terminate) { finish(.signalled(15)) }
    if arrived.contains(.quit) { finish(.signalled(3)) }
    if arrived.contains(.hangup) { finish(.terminalGone) }
    if arrived.contains(.child) { contentChanged(feed.loader.childExited(at: now)) }
    if arrived.contains(.stop) {
      screen.suspend()
      surfaceChanged()
    } else if arrived.contains(.continue) {
      screen.resume()
      surfaceChanged()
    } else if arrived.contains(.resize) {
      screen.sizeChanged()
      surfaceChanged()
    }
  }

  /// The terminal has another size, or shows nothing of ours any more.
  func surfaceChanged() {
    beginTurn()
    stage.resize(columns: screen.size.columns, rows: screen.size.rows)
    lastFrameNanoseconds = now - Self.frameIntervalNanoseconds
  }

  private func deliverInbox() {
    log.add(inbox, stage.office, waking: stage.wake)
  }

  /// Waits for the descriptors that the source has now, and no others.
  private func watchSource() throws(SystemCallError) {
    let wanted = feed.loader.watched
    if wanted != watched {
      for descriptor in watched where !wanted.contains(descriptor) {
        try? poller.remove(descriptor)
      }
      for descriptor in wanted where !watched.contains(descriptor) {
        try poller.add(
          descriptor, token: Token.source | UInt64(UInt32(bitPattern: descriptor)), for: .read)
      }
      watched = wanted
    }
    guard let input = screen.input, isWaitingToWrite != screen.isBehind else { return }
    isWaitingToWrite = screen.isBehind
    try poller.change(
      input, token: Token.screen, to: isWaitingToWrite ? [.read, .write] : .read)
  }

  /// Asks the source's command to end and waits for it, two seconds at most; a second signal kills
  /// it at once.
  func stopSource() throws(SystemCallError) {
    beginTurn()
    _ = feed.loader.stop(at: now)
    while !feed.loader.isAtRest {
      try watchSource()
      let wait = feed.loader.deadline.map { max(0, $0 - clock.nowNanoseconds) }
      try poller.wait(timeoutNanoseconds: wait ?? 100_000_000)
      beginTurn()
      for index in 0..<poller.readyCount {
        switch poller[index].token {
        case Token.signals:
          let arrived = signals.take()
          if !arrived.isDisjoint(with: [.interrupt, .terminate, .quit, .hangup]) {
            feed.loader.kill()
          }
          _ = feed.loader.childExited(at: now)
        case Token.screen, Token.wakeup, Token.output: break
        default:
          let descriptor = CInt(truncatingIfNeeded: poller[index].token & 0xFFFF_FFFF)
          _ = feed.loader.readable(descriptor, at: now)
        }
      }
      if let due = feed.loader.deadline, due <= now { _ = feed.loader.deadlinePassed(at: now) }
    }
  }
}
