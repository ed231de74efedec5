internal import CHostSystem
internal import Glibc
package import HostStates
package import HostSystem

/// The implementation of `World` in memory, for scenarios that are played and for simulation tests:
/// the clock, terminal, data source and signals follow a script.
///
/// Time jumps from one event to the next. Each wait performs at most one action of the scenario,
/// and only when the run has nothing else to do at that time, so that all runs of a scenario are
/// the same.
package final class SimulatedWorld: World {
  package private(set) var nowNanoseconds: Int64 = 0
  /// When the run last continued after a suspension.
  package private(set) var continuedNanoseconds: Int64 = 0
  /// Created on first use.
  package private(set) lazy var terminal = SimulatedTerminal(
    columns: size.columns, rows: size.rows, script, ledger: ledger)
  /// The sources of the run.
  package private(set) lazy var source = SimulatedSourceWorld(of: scenario, script, ledger: ledger)
  {
    [unowned self] in nowNanoseconds
  }
  package let ledger = PortLedger()

  private let scenario: Scenario
  private let script: ScriptedPrograms?
  private var actions: [ScenarioAction] { scenario.actions }
  /// The sum of the suspensions that have delayed the remaining actions.
  private var delayNanoseconds: Int64 = 0
  /// Whether a suspension delays everything else; otherwise what was due meanwhile happens when the
  /// run continues.
  package var stopsWhileSuspended = false
  private let size: (columns: Int, rows: Int)
  private var hasTerminal = false
  private var played = 0
  private var signals: Signals = []
  private var suspensionNanoseconds: Int64 = 0
  private var ownerActions: [ScenarioAction.Kind] = []
  private var stops: [Int64] = []
  private var hasGates = false
  /// Processes beside the run; nil if there are none.
  package weak var processes: (any WorkerProcessGroup)?
  private var backgrounds: [WeakBackground] = []
  /// Returns by how many nanoseconds the next step of background work is delayed.
  package var backgroundDelay: () -> Int64 = { 0 }

  /// Whether the run waits for ever, since nothing is due any more.
  package private(set) var isOver = false
  /// How often the run has waited, and how often at the current time.
  package private(set) var waits = 0
  package private(set) var waitsAtThisInstant = 0

  package init(_ scenario: Scenario, size: (columns: Int, rows: Int) = (80, 24)) {
    self.scenario = scenario
    script = scenario.programs.map(ScriptedPrograms.init)
    self.size = size
  }

  package var sources: any SourceWorld { source }

  package func openTerminal() throws(SystemError) -> any TerminalPort {
    hasTerminal = true
    return terminal
  }

  /// A weak reference to background work in the simulated world's list, so that the work is closed
  /// when its user releases it.
  private struct WeakBackground {
    weak var port: SimulatedBackground?
  }

  package func openBackground(
    for work: any BackgroundWork
  ) throws(SystemError) -> any BackgroundHandle {
    let port = SimulatedBackground(work, ledger: ledger) { [unowned self] in
      nowNanoseconds + backgroundDelay()
    }
    backgrounds.removeAll { $0.port == nil }
    backgrounds.append(WeakBackground(port: port))
    return port
  }

  package func openGates() {
    hasGates = true
    host_gates_open(-1)
  }

  /// Whether another thread of a plugin has queued a call.
  private var areGatesWaiting: Bool { hasGates && host_gates_waiting() != 0 }
}

/// Protocol of workers beside a simulated world, called during each wait so that they work while
/// the event loop is idle: real processes in a played scenario, scripted ones in the tests.
package protocol WorkerProcessGroup: AnyObject {
  /// When the next process has work; nil for never.
  var nextInstant: Int64? { get }

  /// Performs the work that is due.
  func work(atNanoseconds now: Int64)

  /// Appends their ready ports.
  func collect(_ ready: inout [Ready])

  /// Applies a scripted outcome to a process, by its index modulo the number of running ones.
  func apply(_ outcome: SimulatedWorkerBehaviour, toWorker number: Int)
}

// MARK: - Time

extension SimulatedWorld {
  /// Whether all actions have been performed; time may still go on.
  package var hasPlayedAll: Bool { played == actions.count }

  /// How many actions remain.
  package var actionsLeft: Int { actions.count - played }

  /// Whether all actions that are due by a time have been performed.
  package func hasPlayed(untilNanoseconds instant: Int64) -> Bool {
    (nextAction ?? .max) > instant
  }

  /// Whether a program that a child runs has steps left.
  package var awaitsPrograms: Bool {
    source.nextProgramInstant != nil || hasTerminal && terminal.nextProgramInstant != nil
  }

  /// Whether events are pending that the run has not taken.
  package var isReady: Bool {
    var ready: [Ready] = []
    collect(&ready)
    return !ready.isEmpty || !signals.isEmpty || areGatesWaiting
      || processes?.nextInstant != nil
  }

  /// When the next action is due; nil if none is left.
  private var nextAction: Int64? {
    hasPlayedAll ? nil : actions[played].atNanoseconds + delayNanoseconds
  }

