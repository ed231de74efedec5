/// The bytes that take a terminal over and that give it back, 1,024 each at most.
///
/// `leave` may be sent at any moment, in the middle of a frame too: it must begin with something
/// that ends a control sequence cut in half (`ESC \`), and undo all that `enter` and any frame do.
package struct TerminalMode: Sendable {
  package let enter: [UInt8]
  package let leave: [UInt8]
  /// What is asked last where a run breaks off, so that no answer reaches the shell.
  ///
  /// The terminal answers it with `ESC [ 0 n`, after all that it was asked before. Empty: nothing is asked.
  package let question: [UInt8]
  /// What stands before and after a notice, a row of text that is shown over a frame, or over the
  /// beginning of one; 512 bytes at most.
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
