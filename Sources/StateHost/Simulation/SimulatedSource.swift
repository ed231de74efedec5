internal import Glibc
internal import HostStates
package import HostSystem

/// The source of a simulated run: a command, started anew for each load, or one file.
package final class SimulatedSource: SourceWorld {
  private let kind: ScenarioSource
  private let ledger: PortLedger
  private var commands: [SimulatedCommand] = []
  private var programs: [SimulatedCommand] = []
  private var file = SimulatedFile()
  private var opened: [SimulatedFile.Version] = []

  /// Whether it can be opened now.
  var isAvailable = true

  init(_ kind: ScenarioSource, ledger: PortLedger) {
    self.kind = kind
    self.ledger = ledger
  }

  private static let notThere = SystemError(call: "open", code: ENOENT)

  package func openFile(_ path: String) throws(SystemError) -> any FilePort {
    guard isAvailable else { throw Self.notThere }
    opened.append(file.version)
    return SimulatedFilePort(file, ledger: ledger)
  }

  package func openStandardInput() throws(SystemError) -> any FilePort { throw Self.notThere }

  package func start(_ words: [String]) throws(SystemError) -> CommandPorts {
    guard isAvailable else { throw Self.notThere }
    let command = SimulatedCommand("command", number: commands.count, ledger: ledger)
    commands.append(command)
    return CommandPorts(process: command, output: command.output, errors: command.errors)
  }

  /// Whatever a child runs ends at once and well, and has written what it was given to read.
  package func startProgram(
    _ words: [[UInt8]], reading input: [UInt8]
  ) throws(SystemError) -> CommandPorts {
    let program = SimulatedCommand("program", number: programs.count, ledger: ledger)
    programs.append(program)
    program.output.append(input)
    program.end(.exited(0))
    return CommandPorts(process: program, output: program.output, errors: program.errors)
  }

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

  func end(_ end: ScenarioEnd) {
    switch end {
    case .exited(let status): commands.last?.end(.exited(Int32(status)))
    case .killed(let signal): commands.last?.end(.killed(signal: Int32(signal)))
    }
  }

  func truncate(to count: Int) { file.truncate(to: count) }

  /// Who has the file open keeps the one of before.
  func replace(with bytes: [UInt8]) {
    file = SimulatedFile(after: file)
    file.append(bytes)
  }
}
