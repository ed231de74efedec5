internal import CHostSystem
internal import Glibc
package import HostPlugins
package import HostSystem

/// The worker's side of a worker process.
package enum WorkerMain {
  /// Does what the host orders until that is gone, where this process was started as a worker;
  /// returns where it was not.
  ///
  /// To be called before anything else is done.
  ///
  /// - Parameters:
  ///   - program: what plugins are told of the program.
  ///   - check: runs a check and ends the process.
  package static func runIfWorker(
    _ program: @autoclosure () -> ProgramName, checking check: (OrderedCheck) -> Never
  ) {
    guard var link = WorkerLink.ofThisProcess() else { return }
    do throws(WorkerEnd) {
      // Made before the sandbox stands, closed before a plugin that it is not for can find it.
      guard let rung = try? Bell() else { throw .noBell }
      let order = try enter(&link)
      switch order.mode {
      case .scan:
        _ = consume rung
        try ScanWorker(link: link, program: program(), lacking: order.lacking).run()
      case .run: try RunProcess(link: link, program: program(), rung: rung).run()
      case .read:
        _ = consume rung
        try ReadingProcess(link: link, program: program()).run()
      case .check, .trappedCheck:
        _ = consume rung
        check(try OrderedCheck(over: link, with: order.file))
      }
    } catch {
      error.end()
    }
  }

  /// By so much what plugins compute comes after the program, and after what the user does besides.
  private static let priorityLoss: CInt = 5

  /// What a worker is for, the file that came with that, and what its sandbox lacks.
  private struct Order {
    let mode: WorkerMode
    let file: OpenFile?
    let lacking: SandboxParts
  }

  /// Takes what is granted until the order comes, and goes into the sandbox; a worker that scans forks others, which
  /// go into theirs.
  private static func enter(_ link: inout WorkerLink) throws(WorkerEnd) -> Order {
    var granted: [(path: String, isProgram: Bool)] = []
    while true {
      let received = try link.next()
      switch received.message {
      case .grant(let path): granted.append((path, false))
      case .grantProgram(let path): granted.append((path, true))
      case .order(let mode, let needs, let mayLack):
        if mode == .trappedCheck { host_sandbox_trap() }
        let servesRun = mode == .run || mode == .read
        if servesRun { _ = nice(priorityLoss) }
        if servesRun, let record = received.file {
          CallRecord.share(record)
        }
        if mode != .scan { host_sandbox_begin(needs.rawValue) }
        for (path, isProgram) in granted {
          _ = unsafe isProgram ? host_sandbox_grant_program(path) : host_sandbox_grant(path)
        }
        let lacking = SandboxParts(
          rawValue: mode == .scan ? host_sandbox_probe() : host_sandbox_enter())
        try link.tell(.opened(lacking: lacking))
        guard lacking.isSubset(of: mayLack) else { throw .incompleteSandbox }
        return Order(mode: mode, file: received.file, lacking: lacking)
      default: throw .malformed
      }
    }
  }
}

/// Why a worker ends.
package enum WorkerEnd: Error {
  case hostIsGone
  /// A plugin has closed the link.
  case linkIsLost
  /// There is nothing to wait for threads of plugins with.
  case noBell
  /// It was told something that this program does not say.
  case malformed
  /// No plugin may run in it.
  case incompleteSandbox

  /// Ends the process so that the host knows why.
  func end() -> Never {
    switch self {
    case .hostIsGone, .incompleteSandbox: host_exit_now(0)
    case .linkIsLost: host_exit_now(HOST_WORKER_LOST_LINK)
    case .noBell, .malformed: host_exit_now(1)
    }
  }
}

/// A message, and the file that came with it.
package struct ReceivedMessage {
  package let message: HostMessage
  package let file: OpenFile?

  package init(_ message: HostMessage, with file: OpenFile?) {
    self.message = message
    self.file = file
  }
}

extension WorkerLink {
  /// Waits for what the host says next.
  mutating func next() throws(WorkerEnd) -> ReceivedMessage {
    var file: OpenFile?
    switch receive(&file) {
    case .message(let bytes):
      guard let message = try? HostMessage(bytes[...]) else { throw .malformed }
      return ReceivedMessage(message, with: file)
    case .end, .nothing: throw withoutHost
    case .malformed: throw .malformed
    }
  }

  /// Tells the host something.
  borrowing func tell(_ message: WorkerMessage) throws(WorkerEnd) { try pass(message.bytes) }

  /// Passes on what is said to the host.
  borrowing func pass(_ message: [UInt8]) throws(WorkerEnd) {
    do throws(SystemError) {
      try send(message)
    } catch {
      throw withoutHost
    }
  }

  /// Why nothing more is heard of the host.
  private var withoutHost: WorkerEnd { isOpen ? .hostIsGone : .linkIsLost }
}
