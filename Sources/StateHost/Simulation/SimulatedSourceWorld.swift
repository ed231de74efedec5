internal import Glibc
internal import HostStates
package import HostSystem

/// The data source and external programs of a simulated run, in place of files and real processes:
/// opens the one file in memory, starts scripted commands, and changes the data as scripted.
package final class SimulatedSourceWorld: SourceWorld {
  private let kind: ScenarioSource
  private let everyLoad: [ProcessStep]
  private let script: ScriptedPrograms?
  private let ledger: PortLedger
  private let now: () -> Int64
  private var commands: [SimulatedProcess] = []
  private var programs: [SimulatedProcess] = []
  /// The most bytes that are read of the file at once.
  package var mostReadAtOnce = Int.max
  private lazy var file = SimulatedFile { [unowned self] in mostReadAtOnce }
  private var opened: [SimulatedFile.Version] = []
  private weak var watch: SimulatedFileWatch?

  /// Whether opening and starting succeed.
  var isAvailable = true

  /// Creates the source of a scenario; without a script, programs of children copy their input.
  init(
    of scenario: Scenario, _ script: ScriptedPrograms?, ledger: PortLedger,
    now: @escaping () -> Int64
  ) {
    kind = scenario.source
    everyLoad = scenario.everyLoad
    self.script = script
    self.ledger = ledger
    self.now = now
  }

  private static let notThere = SystemError(call: "open", code: ENOENT)

  package func open(_ origin: FileOrigin) throws(SystemError) -> any FilePort {
    guard isAvailable else { throw Self.notThere }
    let port = SimulatedFilePort(file, ledger: ledger)
    opened.append(
      file.version(readCount: watch == nil ? nil : { [weak port] in port?.readCount ?? 0 }))
    return port
  }

  package func watchGrowth(of path: String) throws(SystemError) -> any FileWatchPort {
    let watch = SimulatedFileWatch(of: { [unowned self] in file.facts }, ledger: ledger)
    self.watch = watch
    return watch
  }

  /// Whether the file is followed as it grows.
  package var isFollowed: Bool { watch != nil }

  package func start(_ words: [String]) throws(SystemError) -> CommandPorts {
    guard isAvailable else { throw Self.notThere }
    let command = SimulatedProcess("command", number: commands.count, ledger: ledger)
    command.follow(everyLoad, from: now())
    commands.append(command)
    return CommandPorts(process: command, output: command.output, errors: command.errors)
  }

  /// Starts a scripted program; without a script, a program that copies its input and exits.
  package func startProgram(
    _ words: [[UInt8]], reading input: [UInt8]
  ) throws(SystemError) -> CommandPorts {
    let scripted = script?.start(words)
    if script != nil, scripted?.steps == nil { throw Self.notThere }
    let program = SimulatedProcess(
      "program", number: programs.count, ignoresTermination: script == nil ? nil : false,
      ledger: ledger)
    programs.append(program)
    if let steps = scripted?.steps {
      program.follow(steps, from: now())
    } else {
      program.output.append(input)
      program.end(.exited(0))
    }
    return CommandPorts(process: program, output: program.output, errors: program.errors)
  }

  package func knowsProgram(_ words: [[UInt8]]) -> Bool { script?.has(words) ?? true }

  package func exists(_ path: String) -> Bool { isAvailable }

  /// The bytes that each load has read, the last load last; nil for a file that has changed since.
  package var readBytes: [[UInt8]?] {
    switch kind {
    case .command: commands.map(\.output.read)
    case .file: opened.map(\.bytes)
    }
  }

  /// The bytes that a complete load would read now.
  package var wholeBytes: [UInt8] {
    switch kind {
    case .command: commands.last?.output.written ?? []
    case .file: file.bytes
    }
  }

  func collect(_ ready: inout [Ready]) {
    for command in commands + programs { command.collect(&ready) }
    if let watch, watch.hasNews { ready.append(Ready(watch.token, isReadable: true)) }
  }
}

// MARK: - Scripted steps

extension SimulatedSourceWorld {
  /// When the next step of a child's program is due; nil for never.
  var nextProgramInstant: Int64? { programs.lazy.compactMap(\.nextInstant).min() }

  /// When the next step of any process is due; nil for never.
  var nextInstant: Int64? { (commands + programs).lazy.compactMap(\.nextInstant).min() }

  /// Performs one step that is due, if any.
  func timeHasCome(_ now: Int64) {
    _ = (commands + programs).contains { $0.step(atNanoseconds: now) }
  }

  /// Delays the steps of all processes.
  func postpone(by nanoseconds: Int64) {
    for process in commands + programs { process.postpone(by: nanoseconds) }
  }
}

// MARK: - Scenario actions

extension SimulatedSourceWorld {
  func write(_ bytes: [UInt8]) {
    switch kind {
    case .command: commands.last?.output.append(bytes)
    case .file: file.append(bytes)
    }
  }

  func writeError(_ bytes: [UInt8]) { commands.last?.errors.append(bytes) }

  func end(_ end: ProcessEnd) { commands.last?.end(ProcessStatus(end)) }

  func truncate(to count: Int) { file.truncate(to: count) }

  /// Replaces the file; open ports keep the old one.
  func replace(with bytes: [UInt8]) {
    file = SimulatedFile(after: file)
    file.append(bytes)
  }
}
