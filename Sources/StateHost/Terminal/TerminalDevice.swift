internal import Glibc
internal import HostSystem

/// The terminal, on a descriptor of the host's own: neither the shell nor a plugin shares it.
///
/// Whatever ends the process while the terminal is entered, a crash too, gives it back: that is
/// done in one place, `host_terminal_leave`. One device a process may be entered at a time.
package struct TerminalDevice: ~Copyable {
  /// What became of bytes that were to be written.
  package enum Output: Equatable, Sendable {
    /// All are written.
    case complete
    /// The terminal takes no more now: wait until it is writable, then `flush`.
    case pending
    /// There is no terminal any more.
    case gone
  }

  /// What a read brought.
  package enum Input: Equatable, Sendable {
    /// Bytes, handed over.
    case bytes
    /// Nothing now.
    case nothing
    /// There is no terminal any more.
    case gone
  }

  private let owner: Descriptor
  private var outgoing = OutgoingBytes()
  private var incoming = [UInt8](repeating: 0, count: 4096)
  private var isGone = false

  /// Readable when keys wait, writable when bytes can go out.
  package var descriptor: CInt { owner.rawValue }

  /// Opens the terminal that shows standard output, else the one of standard input, else the
  /// process's controlling terminal (`/dev/tty`).
  ///
  /// Throws what opening `/dev/tty` throws when there is none: `ENXIO`.
  package init() throws(SystemCallError) {
    owner = try Self.openTerminal()
  }

  /// Uses a terminal that is open already.
  package init(owning descriptor: consuming Descriptor) {
    owner = descriptor
  }

  deinit {
    host_terminal_release(owner.rawValue)
  }

  private static func openTerminal() throws(SystemCallError) -> Descriptor {
    let flags = O_RDWR | O_NOCTTY | O_NONBLOCK
    for candidate in [STDOUT_FILENO, STDIN_FILENO] where isatty(candidate) == 1 {
      if let opened = try? Descriptor(opening: "/proc/self/fd/\(candidate)", flags: flags) {
        return opened
      }
    }
    do {
      return try Descriptor(opening: "/dev/tty", flags: flags)
    } catch {
      guard isatty(STDOUT_FILENO) == 1 else { throw error }
      return try Descriptor(duplicating: STDOUT_FILENO)
    }
  }

  /// The size now.
  ///
  /// `environment` is asked for `COLUMNS` and `LINES` where the kernel knows none.
  package borrowing func size(environment: (String) -> String?) -> TerminalSize {
    var columns: UInt16 = 0
    var rows: UInt16 = 0
    _ = unsafe host_terminal_size(owner.rawValue, &columns, &rows)
    return TerminalSize(
      kernelColumns: Int(columns), kernelRows: Int(rows), environment: environment)
  }
}

// MARK: - Taking over and giving back

extension TerminalDevice {
  /// Makes the terminal raw and sends the mode's enter bytes.
  ///
  /// Ctrl-C, Ctrl-\ and Ctrl-Z stay signals. What is shown afterwards must be drawn anew.
  package mutating func enter(_ mode: TerminalMode) throws(SystemCallError) {
    let enter = mode.enter
    let leave = mode.leave
    let result = unsafe enter.withUnsafeBufferPointer { enterBytes in
      unsafe leave.withUnsafeBufferPointer { leaveBytes in
        unsafe host_terminal_enter(
          owner.rawValue, enterBytes.baseAddress, enterBytes.count, leaveBytes.baseAddress,
          leaveBytes.count)
      }
    }
    outgoing.removeAll()
    _ = try checked(result, "tcsetattr")
  }

  /// Gives the terminal back as it was; nothing when it is not entered.
  ///
  /// Bytes that are pending are dropped.
  package mutating func leave() {
    outgoing.removeAll()
    host_terminal_leave()
  }

  /// Answers `Signals.stop`: leaves, stops the process, and when it is continued enters again.
  ///
  /// The size may have changed meanwhile, and everything must be drawn anew.
  package mutating func suspend() throws(SystemCallError) {
    outgoing.removeAll()
    _ = try checked(host_signals_suspend(), "tcsetattr")
  }

  /// Answers `Signals.continue`: sets the terminal up once more.
  ///
  /// The shell has changed it while the process was stopped by force. Everything must be drawn anew.
  /// In the background it stops the process once more (`SIGTTOU`), so `terminate` comes first.
  package mutating func restoreMode() throws(SystemCallError) {
    outgoing.removeAll()
    _ = try checked(host_terminal_enter_again(), "tcsetattr")
  }

  /// Answers `Signals.hangup`: from here nothing is written or read any more.
  package mutating func hangUp() {
    isGone = true
    outgoing.removeAll()
  }
}

// MARK: - Bytes

extension TerminalDevice {
  /// Sends a frame whole; what the terminal does not take now is kept, in order, for `flush`.
  ///
  /// A loop that draws no new frame while bytes are pending never falls behind.
  package mutating func write(_ frame: Span<UInt8>) -> Output {
    guard !isGone else { return .gone }
    guard outgoing.isEmpty else {
      outgoing.append(frame)
      return flush()
    }
    let result = outgoing.send(frame, to: owner.rawValue)
    isGone = result == .gone
    return result
  }

  /// Sends what is pending.
  package mutating func flush() -> Output {
    guard !isGone else { return .gone }
    let result = outgoing.flush(to: owner.rawValue)
    isGone = result == .gone
    return result
  }

  /// Hands over what has arrived, at most 4 KiB.
  package mutating func read(_ body: (Span<UInt8>) -> Void) -> Input {
    guard !isGone else { return .gone }
    while true {
      let count = unsafe incoming.withUnsafeMutableBytes { bytes in
        unsafe Glibc.read(owner.rawValue, bytes.baseAddress, bytes.count)
      }
      if count > 0 {
        body(incoming.span.extracting(0..<count))
        return .bytes
      }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN { return .nothing }
      isGone = true
      return .gone
    }
  }
}
