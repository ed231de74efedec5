internal import HostContent
internal import HostPlugins
internal import HostSystem

/// A running external program of a plugin's child: feeds its input and collects its outputs, unless
/// it has the terminal, until its end is delivered; terminates it on request, or without delivery
/// when the child or the run ends, and kills it if it still runs 2 s later.
final class RunningProgram {
  let number: UInt64
  let owner: ChildContext
  private(set) var end: ProgramEnd?

  private let life: RunningCommand
  private let output: ProgramOutput
  private let errors: ProgramOutput
  private var input: PipeInput?
  /// After the exit of the program: until when to wait for outputs that another process holds open.
  private var lingerUntil: Int64?
  private var hasEnded = false

  /// How long the program has to exit after a termination request.
  static let graceNanoseconds: Int64 = 2_000_000_000
  /// How long outputs that are open after the exit must be silent.
  private static let lingerNanoseconds: Int64 = 300_000_000

  /// Begins to serve the ports, which are nil for a program that has the terminal.
  init(
    _ number: UInt64, for owner: ChildContext, _ process: any ProcessPort,
    _ ports: CommandPorts? = nil
  ) {
    self.number = number
    self.owner = owner
    life = RunningCommand(process)
    output = ProgramOutput(ports?.output)
    errors = ProgramOutput(ports?.errors)
    input = ports?.input
  }

  /// Whether the program was stopped since the last call.
  var hasStopped: Bool { life.outcome == nil && life.hasStopped }

  /// How the process ended, even if its owner is not notified; nil while it runs.
  var outcome: ProcessStatus? { life.outcome }

  /// Whether the process is gone and its end was taken.
  var isGone: Bool { hasEnded && end == nil && life.isGone }

  /// When `poll` is due; nil if an event comes first.
  var deadline: Int64? { earliest(hasEnded ? nil : lingerUntil, life.deadline) }

  func take(_ token: PortToken, at now: Int64) {
    if token == input?.token { return feed() }
    guard let stream = [output, errors].first(where: { $0.token == token }) else {
      if token == life.token { poll(at: now) }
      return
    }
    if stream.read(), lingerUntil != nil { lingerUntil = now + Self.lingerNanoseconds }
    if !stream.isOpen { poll(at: now) }
  }

  private func feed() {
    guard input?.flush() != .pending else { return }
    input?.close()
    input = nil
  }

  func poll(at now: Int64) {
    life.poll(at: now)
    guard !hasEnded, let outcome = life.outcome else { return }
    if output.isOpen || errors.isOpen {
      let until = lingerUntil ?? now + Self.lingerNanoseconds
      lingerUntil = until
      if now < until { return }
      // Reads data whose arrival was not reported.
      if output.read() || errors.read() {
        self.lingerUntil = now + Self.lingerNanoseconds
        return
      }
    }
    let how: ProgramEnd.How
    switch outcome {
    case .running: return
    case .exited(let status): how = .exited(status)
    case .killed(let signal): how = .killed(signal: signal)
    }
    close()
    life.release()
    end = ProgramEnd(number, how, output: output.written, errors: errors.written)
  }

  private func close() {
    hasEnded = true
    output.close()
    errors.close()
    input?.close()
    input = nil
  }

  func takeEnd() -> ProgramEnd? {
    defer { end = nil }
    return end
  }

  func cancel(at now: Int64) {
    life.stop(at: now, graceNanoseconds: Self.graceNanoseconds)
    poll(at: now)
  }

  /// Terminates the program without delivering its end.
  func abandon(at now: Int64) {
    if !hasEnded { close() }
    end = nil
    life.stop(at: now, graceNanoseconds: Self.graceNanoseconds)
  }

  func kill() { life.kill() }
}

/// The reader of an external program's standard output or standard error: keeps the first 1 MiB for
/// the child, and reads and drops the rest, so that the program does not block.
private final class ProgramOutput {
  private(set) var written = ProgramEnd.Output()
  private var port: (any StreamPort)?
  private var buffer: [UInt8] = []

  init(_ port: (any StreamPort)?) { self.port = port }

  var isOpen: Bool { port != nil }
  var token: PortToken? { port?.token }

  private static let bytesAtOnce = 64 << 10
  private static let partsAtOnce = 4

  /// Reads available data up to a limit, and returns whether there was any.
  func read() -> Bool {
    if buffer.isEmpty { buffer = Array(repeating: 0, count: Self.bytesAtOnce) }
    for part in 0..<Self.partsAtOnce {
      let arrival = unsafe buffer.withUnsafeMutableBytes { unsafe port?.read(into: $0) ?? .end }
      switch arrival {
      case .bytes(let count): written.append(buffer[..<count])
      case .nothing: return part > 0
      case .end, .failed:
        close()
        return part > 0
      }
    }
    return true
  }

  func close() {
    port?.close()
    port = nil
    buffer = []
  }
}
