/// Protocol of a byte sink for blocking writes: standard output, a log, a file or memory.
package protocol OutputPort: AnyObject {
  /// Whether it is a terminal, which interprets control characters.
  var isTerminal: Bool { get }

  /// Writes some of the bytes; blocks until that is possible or a signal arrives.
  func write(_ bytes: Span<UInt8>) -> OutputResult
}

/// The result of a blocking write, not to the screen: bytes written, interrupted, or an error.
package enum OutputResult: Equatable, Sendable {
  /// The number of bytes written; 0 only when there were none.
  case bytes(Int)
  /// A signal arrived first: handle it and try again.
  case interrupted
  /// `EPIPE`: the reader has closed it.
  case failed(SystemError)
}

extension OutputPort {
  /// Writes all bytes, retrying after signals; nil on success.
  @discardableResult
  package func writeAll(_ bytes: Span<UInt8>) -> SystemError? {
    var written = 0
    while written < bytes.count {
      switch write(bytes.extracting(written..<bytes.count)) {
      case .bytes(let count): written += count
      case .interrupted: continue
      case .failed(let error): return error
      }
    }
    return nil
  }
}

/// Protocol of a capture of what plugins in this process print to descriptors 1 and 2:
/// `OutputCapture`, or a scripted one in tests.
package protocol CapturePort: AnyObject {
  /// Readable while captured bytes wait.
  var token: PortToken { get }
  /// The number of waiting bytes (a system call); read after each plugin call to attribute them.
  var waitingCount: Int { get }
  /// Passes what waits, at most 16 KiB; false when there is nothing.
  func read(_ body: (Span<UInt8>) -> Void) -> Bool
  /// Discards what is written from now on.
  func close()
}
