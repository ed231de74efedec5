internal import Glibc

/// A terminal that a run is shown on and typed into; nothing here waits.
package protocol TerminalPort: AnyObject {
  /// Readable when keys wait; writable, while bytes are pending, when some can go out.
  var token: PortToken { get }

  /// The size that the terminal says, 0 where it says none.
  var size: (columns: Int, rows: Int) { get }

  /// Makes the terminal raw and sends the mode's enter bytes; what is shown afterwards must be drawn
  /// anew.
  ///
  /// Ctrl-C, Ctrl-\ and Ctrl-Z stay signals.
  func enter(_ mode: TerminalMode) throws(SystemError)

  /// Gives the terminal back as it was, and drops what is pending; nothing when it is not entered.
  func leave()

  /// Answers `Signals.continue`: sets the terminal up once more, for a shell has changed it while
  /// the process was stopped by force.
  ///
  /// What is pending is dropped, and everything must be drawn anew.
  func enterAgain() throws(SystemError)

  /// The terminal is gone: from here nothing is written or read any more.
  func hangUp()

  /// Bytes that the terminal has not taken yet.
  var pendingCount: Int { get }

  /// Never sends what is pending, in the middle of a sequence too: `ESC \` ends that.
  func dropPending()

  /// Sends bytes; what the terminal does not take now is kept, in order, for `flush`.
  func write(_ bytes: Span<UInt8>) -> Delivery

  /// Sends what is pending.
  func flush() -> Delivery

  /// Whether a wait ends when keys arrive; the end of the terminal is always reported.
  func watchReading(_ isWatched: Bool)

  /// Hands over what has arrived, at most 4 KiB; `.end` when the terminal is gone.
  func read(_ body: (Span<UInt8>) -> Void) -> Arrival

  /// Whether somebody is at it, so that a program can have it for a while.
  var canHandOver: Bool { get }

  /// Gives the terminal back as it was, drops what is pending and what has been typed, and starts a program that
  /// has it until `takeBack`: its keys and its signals are the program's own.
  ///
  /// - Parameter words: the program's name or path, then its arguments, as the system has them; never empty.
  /// - Throws: why it did not start; the terminal is left then.
  /// - Returns: its process.
  func handOver(to words: [[UInt8]]) throws(SystemError) -> any ProcessPort

  /// Answers `Signals.continue` while a program has the terminal: it goes on with it.
  func handOverAgain()

  /// The program has ended, or has had its time: the terminal is as it was before it was entered.
  ///
  /// - Parameter isOrderly: it has put the screen back itself, as far as it has changed it.
  func takeBack(isOrderly: Bool)
}

/// A terminal at which nobody is.
extension TerminalPort {
  package var canHandOver: Bool { false }
  package func handOver(to words: [[UInt8]]) throws(SystemError) -> any ProcessPort {
    throw SystemError(call: "tcsetpgrp", code: ENOTTY)
  }
  package func handOverAgain() {}
  package func takeBack(isOrderly: Bool) {}
}

/// What became of bytes that were to be written to a terminal.
package enum Delivery: Equatable, Sendable {
  /// All are written.
  case complete
  /// The terminal takes no more now: flush when it is writable.
  case pending
  /// There is no terminal any more.
  case gone
}
