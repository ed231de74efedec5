internal import CHostSystem
internal import Glibc

/// The real terminal of a run (that of standard output, else of standard input, else `/dev/tty`),
/// on a descriptor that the host opens for itself: made raw and restored, read and written without
/// blocking, and lent to a program in the foreground, such as an editor.
///
/// However the process ends, a crash included, `host_terminal_leave` restores the terminal. One
/// device a process can be entered at a time.
package final class TerminalDevice: TerminalPort {
  private let watch: Watch
  private var outgoing = OutgoingBytes()
  private var incoming = [UInt8](repeating: 0, count: 4096)
  private var isGone = false
  private var watchesReading = true
  private var watchesWriting = false
  private let poller: Poller
  /// The number of bytes typed before the terminal was raw, in which Enter is a newline.
  private var typedAhead = 0
  /// Whether a program has the terminal.
  private(set) var isHandedOver = false

  package var token: PortToken { watch.token }

  /// Opens standard output's terminal, else input's, else `/dev/tty`; `ENXIO` without any.
  package convenience init(in poller: Poller) throws(SystemError) {
    try self.init(owning: try Self.openTerminal(), in: poller)
  }

  /// Takes ownership of an open terminal.
  package init(owning descriptor: consuming FileDescriptor, in poller: Poller) throws(SystemError) {
    watch = Watch(descriptor, in: poller)
    self.poller = poller
    guard watch.canWait else { throw SystemError(call: "epoll_ctl", code: EPERM) }
  }

  deinit { host_terminal_release(watch.number) }

  private static func openTerminal() throws(SystemError) -> FileDescriptor {
    let flags = O_RDWR | O_NOCTTY | O_NONBLOCK
    for candidate in [StandardStream.output, .input] where candidate.isTerminal {
      if let opened = try? FileDescriptor(
        opening: "/proc/self/fd/\(candidate.rawValue)", flags: flags)
      {
        return opened
      }
    }
    do {
      return try FileDescriptor(opening: "/dev/tty", flags: flags)
    } catch {
      guard StandardStream.output.isTerminal else { throw error }
      return try FileDescriptor(duplicating: StandardStream.output)
    }
  }

  package var size: (columns: Int, rows: Int) {
    var columns: UInt16 = 0
    var rows: UInt16 = 0
    _ = unsafe host_terminal_size(watch.descriptor.rawValue, &columns, &rows)
    return (Int(columns), Int(rows))
  }
}

// MARK: - Taking over and giving back

extension TerminalDevice {
  package func enter(_ mode: TerminalSequences) throws(SystemError) {
    unsafe host_terminal_set_question(mode.question, mode.question.count)
    let result = unsafe host_terminal_enter(
      watch.number, mode.enter, mode.enter.count, mode.leave, mode.leave.count)
    dropPending()
    _ = try checked(result, "tcsetattr")
    typedAhead = host_terminal_unread(watch.descriptor.rawValue)
    let (before, after) = mode.notice
    unsafe host_terminal_set_notice(before, before.count, after, after.count)
  }

  package func leave() {
    dropPending()
    host_terminal_leave()
  }

  package func keepInput() {
    // What arrives later may be the reply to a query or a report of the mouse.
    if host_terminal_unread(watch.descriptor.rawValue) > 0 { host_terminal_keep_input() }
  }

  /// In the background this stops the process again (`SIGTTOU`).
  package func enterAgain() throws(SystemError) {
    dropPending()
    _ = try checked(host_terminal_enter_again(), "tcsetattr")
  }

  package func hangUp() {
    isGone = true
    dropPending()
    // A closed terminal stays readable, which would end every wait.
    watch.stop()
  }

  package var pendingCount: Int { outgoing.count }

  package func dropPending() {
    outgoing.removeAll()
    watchWriting()
  }
}

// MARK: - Handing over

extension TerminalDevice {
  package var canHandOver: Bool { true }

  package func handOver(to words: [[UInt8]]) throws(SystemError) -> any ProcessPort {
    dropPending()
    isHandedOver = true
    updateWatch()
    var arguments = CStringList(words)
    var child = host_child()
    let error = unsafe host_foreground_start(
      watch.descriptor.rawValue, &arguments.pointers, &child)
    guard error == 0 else {
      keepAgain()
      throw SystemError(call: "posix_spawn", code: error)
    }
    return CommandProcess(child, in: poller)
  }

