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
    let number = acceptedLink
    guard number >= 0 else { return }
    var link = WorkerLink(owning: Descriptor(owning: number))
    // Made before the sandbox stands.
    let rung = Descriptor(owning: host_wake_open())
    do throws(WorkerEnd) {
      let (mode, order) = try enter(&link)
      switch mode {
      case .scan: try ScanWorker(link: link, program: program()).run()
      case .run: try RunProcess(link: link, program: program(), rung: rung).run()
      case .check, .trappedCheck: check(try OrderedCheck(over: link, with: order.file))
      }
    } catch {
      switch error {
      case .hostIsGone: endWithoutHost(number)
      case .malformed: host_exit_now(1)
      }
    }
  }

  /// Ends a worker that cannot hear of the host any more, saying whether a plugin has closed its link.
  static func endWithoutHost(_ link: CInt) -> Never {
    host_exit_now(fcntl(link, F_GETFD) < 0 ? HOST_WORKER_LOST_LINK : 0)
  }

  /// The host's link, by the first word of the command, or the second where a tool runs it; -1 for none.
  private static var acceptedLink: CInt {
    for index in 0..<min(2, Int(CommandLine.argc)) {
      let number = unsafe host_worker_accept(CommandLine.unsafeArgv[index])
      if number >= 0 { return number }
    }
    return -1
  }

  /// Takes what is granted until the order comes, and goes into the sandbox.
  private static func enter(
    _ link: inout WorkerLink
  ) throws(WorkerEnd) -> (WorkerMode, ReceivedMessage) {
    var paths: [String] = []
    while true {
      let received = try link.next()
      switch received.message {
      case .grant(let path): paths.append(path)
      case .order(let mode, let needs):
        if mode == .trappedCheck { host_sandbox_trap() }
        if mode == .run, let record = received.file {
          _ = host_call_record_share(record.descriptor.rawValue)
        }
        host_sandbox_begin(needs.rawValue)
        for path in paths { _ = unsafe host_sandbox_grant(path) }
        let lacking = SandboxParts(rawValue: host_sandbox_enter())
        try link.tell(.opened(lacking: lacking))
        return (mode, received)
      default: throw .malformed
      }
    }
  }
}

/// Why a worker ends.
package enum WorkerEnd: Error {
  case hostIsGone
  /// It was told something that this program does not say.
  case malformed
}

/// A message, and the file that came with it.
package struct ReceivedMessage {
  package let message: HostMessage
  let file: OpenFile?

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
    case .end, .nothing: throw .hostIsGone
    case .malformed: throw .malformed
    }
  }

  /// Tells the host something.
  borrowing func tell(_ message: WorkerMessage) throws(WorkerEnd) {
    do throws(SystemError) {
      try send(message.bytes)
    } catch {
      throw .hostIsGone
    }
  }
}