  /// The most waits at one instant, after which a wait fails.
  package static let waitLimit = 100_000

  /// Makes a wait end at a time, even if nothing happens then.
  package func stop(atNanoseconds instant: Int64) {
    stops.append(instant)
    stops.sort()
  }

  package func wait(
    untilNanoseconds deadline: Int64?, into ready: inout [Ready]
  ) throws(SystemError) {
    waits += 1
    waitsAtThisInstant += 1
    // A run that only waits while nothing can happen would never end.
    guard waitsAtThisInstant < Self.waitLimit else {
      throw SystemError(call: "wait", code: ELOOP)
    }
    ready.removeAll(keepingCapacity: true)
    processes?.work(atNanoseconds: nowNanoseconds)
    collect(&ready)
    if !ready.isEmpty || !signals.isEmpty || areGatesWaiting { return }
    if let deadline, deadline <= nowNanoseconds { return }
    if backgrounds.contains(where: { $0.port?.step(atNanoseconds: nowNanoseconds) ?? false }) {
      collect(&ready)
      return
    }
    let next = [
      deadline, stops.first, hasTerminal ? terminal.nextInstant(after: nowNanoseconds) : nil,
      nextAction, processes?.nextInstant, source.nextInstant,
      backgrounds.compactMap(\.port?.nextInstant).min(),
    ].compactMap { $0 }.min()
    guard let next else {
      isOver = true
      return
    }
    moveClock(to: next)
    processes?.work(atNanoseconds: nowNanoseconds)
    collect(&ready)
  }

  private func moveClock(to instant: Int64) {
    if instant > nowNanoseconds {
      nowNanoseconds = instant
      waitsAtThisInstant = 0
    }
    if hasTerminal { terminal.timeHasCome(nowNanoseconds) }
    if !stops.isEmpty { stops.removeAll { $0 <= nowNanoseconds } }
    source.timeHasCome(nowNanoseconds)
    guard let due = nextAction, due <= nowNanoseconds else { return }
    played += 1
    perform(actions[played - 1].kind)
  }

  private func collect(_ ready: inout [Ready]) {
    if hasTerminal { terminal.collect(&ready) }
    source.collect(&ready)
    processes?.collect(&ready)
    for case let port? in backgrounds.map(\.port) where port.hasNews {
      ready.append(Ready(port.token, isReadable: true))
    }
  }
}

// MARK: - What happens

extension SimulatedWorld {
  /// The actions of the container's owner that are due now; called once a turn.
  package func takeOwnerActions() -> [ScenarioAction.Kind] {
    defer { ownerActions.removeAll(keepingCapacity: true) }
    return ownerActions
  }

  /// Performs an action now, from the scenario or another caller.
  package func perform(_ action: ScenarioAction.Kind) {
    switch action {
    case .willAppear, .didAppear, .willDisappear, .didDisappear, .request, .reload:
      ownerActions.append(action)
    case .key(let key): terminal.type(InputEncoder.bytes(of: key))
    case .paste(let text): terminal.type(InputEncoder.bytes(ofPaste: text))
    case .mouse(let mouse): terminal.type(InputEncoder.bytes(of: mouse))
    case .input(let bytes): terminal.type(bytes)
    case .resize(let columns, let rows):
      terminal.resize(columns: columns, rows: rows)
      signals.insert(.resize)
    case .pace(let pace): terminal.setPace(pace, atNanoseconds: nowNanoseconds)
    case .signal(let signal): receive(signal)
    case .suspend(let time):
      suspensionNanoseconds = time
      signals.insert(.stop)
    case .output(let bytes): source.write(bytes)
    case .errorOutput(let bytes): source.writeError(bytes)
    case .end(let end): source.end(end)
    case .available(let isAvailable): source.isAvailable = isAvailable
    case .truncate(let count): source.truncate(to: count)
    case .replace(let bytes): source.replace(with: bytes)
    case .worker(let number, let outcome): processes?.apply(outcome, toWorker: number)
    }
  }

  private func receive(_ signal: ScenarioSignal) {
    switch signal {
    case .interrupt: signals.insert(.interrupt)
    case .terminate: signals.insert(.terminate)
    case .quit: signals.insert(.quit)
    case .continue:
      terminal.simulateForegroundReturn()
      signals.insert(.continue)
    case .hangUp:
      terminal.hangUpByTerminal()
      signals.insert(.hangup)
    }
  }

  package func takeSignals() -> Signals {
    defer { signals = [] }
    return signals
  }

  /// Suspends the run for the scripted time; what is due meanwhile happens afterwards.
  package func suspend() throws(SystemError) {
    terminal.suspend()
    nowNanoseconds += suspensionNanoseconds
    continuedNanoseconds = nowNanoseconds
    waitsAtThisInstant = 0
    if stopsWhileSuspended {
      delayNanoseconds += suspensionNanoseconds
      source.postpone(by: suspensionNanoseconds)
      terminal.postpone(by: suspensionNanoseconds)
    }
    terminal.timeHasCome(nowNanoseconds)
    terminal.continueAfterSuspension()
  }
}
