internal import CHostSystem
internal import Glibc

/// The host's handle of a worker that shows children, scans plugins or runs a validator check (not
/// of one that reads a data source): starts it as a separate process of this same program,
/// exchanges messages over a socket, reads what it prints, and kills and reaps it.
package final class WorkerProcess: WorkerPort {
  private let link: Watch
  private let output: Watch
  private let clock: Clock?
  package let processNumber: Int32
  private var parts = MessageFragmenter()
  private var waiting: [[UInt8]] = []
  private var waitingBytes = 0
  private var ending: WorkerEnding?
  /// The other end of the link is closed.
  private var hasLinkEnded = false
  private var room = [UInt8](repeating: 0, count: 16 << 10)
  /// Descriptors 1 and 2 of the worker are closed, which makes the pipe readable for ever.
  private var isSilent = false

  /// More pending bytes than this count as a worker that has stopped receiving.
  private static let waitingBytesLimit = 8 << 20

  /// The number of message parts that are received at a time: 1 MiB.
  private static let partsLimit = 16

  package static let ownProgram = "/proc/self/exe"

  /// Starts a worker; `runner` is a tool that runs it, such as valgrind, with its arguments.
  package init(
    _ program: String = WorkerProcess.ownProgram, runBy runner: [String] = [], in poller: Poller,
    by clock: Clock? = nil
  ) throws(SystemError) {
    var worker = host_worker()
    var words = CStringList(runner)
    let result = unsafe host_worker_spawn(program, &words.pointers, &worker)
    _ = try checked(result, runner.first ?? program)
    link = Watch(FileDescriptor(owning: worker.link), in: poller)
    output = Watch(FileDescriptor(owning: worker.output), in: poller)
    processNumber = worker.pid
    self.clock = clock
  }

  deinit { _ = end() }

  package var processorNanoseconds: Int64 {
    var clock = clockid_t()
    guard ending == nil, unsafe clock_getcpuclockid(processNumber, &clock) == 0 else { return 0 }
    return Clock.nanoseconds(of: clock)
  }

  /// The kernel counts two links of the folder of threads, and one for each thread.
  package var hasThreads: Bool {
    var status = stat()
    guard ending == nil, unsafe stat("/proc/\(processNumber)/task", &status) == 0
    else { return false }
    return status.st_nlink > 3
  }

  package var clockNanoseconds: Int64? { clock?.nowNanoseconds }

  package var token: PortToken { link.token }
  package var outputToken: PortToken { output.token }

  package func end() -> WorkerEnding {
    if let ending { return ending }
    // A link whose other end is closed is always ready.
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
  package func send(_ message: [UInt8], with file: OpenFile?) -> WriteResult {
    var delivery = flush()
    MessageFragmenter.split(message) { part in
      if delivery == .complete { delivery = sent(part, with: file) }
      guard delivery == .pending, file == nil else { return }
      waiting.append(part)
      waitingBytes += part.count
      link.watch(writing: true)
    }
    // A file does not wait; a short message is sent at once when nothing is pending.
    if file != nil { return delivery == .complete ? .complete : .gone }
    return isJammed ? .gone : delivery
  }

  package var isJammed: Bool { waitingBytes > Self.waitingBytesLimit }

  private func sent(_ part: [UInt8], with file: OpenFile? = nil) -> WriteResult {
    let result = unsafe host_worker_send(
      link.number, part, UInt32(part.count), file?.descriptor.rawValue ?? -1, 0)
    if result == 0 { return .complete }
    if result == -EAGAIN { return .pending }
    hasLinkEnded = true
    return .gone
  }

  package func flush() -> WriteResult {
    if waiting.isEmpty { return .complete }
    var sentCount = 0
    defer {
      waiting.removeFirst(sentCount)
      if waiting.isEmpty { link.watch(writing: false) }
    }
    for part in waiting {
      let delivery = sent(part)
      if delivery != .complete { return delivery }
      waitingBytes -= part.count
      sentCount += 1
    }
    return .complete
  }

  package func receive() -> ReceiveResult {
    for _ in 0..<Self.partsLimit {
      let part = unsafe ReceiveResult(receivedOn: link.number)
      let arrival = parts.add(part)
      if arrival == .end { hasLinkEnded = true }
      if arrival != .nothing || part == .nothing { return arrival }
    }
    return .nothing
  }
}

// MARK: - Output

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

/// A new worker process that reads a plugin's data source for one load: ports like a command's,
/// which bring the rows, and a link for the host's orders and the worker's reports.
package struct SourceWorker {
  package let ports: CommandPorts
  package let link: SourceWorkerLink

  init(_ program: String = WorkerProcess.ownProgram, in poller: Poller) throws(SystemError) {
    var child = host_child()
    var link: CInt = -1
    _ = try unsafe checked(host_worker_spawn_command(program, &child, &link), program)
    self.link = SourceWorkerLink(FileDescriptor(owning: link), in: poller)
    ports = CommandPorts(child, in: poller)
  }
}

/// The host's end of the socket to a worker process that reads a plugin's data source: sends
/// orders, which fails when it would block, and receives the worker's reports.
package final class SourceWorkerLink {
  package let token: PortToken
  private var watch: Watch?
  private var parts = MessageFragmenter()

  init(_ descriptor: consuming FileDescriptor, in poller: Poller) {
    let watch = Watch(descriptor, in: poller)
    token = watch.token
    self.watch = consume watch
  }

  package func close() { watch = nil }

  /// Sends a message, a short one if with a duplicate of a file; fails when that would block.
  package func send(_ message: [UInt8], with file: OpenFile? = nil) throws(SystemError) {
    guard let number = watch?.number else { return }
    let file = file?.descriptor.rawValue ?? -1
    try MessageFragmenter.split(message) { part throws(SystemError) in
      _ = try unsafe checked(host_worker_send(number, part, UInt32(part.count), file, 0), "sendmsg")
    }
  }

  /// Receives the next message without blocking.
  package func receive() -> ReceiveResult {
    while let number = watch?.number {
      let part = unsafe ReceiveResult(receivedOn: number)
      let arrival = parts.add(part)
      if arrival != .nothing || part == .nothing { return arrival }
    }
    return .end
  }
}

/// A worker's end of the socket to the host, or an end of the socket between a worker and a process
/// that it forked: sends messages, and receives messages, also with files; both block.
package struct WorkerLink: ~Copyable {
  let descriptor: FileDescriptor
  private var parts = MessageFragmenter()

  package init(owning descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// The maximum size of a message part.
  static let partBytes = Int(HOST_WORKER_MESSAGE_BYTES)

  /// The link of this process if `argv[0]` makes it a worker, or `argv[1]` when a tool runs it.
  package static func ofThisProcess() -> WorkerLink? {
    for index in 0..<min(2, Int(CommandLine.argc)) {
      let number = unsafe host_worker_accept(CommandLine.unsafeArgv[index])
      if number >= 0 { return WorkerLink(owning: FileDescriptor(owning: number)) }
    }
    return nil
  }

  /// Whether it is open; a plugin can close it by mistake.
  package var isOpen: Bool { fcntl(descriptor.rawValue, F_GETFD) >= 0 }

  /// Sends a message; blocks until there is room.
  package borrowing func send(_ message: [UInt8]) throws(SystemError) {
    try MessageFragmenter.split(message) { part throws(SystemError) in
      _ = try unsafe checked(
        host_worker_send(descriptor.rawValue, part, UInt32(part.count), -1, 1), "sendmsg")
    }
  }

  /// Blocks until a message arrives, perhaps with a file; `nothing` for a file with part of one.
  package mutating func receive(_ brought: inout OpenFile?) -> ReceiveResult {
    brought = nil
    var file: CInt = -1
    while true {
      let part = unsafe ReceiveResult(receivedOn: descriptor.rawValue, with: &file, waits: true)
      let arrival = parts.add(part)
      if arrival == .nothing, part != .nothing, file < 0 { continue }
      if file >= 0 { brought = OpenFile(FileDescriptor(owning: file)) }
      return arrival
    }
  }

  /// Waits until a message arrives or the bell rings.
  package borrowing func wait(or bell: Bell) {
    var watched = [descriptor.rawValue, bell.descriptor.rawValue].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    _ = unsafe poll(&watched, nfds_t(watched.count), -1)
  }

  /// Whether a message, or the end of the link, arrives within some milliseconds.
  package borrowing func hasMessage(withinMilliseconds milliseconds: Int32 = 0) -> Bool {
    isReady(descriptor.rawValue, POLLIN, milliseconds: milliseconds)
  }
}

extension ReceiveResult {
  /// Receives a message part: see `host_worker_receive`.
  fileprivate init(
    receivedOn link: CInt, with file: UnsafeMutablePointer<CInt>? = nil, waits: Bool = false
  ) {
    var length = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: WorkerLink.partBytes) { room, count in
      guard let start = room.baseAddress else { return }
      length = Int(
        unsafe host_worker_receive(link, start, UInt32(room.count), file, waits ? 1 : 0))
      count = max(0, length)
    }
    self =
      switch length {
      case 1...: .message(bytes)
      case 0: .end
      case Int(-EAGAIN): .nothing
      default: .malformed
      }
  }
}

/// A process forked by a worker to scan one plugin, ending with the worker, which receives its
/// messages, and kills it or, if it ended by itself, exits with the same status or signal.
package struct ForkedWorker: ~Copyable {
  private let number: CInt
  private var link: WorkerLink

  /// Forks a process in which `body` runs with a link to this one in place of that to the host.
  package init(_ body: (consuming WorkerLink) -> Never) throws(SystemError) {
    var end: CInt = -1
    number = try unsafe checked(host_worker_fork(&end), "fork")
    if number == 0 { body(WorkerLink(owning: FileDescriptor(owning: CInt(HOST_WORKER_LINK)))) }
    link = WorkerLink(owning: FileDescriptor(owning: end))
  }

  package borrowing func hasMessage(withinMilliseconds milliseconds: Int32) -> Bool {
    link.hasMessage(withinMilliseconds: milliseconds)
  }

  /// Blocks until a message arrives; one with a file is malformed.
  package mutating func receive() -> ReceiveResult {
    var file: OpenFile?
    let arrival = link.receive(&file)
    return file == nil ? arrival : .malformed
  }

  /// Kills the process, without waiting until it has ended.
  package consuming func end() { host_worker_end_soon(number) }

  /// Ends this process with the status or signal of the forked one, whose link has ended.
  package consuming func endLikewise() -> Never { host_worker_end_as(number) }
}

/// Fragmentation of messages between host and worker: splits them into packets of limited size, and
/// joins packets into messages of at most 8 MiB; a packet's first byte says whether more follow.
struct MessageFragmenter {
  /// The maximum size of a message; a longer one is malformed.
  static let messageBytesLimit = 8 << 20

  private static let last: UInt8 = 0
  private static let more: UInt8 = 1

  private var begun: [UInt8] = []

  /// Calls `body` with each part of a message, in order.
  static func split<Failure: Error>(
    _ message: [UInt8], _ body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    let room = WorkerLink.partBytes - 1
    var start = 0
    repeat {
      let end = min(start + room, message.count)
      var part = [end == message.count ? last : more]
      part += message[start..<end]
      try body(part)
      start = end
    } while start < message.count
  }

  /// Adds a part; returns the message after its last part, else `nothing`.
  mutating func add(_ part: ReceiveResult) -> ReceiveResult {
    guard case .message(let bytes) = part else { return part }
    switch bytes[0] {
    case Self.last:
      let message = begun + bytes.dropFirst()
      begun = []
      return message.count <= Self.messageBytesLimit ? .message(message) : .malformed
    case Self.more where bytes.count > 1:
      begun += bytes.dropFirst()
      return begun.count <= Self.messageBytesLimit ? .nothing : .malformed
    default: return .malformed
    }
  }
}
