internal import Glibc

/// Protocol of a terminal that the program takes over, reads keys from, writes frames to and lends
/// to other programs: the real device, a simulated one or, for snapshots, one with only a size.
package protocol TerminalPort: AnyObject {
  /// Readable when input waits; writable when pending output can be sent.
  var token: PortToken { get }

  /// The size in cells; 0 when unknown.
  var size: (columns: Int, rows: Int) { get }

  /// Makes the terminal raw but for signal keys and sends the enter bytes; then redraw the screen.
  func enter(_ mode: TerminalSequences) throws(SystemError)

  /// Restores the terminal and drops pending output; does nothing when it is not entered.
  func leave()

  /// Keeps unread input for the next program; `leave` would otherwise drop it.
  func keepInput()

  /// Handles `Signals.continue`: sets the terminal up after `SIGSTOP`, as a shell has changed it.
  ///
  /// Pending output is dropped, and the screen must be redrawn.
  func enterAgain() throws(SystemError)

  /// Stops reading and writing, because the terminal is gone.
  func hangUp()

  /// The number of bytes that wait to be sent.
  var pendingCount: Int { get }

  /// Drops pending output, even within an escape sequence: `ESC \` ends that.
  func dropPending()

  /// Sends bytes; what does not fit is kept for `flush`.
  func write(_ bytes: Span<UInt8>) -> WriteResult

  func flush() -> WriteResult

  /// Sets whether input ends a wait; the end of the terminal is always reported.
  func watchReading(_ isWatched: Bool)

  /// Passes the next byte of input, as long as few bytes have arrived, which are keys; of more,
  /// such as pasted text, up to 4 KiB. `.end` when the terminal is gone.
  func read(_ body: (Span<UInt8>) -> Void) -> ReadResult

  /// Whether it can be handed over to a program: a user is at it.
  var canHandOver: Bool { get }

  /// Restores the terminal, drops pending input and output, and starts a program (name or path,
  /// then arguments) in its foreground until `takeBack`; if it cannot start, the terminal is left.
  func handOver(to words: [[UInt8]]) throws(SystemError) -> any ProcessPort

  /// Handles `Signals.continue` while a program has the terminal: gives it to the program again.
  func handOverAgain()

  /// Takes the terminal back, with the settings from before `enter`; a program that ended by itself
  /// (`isOrderly`) has restored the screen.
  func takeBack(isOrderly: Bool)
}

/// A terminal without a user.
extension TerminalPort {
  package var canHandOver: Bool { false }
  package func handOver(to words: [[UInt8]]) throws(SystemError) -> any ProcessPort {
    throw SystemError(call: "tcsetpgrp", code: ENOTTY)
  }
  package func handOverAgain() {}
  package func keepInput() {}
  package func takeBack(isOrderly: Bool) {}
}

/// The result of a write that does not block, to a terminal, pipe or worker: complete, bytes kept
/// for a flush, or the other end is gone.
package enum WriteResult: Equatable, Sendable {
  case complete
  /// Some bytes wait: flush when it is writable.
  case pending
  case gone
}

/// The byte sequences that take over a terminal and give it back, query it before giving it back
/// after a crash or kill, so that no late reply reaches the shell, and begin and end a notice.
///
/// `enter` and `leave` have at most 1,024 bytes. `leave` may be sent within a frame: it must begin
/// with a terminator for a partial control sequence (`ESC \`), and undo what `enter` and frames do.
package struct TerminalSequences: Sendable {
  package let enter: [UInt8]
  package let leave: [UInt8]
  /// The last query of a run that is cut off, so that no reply reaches the shell.
  ///
  /// The terminal replies `ESC [ 0 n`, after its replies to earlier queries. Empty: no query.
  package let question: [UInt8]
  /// The bytes before and after a notice, a row of text that is written over a frame; 512 at most.
  package let notice: (before: [UInt8], after: [UInt8])

  package init(
    enter: [UInt8], leave: [UInt8], question: [UInt8] = [],
    notice: (before: [UInt8], after: [UInt8]) = ([], [])
  ) {
    self.enter = enter
    self.leave = leave
    self.question = question
    self.notice = notice
  }
}

/// A terminal's width and height in cells, clamped to 4096 × 2048; 80×24 if nothing reports them.
package struct TerminalSize: Equatable, Sendable {
  /// The maximum; what a terminal reports is clamped to it.
  package static let limit = TerminalSize(columns: 4096, rows: 2048)

  /// The size when none is known.
  package static let standard = TerminalSize(columns: 80, rows: 24)

  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// The kernel's size; where that is 0, `COLUMNS` and `LINES`; else 80×24.
  package init(kernelColumns: Int, kernelRows: Int, environment: (String) -> String?) {
    columns = Self.side(
      kernelColumns, environment("COLUMNS"), otherwise: Self.standard.columns,
      limit: Self.limit.columns)
    rows = Self.side(
      kernelRows, environment("LINES"), otherwise: Self.standard.rows, limit: Self.limit.rows)
  }

  private static func side(_ kernel: Int, _ word: String?, otherwise: Int, limit: Int) -> Int {
    if kernel > 0 { return min(kernel, limit) }
    guard let word, let number = Int(word), number > 0 else { return otherwise }
    return min(number, limit)
  }
}
