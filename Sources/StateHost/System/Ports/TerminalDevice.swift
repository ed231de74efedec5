internal import CHostSystem
internal import Glibc

/// The terminal, on a descriptor of the host's own: neither the shell nor a plugin shares it.
///
/// Whatever ends the process while the terminal is entered, a crash too, gives it back: that is
/// done in one place, `host_terminal_leave`. One device a process may be entered at a time.
package final class TerminalDevice: TerminalPort {
  private let watch: Watch
  private var outgoing = OutgoingBytes()
  private var incoming = [UInt8](repeating: 0, count: 4096)
  private var isGone = false
  private var watchesReading = true
  private var watchesWriting = false
  private let poller: Poller
  /// So many bytes were typed before the terminal was raw: Enter had become a newline by then.
  private var typedAhead = 0
  /// A program has it now.
  private(set) var isHandedOver = false

  package var token: PortToken { watch.token }

  /// Opens the terminal that shows standard output, else the one of standard input, else the
  /// process's controlling terminal (`/dev/tty`).
  ///
  /// Throws what opening `/dev/tty` throws when there is none: `ENXIO`.
  package convenience init(in poller: Poller) throws(SystemError) {
    try self.init(owning: try Self.openTerminal(), in: poller)
  }

  /// Uses a terminal that is open already.
  package init(owning descriptor: consuming Descriptor, in poller: Poller) throws(SystemError) {
    watch = Watch(descriptor, in: poller)
    self.poller = poller
    guard watch.canWait else { throw SystemError(call: "epoll_ctl", code: EPERM) }
  }

  deinit {
    host_terminal_release(watch.descriptor.rawValue)
  }

  private static func openTerminal() throws(SystemError) -> Descriptor {
    let flags = O_RDWR | O_NOCTTY | O_NONBLOCK
    for candidate in [StandardStream.output, .input] where candidate.isTerminal {
      if let opened = try? Descriptor(opening: "/proc/self/fd/\(candidate.rawValue)", flags: flags)
      {
        return opened
      }
    }
    do {
      return try Descriptor(opening: "/dev/tty", flags: flags)
    } catch {
      guard StandardStream.output.isTerminal else { throw error }
      return try Descriptor(duplicating: StandardStream.output)
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
  package func enter(_ mode: TerminalMode) throws(SystemError) {
    let enter = mode.enter
    let leave = mode.leave
    unsafe host_terminal_set_question(mode.question, mode.question.count)
    let result = unsafe enter.withUnsafeBufferPointer { enterBytes in
      unsafe leave.withUnsafeBufferPointer { leaveBytes in
        unsafe host_terminal_enter(
          watch.descriptor.rawValue, enterBytes.baseAddress, enterBytes.count,
          leaveBytes.baseAddress, leaveBytes.count)
      }
    }
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

  /// In the background it stops the process once more (`SIGTTOU`), so `terminate` comes first.
  package func enterAgain() throws(SystemError) {
    dropPending()
    _ = try checked(host_terminal_enter_again(), "tcsetattr")
  }

  package func hangUp() {
    isGone = true
    dropPending()
    // It is readable for ever, so that no wait would end for anything else.
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
    return CommandProcess(
      number: child.pid, exit: child.exit_fd >= 0 ? Descriptor(owning: child.exit_fd) : nil,
      in: poller)
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
  package func write(_ bytes: Span<UInt8>) -> Delivery {
    guard !isGone else { return .gone }
    guard outgoing.isEmpty else {
      outgoing.append(bytes)
      return flush()
    }
    return sent(outgoing.send(bytes, to: watch.descriptor))
  }

  package func flush() -> Delivery {
    guard !isGone else { return .gone }
    return sent(outgoing.flush(to: watch.descriptor))
  }

  private func sent(_ delivery: Delivery) -> Delivery {
    isGone = delivery == .gone
    watchWriting()
    return delivery
  }

  /// Waits for room as long as bytes are pending.
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

  package func read(_ body: (Span<UInt8>) -> Void) -> Arrival {
    guard !isGone else { return .end }
    while true {
      let count = unsafe incoming.withUnsafeMutableBytes { bytes in
        unsafe Glibc.read(watch.descriptor.rawValue, bytes.baseAddress, bytes.count)
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
