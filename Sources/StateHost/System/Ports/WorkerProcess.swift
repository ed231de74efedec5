internal import CHostSystem
internal import Glibc

/// A worker of the system's: this program's own executable, started anew.
package final class WorkerProcess: WorkerPort {
  private let link: Watch
  private let output: Watch
  private let clock: Clock?
  package let processNumber: Int32
  private var parts = MessageParts()
  private var waiting: [[UInt8]] = []
  private var waitingBytes = 0
  private var ending: WorkerEnding?
  /// The other side is gone, or has let go of it.
  private var hasLinkEnded = false
  private var room = [UInt8](repeating: 0, count: 16 << 10)
  /// Both its descriptors 1 and 2 are closed: without an end the pipe is always ready.
  private var isSilent = false

  /// One that takes nothing while more than this waits takes nothing any more.
  private static let waitingBytesLimit = 8 << 20

  /// Parts of a message that are taken at a time: 1 MiB of it.
  private static let partsLimit = 16

  /// The executable of this process.
  package static let ownProgram = "/proc/self/exe"

  /// Starts a worker.
  ///
  /// - Parameters:
  ///   - program: the executable, which knows what a worker is.
  ///   - runner: a tool that runs it and watches, with its arguments; usually none.
  ///   - poller: watches its ports until it goes.
  ///   - clock: tells the time of who uses it; nil: nobody asks.
  /// - Throws: why it does not run.
  package init(
    _ program: String = WorkerProcess.ownProgram, runBy runner: [String] = [], in poller: Poller,
    by clock: Clock? = nil
  ) throws(SystemError) {
    var worker = host_worker()
    var words = unsafe runner.map { unsafe UnsafePointer(strdup($0)) }
    unsafe words.append(nil)
    defer { unsafe words.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    _ = try unsafe checked(host_worker_spawn(program, words, &worker), runner.first ?? program)
    link = Watch(Descriptor(owning: worker.link), in: poller)
    output = Watch(Descriptor(owning: worker.output), in: poller)
    processNumber = worker.pid
    self.clock = clock
  }

  deinit { _ = end() }

  package var processorNanoseconds: Int64 {
    var clock = clockid_t()
    var time = timespec()
    guard ending == nil, unsafe clock_getcpuclockid(processNumber, &clock) == 0,
      unsafe clock_gettime(clock, &time) == 0
    else { return 0 }
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  package var clockNanoseconds: Int64? { clock?.nowNanoseconds }

  package var token: PortToken { link.token }
  package var outputToken: PortToken { output.token }

  package func end() -> WorkerEnding {
    if let ending { return ending }
    // A link whose other side is gone is always ready, and nobody takes anything of it any more.
    link.stop()
    output.stop()
    var value: CInt = 0
    let status =
      hasLinkEnded
      ? unsafe host_worker_end_unlinked(processNumber, &value)
      : unsafe host_worker_end(processNumber, &value)
    let ending: WorkerEnding =
      switch status {
      case HOST_WORKER_UNLINKED: .unlinked
      case CInt(HOST_CHILD_EXITED): .exited(value)
      default: .killed(signal: value)
      }
    self.ending = ending
    return ending
  }
}

// MARK: - The link

extension WorkerProcess {
  package func send(_ message: [UInt8]) -> Delivery {
    var delivery = flush()
    MessageParts.split(message) { part in
      if delivery == .complete { delivery = sent(part) }
      guard delivery == .pending else { return }
      waiting.append(part)
      waitingBytes += part.count
      link.watchWriting(true)
    }
    return isJammed ? .gone : delivery
  }

  package var isJammed: Bool { waitingBytes > Self.waitingBytesLimit }

  package func send(_ message: [UInt8], with file: borrowing Descriptor) -> Delivery {
    guard flush() == .complete else { return .gone }
    var delivery = Delivery.complete
    // Such a message is short, and nothing waits: it is taken at once.
    MessageParts.split(message) { delivery = sent($0, file.rawValue) }
    return delivery == .complete ? .complete : .gone
  }

  /// `pending`: it takes nothing now.
  private func sent(_ part: [UInt8], _ file: CInt = -1) -> Delivery {
    let result = unsafe host_worker_send(link.number, part, UInt32(part.count), file, 0)
    if result == 0 { return .complete }
    if result == -EAGAIN { return .pending }
    hasLinkEnded = true
    return .gone
  }

  package func flush() -> Delivery {
    if waiting.isEmpty { return .complete }
    var sentCount = 0
    defer {
      waiting.removeFirst(sentCount)
      if waiting.isEmpty { link.watchWriting(false) }
    }
    for part in waiting {
      let delivery = sent(part)
      if delivery != .complete { return delivery }
      waitingBytes -= part.count
      sentCount += 1
    }
    return .complete
  }

  package func receive() -> WorkerArrival {
    for _ in 0..<Self.partsLimit {
      let part = unsafe WorkerArrival.taking { start, capacity in
        unsafe host_worker_receive(
          link.number, start, capacity, nil, 0)
      }
      let arrival = parts.add(part)
      if arrival == .end { hasLinkEnded = true }
      if arrival != .nothing || part == .nothing { return arrival }
    }
    return .nothing
  }
}

// MARK: - What it prints

extension WorkerProcess {
  package func readOutput(_ body: (Span<UInt8>) -> Void) -> Bool {
    guard !isSilent else { return false }
    let count = unsafe read(output.number, &room, room.count)
    if count == 0 {
      isSilent = true
      output.stop()
    }
    guard count > 0 else { return false }
    let arrived = room
    body(arrived.span.extracting(0..<count))
    return true
  }
}