  package func handOverAgain() { host_foreground_resume() }

  package func takeBack(isOrderly: Bool) {
    host_foreground_end(isOrderly)
    keepAgain()
  }

  private func keepAgain() {
    isHandedOver = false
    watchReading(true)
  }
}

// MARK: - Bytes

extension TerminalDevice {
  package func write(_ bytes: Span<UInt8>) -> WriteResult {
    guard !isGone else { return .gone }
    guard outgoing.isEmpty else {
      outgoing.append(bytes)
      return flush()
    }
    return sent(outgoing.send(bytes, to: watch.descriptor))
  }

  package func flush() -> WriteResult {
    guard !isGone else { return .gone }
    return sent(outgoing.flush(to: watch.descriptor))
  }

  private func sent(_ delivery: WriteResult) -> WriteResult {
    isGone = delivery == .gone
    watchWriting()
    return delivery
  }

  /// Waits for writing while bytes are pending.
  private func watchWriting() {
    guard watchesWriting == outgoing.isEmpty else { return }
    watchesWriting.toggle()
    updateWatch()
  }

  package func watchReading(_ isWatched: Bool) {
    watchesReading = isWatched
    updateWatch()
  }

  private func updateWatch() {
    watch.watch(reading: watchesReading && !isHandedOver, writing: watchesWriting)
  }

  /// The most bytes of input that are read one by one.
  private static let keyBytes = 64

  package func read(_ body: (Span<UInt8>) -> Void) -> ReadResult {
    guard !isGone else { return .end }
    while true {
      let descriptor = watch.descriptor.rawValue
      let limit = host_terminal_unread(descriptor) > Self.keyBytes ? incoming.count : 1
      let count = unsafe incoming.withUnsafeMutableBytes { bytes in
        unsafe Glibc.read(descriptor, bytes.baseAddress, limit)
      }
      if count > 0 {
        for index in 0..<min(count, typedAhead) where incoming[index] == UInt8(ascii: "\n") {
          incoming[index] = UInt8(ascii: "\r")
        }
        typedAhead = max(0, typedAhead - count)
        let arrived = incoming
        body(arrived.span.extracting(0..<count))
        return .bytes(count)
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return .nothing }
      isGone = true
      return .end
    }
  }
}

/// A send buffer for the terminal or the input of a program that a child runs, of any size: writes
/// bytes to a descriptor without blocking and stores what did not fit for the next try.
struct OutgoingBytes: ~Copyable {
  private var bytes: [UInt8] = []
  private var sentCount = 0

  var isEmpty: Bool { count == 0 }
  var count: Int { bytes.count - sentCount }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    sentCount = 0
  }

  mutating func append(_ more: Span<UInt8>) {
    bytes.reserveCapacity(bytes.count + more.count)
    for index in more.indices { bytes.append(more[index]) }
  }

  /// Sends bytes and keeps the rest; nothing may be pending.
  mutating func send(_ frame: Span<UInt8>, to descriptor: borrowing FileDescriptor) -> WriteResult {
    let (count, result) = Self.write(frame, to: descriptor)
    if result == .pending { append(frame.extracting(count..<frame.count)) }
    return result
  }

  mutating func flush(to descriptor: borrowing FileDescriptor) -> WriteResult {
    let (count, result) = Self.write(
      bytes.span.extracting(sentCount..<bytes.count), to: descriptor)
    sentCount += count
    if result != .pending { removeAll() }
    return result
  }

  /// Writes until all is written or a write would block.
  private static func write(_ frame: Span<UInt8>, to descriptor: borrowing FileDescriptor)
    -> (count: Int, result: WriteResult)
  {
    var count = 0
    while count < frame.count {
      let written = unsafe frame.extracting(count..<frame.count).withUnsafeBytes { bytes in
        unsafe Glibc.write(descriptor.rawValue, bytes.baseAddress, bytes.count)
      }
      if written > 0 {
        count += written
      } else if written < 0 && errno == EINTR {
        continue
      } else if written < 0 && errno == EAGAIN {
        return (count, .pending)
      } else {
        return (count, .gone)
      }
    }
    return (count, .complete)
  }
}
