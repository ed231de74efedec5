internal import HostContent
internal import HostPlugins
internal import HostSystem

/// One program that runs for a child: it is fed, read and ended as a source's command is.
final class RunningProgram {
  let number: UInt64
  let owner: ChildContext
  /// What has become of it, until that is taken.
  private(set) var end: ProgramEnd?

  private let life: RunningCommand
  private let output: ProgramOutput
  private let errors: ProgramOutput
  private var input: (any InputPort)?
  /// It has ended; so long its outputs, which something else holds open, are waited for.
  private var lingerUntil: Int64?
  private var hasEnded = false

  /// How long it has to end when it is asked to.
  static let graceNanoseconds: Int64 = 2_000_000_000
  /// How long outputs must be silent that are still open when it has ended.
  private static let lingerNanoseconds: Int64 = 300_000_000

  init(_ number: UInt64, for owner: ChildContext, _ ports: CommandPorts) {
    self.number = number
    self.owner = owner
    life = RunningCommand(ports.process)
    output = ProgramOutput(ports.output)
    errors = ProgramOutput(ports.errors)
    input = ports.input
  }

  /// One that has the terminal.
  init(_ number: UInt64, for owner: ChildContext, inForeground process: any ProcessPort) {
    self.number = number
    self.owner = owner
    life = RunningCommand(process)
    output = ProgramOutput(nil)
    errors = ProgramOutput(nil)
  }

  /// It has been stopped since this was last asked.
  var hasStopped: Bool { life.outcome == nil && life.hasStopped }

  /// How its process has ended, also where nobody hears of it; nil while it is there.
  var outcome: RunningCommand.Outcome? { life.outcome }

  /// Nothing of it is left, and its end has been taken.
  var isGone: Bool { hasEnded && end == nil && life.isGone }

  /// When `poll` is due; nil: something will come first.
  var deadline: Int64? {
    guard let lingerUntil, !hasEnded else { return life.deadline }
    return min(lingerUntil, life.deadline ?? .max)
  }

  /// Takes what a ready port brings, if it is one of its own.
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

  /// Goes on with its end.
  func poll(at now: Int64) {
    life.poll(at: now)
    guard !hasEnded, let outcome = life.outcome else { return }
    if output.isOpen || errors.isOpen {
      let until = lingerUntil ?? now + Self.lingerNanoseconds
      lingerUntil = until
      if now < until { return }
      // What has arrived that nobody told of.
      if output.read() || errors.read() {
        self.lingerUntil = now + Self.lingerNanoseconds
        return
      }
    }
    switch outcome {
    case .exited(let status): finish(.exited(status))
    case .killed(let signal): finish(.killed(signal: signal))
    }
  }

  private func finish(_ how: ProgramEnd.How) {
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

  /// Asks it and all of its group to end.
  func cancel(at now: Int64) {
    life.stop(at: now, graceNanoseconds: Self.graceNanoseconds)
    poll(at: now)
  }

  /// Nobody wants to hear of it any more: asks it to end.
  func abandon(at now: Int64) {
    if !hasEnded { close() }
    end = nil
    life.stop(at: now, graceNanoseconds: Self.graceNanoseconds)
  }

  /// Ends it at once.
  func kill() { life.kill() }
}
