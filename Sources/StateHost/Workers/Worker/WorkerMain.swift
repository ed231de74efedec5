internal import CHostSystem
internal import Glibc
package import HostPlugins
package import HostSystem

/// The entry point of a worker process (in any other process it returns at once): receives grants
/// and its task from the host, enters the sandbox, and scans plugins (only the processes forked for
/// that are in the sandbox), runs children, runs a check or reads a source.
package enum WorkerMain {
  /// Runs this process, before all else, as a worker until the host is gone, if started as one.
  package static func runIfWorker(
    _ program: @autoclosure () -> HostIdentity, checking check: (ReceivedCheckOrder) -> Never
  ) {
    guard var link = WorkerLink.ofThisProcess() else { return }
    do throws(WorkerExitReason) {
      // Created before entering the sandbox; closed before a plugin runs in modes needing no bell.
      guard let bell = try? Bell() else { throw .noBell }
      let order = try enter(&link)
      switch order.mode {
      case .scan:
        _ = consume bell
        try ScanWorker(link: link, program: program(), lacking: order.lacking).run()
      case .run: try RunProcess(link: link, program: program(), bell: bell).run()
      case .read:
        _ = consume bell
        try SourceReadProcess(link: link, program: program()).run()
      case .check, .trappedCheck:
        _ = consume bell
        check(try ReceivedCheckOrder(over: link, with: order.file))
      }
    } catch {
      error.end()
    }
  }

  /// Added to the niceness, so that the host and the user's other programs come first.
  private static let priorityLoss: CInt = 5

  /// Collects grants until the order arrives, then enters the sandbox, or in mode `scan` probes
  /// that of forked processes.
  private static func enter(_ link: inout WorkerLink) throws(WorkerExitReason)
    -> (mode: WorkerMode, file: OpenFile?, lacking: SandboxParts)
  {
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
        if servesRun, let record = received.file { CallRecord.share(record) }
        if mode != .scan { host_sandbox_begin(needs.rawValue) }
        for (path, isProgram) in granted {
          _ = unsafe isProgram ? host_sandbox_grant_program(path) : host_sandbox_grant(path)
        }
        let lacking = SandboxParts(
          rawValue: mode == .scan ? host_sandbox_probe() : host_sandbox_enter())
        link.tell(.opened(lacking: lacking))
        guard lacking.isSubset(of: mayLack) else { throw .incompleteSandbox }
        return (mode, received.file, lacking)
      default: throw .malformed
      }
    }
  }
}

/// The error with which a worker process ends itself: a lost host or link, a malformed message, no
/// wake-up object or an incomplete sandbox; of these only a lost link has its own exit status.
package enum WorkerExitReason: Error {
  case hostIsGone
  /// A plugin closed the link.
  case linkIsLost
  /// The bell that plugin threads ring cannot be created.
  case noBell
  case malformed
  /// The sandbox lacks parts that it may not lack.
  case incompleteSandbox

  /// Ends the process; of the statuses only that for a lost link tells the host why.
  func end() -> Never {
    switch self {
    case .hostIsGone, .incompleteSandbox: host_exit_now(0)
    case .linkIsLost: host_exit_now(HOST_WORKER_LOST_LINK)
    case .noBell, .malformed: host_exit_now(1)
    }
  }
}

/// A message from the host as received by a worker, with the file descriptor, if any, sent along.
package struct ReceivedMessage {
  package let message: HostMessage
  package let file: OpenFile?

  package init(_ message: HostMessage, with file: OpenFile?) {
    self.message = message
    self.file = file
  }
}

extension WorkerLink {
  mutating func next() throws(WorkerExitReason) -> ReceivedMessage {
    var file: OpenFile?
    switch receive(&file) {
    case .message(let bytes):
      guard let message = try? HostMessage(bytes[...]) else { throw .malformed }
      return ReceivedMessage(message, with: file)
    case .end, .nothing: throw withoutHost
    case .malformed: throw .malformed
    }
  }

  /// Sends a message; ends the process when the host is gone.
  borrowing func tell(_ message: WorkerMessage) {
    do throws(WorkerExitReason) { try pass(message.bytes) } catch { error.end() }
  }

  borrowing func pass(_ message: [UInt8]) throws(WorkerExitReason) {
    do throws(SystemError) {
      try send(message)
    } catch {
      throw withoutHost
    }
  }

  private var withoutHost: WorkerExitReason { isOpen ? .hostIsGone : .linkIsLost }
}

/// A validation check as its worker process received it: order, plugin file, progress file in
/// shared memory, and the link, kept open because the host takes a closed one for the worker's end.
package final class ReceivedCheckOrder {
  package let order: CheckOrder
  /// The plugin file, opened and checked by the host.
  package let plugin: OpenFile
  /// The file for the progress of the check, in memory shared with the host.
  package let record: OpenFile
  /// Kept open: the host treats a closed link as the end of the worker.
  private let link: WorkerLink

  /// Receives the check from the host.
  init(over link: consuming WorkerLink, with record: OpenFile?) throws(WorkerExitReason) {
    let received = try link.next()
    guard case .check(let order) = received.message, let record, let plugin = received.file else {
      throw .malformed
    }
    self.order = order
    self.plugin = plugin
    self.record = record
    self.link = link
  }
}
