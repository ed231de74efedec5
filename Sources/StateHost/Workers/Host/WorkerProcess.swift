internal import CHostSystem
internal import Glibc
package import HostSystem

/// The host's side of a worker process; it ends with this.
package final class WorkerProcess {
  private let link: WorkerLink
  private let output: Descriptor
  private let number: pid_t
  private var hasEnded = false
  private let clock = Clock()

  /// The last that it wrote to descriptors 1 and 2.
  package private(set) var lastOutput: [UInt8] = []
  private static let outputBytesLimit = 2000

  /// What is waited for from a worker.
  package enum Arrival: Equatable {
    case message(WorkerMessage)
    /// It said what no worker says.
    case malformed
    case late
    case ended(Ending)
  }

  /// How a worker ended.
  package enum Ending: Equatable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  /// The executable of this process.
  package static let ownProgram = "/proc/self/exe"

  /// Starts a worker.
  ///
  /// - Parameter program: the executable, which knows what a worker is.
  /// - Throws: why it does not run.
  package init(_ program: String = WorkerProcess.ownProgram) throws(SystemError) {
    var worker = host_worker()
    _ = try unsafe checked(host_worker_spawn(program, &worker), "posix_spawn")
    link = WorkerLink(owning: Descriptor(owning: worker.link))
    output = Descriptor(owning: worker.output)
    number = worker.pid
  }

  deinit {
    if !hasEnded { _ = end() }
  }

  /// Its process id, while it has not ended.
  package var processNumber: Int32 { number }

  private static let openNanoseconds: Int64 = 10_000_000_000

  /// Gives it its work: it goes into its sandbox.
  ///
  /// - Parameters:
  ///   - mode: what it is for.
  ///   - paths: libraries that it may read besides the system's.
  /// - Returns: what the sandbox lacks.
  /// - Throws: why it cannot be used.
  package func open(
    _ mode: WorkerMode, granting paths: [String] = []
  ) throws(SystemError) -> SandboxParts {
    for path in paths { tell(.grant(path: path)) }
    tell(.order(mode))
    switch next(untilNanoseconds: nowNanoseconds + Self.openNanoseconds) {
    case .message(.opened(let lacking)): return lacking
    case .message, .malformed: throw SystemError(call: "recvmsg", code: EPROTO)
    case .late: throw SystemError(call: "recvmsg", code: ETIMEDOUT)
    case .ended: throw SystemError(call: "recvmsg", code: EPIPE)
    }
  }

  /// Tells it something; what cannot be told shows when an answer is waited for.
  package func tell(_ message: HostMessage, file: CInt = -1) {
    try? link.send(message.bytes, file: file)
  }

  /// The time of a clock of its own, for `next`.
  package var nowNanoseconds: Int64 { clock.nowNanoseconds }

  /// Waits for what it says next.
  ///
  /// - Parameter deadline: how long at most.
  /// - Returns: what came; after `ended` nothing comes any more.
  package func next(untilNanoseconds deadline: Int64) -> Arrival {
    while true {
      takeOutput()
      switch link.receive() {
      case .message(let bytes):
        guard let message = try? WorkerMessage(bytes[...]) else { return .malformed }
        return .message(message)
      case .malformed: return .malformed
      // It has closed the link, and may go on without it: it is killed, unless it has ended.
      case .end: return .ended(end())
      case .nothing: break
      }
      let left = deadline - clock.nowNanoseconds
      guard left > 0 else { return .late }
      var waiting = [link.descriptor.rawValue, output.rawValue].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      // What it prints is looked at when it stops, too: without an end the pipe is always ready.
      if isSilent { waiting.removeLast() }
      _ = unsafe poll(&waiting, nfds_t(waiting.count), Int32(min(left / 1_000_000 + 1, 1000)))
    }
  }

  /// Both descriptors are closed.
  private var isSilent = false

  /// What it wrote before counts no more.
  package func forgetOutput() {
    takeOutput()
    lastOutput = []
  }

  private func takeOutput() {
    var room = [UInt8](repeating: 0, count: 4096)
    while !isSilent {
      let count = unsafe read(output.rawValue, &room, room.count)
      if count == 0 { isSilent = true }
      guard count > 0 else { return }
      lastOutput += room.prefix(count)
      if lastOutput.count > Self.outputBytesLimit {
        lastOutput.removeFirst(lastOutput.count - Self.outputBytesLimit)
      }
    }
  }

  /// Ends it, where it has not ended by itself.
  ///
  /// - Returns: how it ended.
  package func end() -> Ending {
    precondition(!hasEnded, "a worker ends once")
    hasEnded = true
    var value: CInt = 0
    let status = Int(unsafe host_worker_end(number, &value))
    takeOutput()
    return status == HOST_CHILD_EXITED ? .exited(value) : .killed(signal: value)
  }
}
