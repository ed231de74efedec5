internal import Glibc
internal import HostStates
package import HostSystem

/// The source of a simulated run: a command, started anew for each load, or one file.
package final class SimulatedSource: SourceWorld {
  private let kind: ScenarioSource
  private let everyLoad: [ProcessStep]
  private let script: ScriptedPrograms?
  private let ledger: PortLedger
  private let now: () -> Int64
  private var commands: [SimulatedCommand] = []
  private var programs: [SimulatedCommand] = []
  private var file = SimulatedFile()
  private var opened: [SimulatedFile.Version] = []
  private weak var watch: SimulatedFileWatch?

  /// Whether it can be opened now.
  var isAvailable = true

  /// - Parameters:
  ///   - scenario: what the source is, and what its processes do by themselves.
  ///   - script: what programs do.
  ///   - ledger: notes what is opened and closed.
  ///   - now: the present instant.
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

  package func openFile(_ path: String) throws(SystemError) -> any FilePort {
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

  /// Whether the file is read on as it grows.
  package var isFollowed: Bool { watch != nil }

  package func openStandardInput() throws(SystemError) -> any FilePort { throw Self.notThere }

  package func start(_ words: [String]) throws(SystemError) -> CommandPorts {
    guard isAvailable else { throw Self.notThere }
    let command = SimulatedCommand("command", number: commands.count, ledger: ledger)
    command.follow(everyLoad, from: now())
    commands.append(command)
    return CommandPorts(process: command, output: command.output, errors: command.errors)
  }

  /// What a child runs does what the script says; else it ends at once and well, and has written what it was
  /// given to read.
  package func startProgram(
    _ words: [[UInt8]], reading input: [UInt8]
  ) throws(SystemError) -> CommandPorts {
    let scripted = script?.start(words)
    if script != nil, scripted?.steps == nil { throw Self.notThere }
    let program = SimulatedCommand(
      "program", number: programs.count, isStubborn: script == nil ? nil : false, ledger: ledger)
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

  /// What the loads so far have read, each from its beginning, the last one last; nil where it was
  /// a file that has changed since.
  package var readBytes: [[UInt8]?] {
    switch kind {
    case .command: commands.map(\.output.read)
    case .file: opened.map(\.bytes)
    }
  }

  /// What a whole load of the present source would read.
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

// MARK: - What processes do by themselves

extension SimulatedSource {
  /// When a program of a child's does something next; nil: never.
  var nextProgramInstant: Int64? { programs.lazy.compactMap(\.nextInstant).min() }

  /// When one of them does something next; nil: never.
  var nextInstant: Int64? { (commands + programs).lazy.compactMap(\.nextInstant).min() }

  /// One thing happens that is due by now, if there is any.
  func timeHasCome(_ now: Int64) {
    _ = (commands + programs).contains { $0.step(atNanoseconds: now) }
  }

  /// All of them were stopped for so long.
  func postpone(by nanoseconds: Int64) {
    for process in commands + programs { process.postpone(by: nanoseconds) }
  }
}

// MARK: - What the script does

extension SimulatedSource {
  func write(_ bytes: [UInt8]) {
    switch kind {
    case .command: commands.last?.output.append(bytes)
    case .file: file.append(bytes)
    }
  }

  func writeError(_ bytes: [UInt8]) { commands.last?.errors.append(bytes) }

  func end(_ end: ProcessEnd) { commands.last?.end(ProcessStatus(end)) }

  func truncate(to count: Int) { file.truncate(to: count) }

  /// Who has the file open keeps the one of before.
  func replace(with bytes: [UInt8]) {
    file = SimulatedFile(after: file)
    file.append(bytes)
  }
}
