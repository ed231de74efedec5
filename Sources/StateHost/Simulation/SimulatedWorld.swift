internal import CHostSystem
internal import Glibc
package import HostStates
package import HostSystem

/// A world in memory: a virtual clock, a terminal, a source and signals, all of them from a script.
///
/// Time jumps from one instant at which something happens to the next. One thing of the script
/// happens in each wait, and only when nothing that the run itself has due is left at that instant,
/// so that two runs of one script are the same.
package final class SimulatedWorld: World {
  package private(set) var nowNanoseconds: Int64 = 0
  /// When it last went on after a suspension.
  package private(set) var continuedNanoseconds: Int64 = 0
  /// Made when it is first asked for: not every run has one.
  package private(set) lazy var terminal = SimulatedTerminal(
    columns: size.columns, rows: size.rows, script, ledger: ledger)
  /// Where the sources of the run are.
  package private(set) lazy var source = SimulatedSource(of: scenario, script, ledger: ledger) {
    [unowned self] in nowNanoseconds
  }
  package let ledger = PortLedger()

  private let scenario: Scenario
  private let script: ScriptedPrograms?
  private var actions: [ScenarioAction] { scenario.actions }
  /// How much later than it says the rest of the script happens.
  private var delayNanoseconds: Int64 = 0
  /// Everything else is stopped with the run while that is suspended, so that the rest of the script comes
  /// later; otherwise what comes meanwhile has come when it goes on.
  package var stopsWhileSuspended = false
  private let size: (columns: Int, rows: Int)
  private var hasTerminal = false
  private var played = 0
  private var signals: Signals = []
  private var suspensionNanoseconds: Int64 = 0
  private var ownerActions: [ScenarioAction.Kind] = []
  private var stops: [Int64] = []
  private var hasGates = false
  /// Processes that live beside the run, if it has such.
  package weak var processes: (any SimulatedProcesses)?
  private var outputs: [String: SimulatedOutput] = [:]
  private var backgrounds: [WeakBackground] = []
  /// How much later than it could be each step of work beside the loop is made, in nanoseconds; asked before
  /// each.
  package var backgroundDelay: () -> Int64 = { 0 }

  /// Nothing will happen any more: a run that waits now waits for ever.
  package private(set) var isOver = false
  /// How often a run has waited, and how often since the clock went on.
  package private(set) var waits = 0
  package private(set) var waitsAtThisInstant = 0

  /// - Parameters:
  ///   - scenario: the script, and what its source is.
  ///   - size: of the terminal at the beginning.
  package init(_ scenario: Scenario, size: (columns: Int, rows: Int) = (80, 24)) {
    self.scenario = scenario
    script = scenario.programs.map(ScriptedPrograms.init)
    self.size = size
  }

  package var sources: any SourceWorld { source }
  package var standardOutput: any OutputPort { output("standard output") }
  package var standardError: any OutputPort { output("standard error") }

  /// What was written to a file, or to `standard output` and `standard error`.
  package func output(_ name: String) -> SimulatedOutput {
    if let known = outputs[name] { return known }
    let made = SimulatedOutput()
    outputs[name] = made
    return made
  }

  package func openOutput(
    _ path: String, as kind: OutputKind
  ) throws(SystemError) -> any OutputPort {
    let output = output(path)
    if kind == .replacing { output.removeAll() }
    return output
  }

  package func openTerminal() throws(SystemError) -> any TerminalPort {
    hasTerminal = true
    return terminal
  }

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

  /// Another thread of a plugin has left something.
  private var areGatesWaiting: Bool { hasGates && host_gates_waiting() != 0 }

  package func captureOutput() throws(SystemError) -> any CapturePort {
    SimulatedCapture(token: ledger.makeToken())
  }
}

// MARK: - Time

extension SimulatedWorld {
  /// The script has come to its end; time may still go on.
  package var hasPlayedAll: Bool { played == actions.count }

  /// How much of the script has not happened yet.
  package var actionsLeft: Int { actions.count - played }

  /// Whether all of the script that is due by an instant has happened.
  package func hasPlayed(untilNanoseconds instant: Int64) -> Bool {
    (nextAction ?? .max) > instant
  }

  /// A program that a child runs does something later.
  package var awaitsPrograms: Bool {
    source.nextProgramInstant != nil || hasTerminal && terminal.nextProgramInstant != nil
  }

  /// Something has come that the run has not taken yet.
  package var isReady: Bool {
    var ready: [Ready] = []
    collect(&ready)
    return !ready.isEmpty || !signals.isEmpty || areGatesWaiting
      || processes?.nextInstant != nil
  }

  /// When the next thing of the script happens; nil: nothing is left.
  private var nextAction: Int64? {
    hasPlayedAll ? nil : actions[played].atNanoseconds + delayNanoseconds
  }

  private static let waitLimit = 100_000

  /// Ends a wait at an instant, though nothing happens then.
  package func stop(atNanoseconds instant: Int64) {
    stops.append(instant)
    stops.sort()
  }

  package func wait(
    untilNanoseconds deadline: Int64?, into ready: inout [Ready]
  ) throws(SystemError) {
    waits += 1
    waitsAtThisInstant += 1
    // A run that waits on and on while nothing can come would never end.
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
    goOn(to: next)
    processes?.work(atNanoseconds: nowNanoseconds)
    collect(&ready)
  }

  private func goOn(to instant: Int64) {
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
  /// What the container's owner does at this instant; asked for once a turn.
  package func takeOwnerActions() -> [ScenarioAction.Kind] {
    defer { ownerActions.removeAll(keepingCapacity: true) }
    return ownerActions
  }

  /// Has something happen at this instant that is not of the script.
  package func perform(_ action: ScenarioAction.Kind) {
    switch action {
    case .willAppear, .didAppear, .willDisappear, .didDisappear, .request, .reload:
      ownerActions.append(action)
    case .key(let key): terminal.type(InputBytes.bytes(of: key))
    case .paste(let text): terminal.type(InputBytes.bytes(ofPaste: text))
    case .mouse(let mouse): terminal.type(InputBytes.bytes(of: mouse))
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
    case .worker(let number, let fate): processes?.meet(fate, number)
    }
  }

  private func receive(_ signal: ScenarioSignal) {
    switch signal {
    case .interrupt: signals.insert(.interrupt)
    case .terminate: signals.insert(.terminate)
    case .quit: signals.insert(.quit)
    case .continue:
      terminal.disturb()
      signals.insert(.continue)
    case .hangUp:
      terminal.goAway()
      signals.insert(.hangup)
    }
  }

  package func takeSignals() -> Signals {
    defer { signals = [] }
    return signals
  }

  /// The process stands still for as long as the script says; what comes meanwhile, comes after.
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
