/// Something that is written to, in order: standard output, a log, a file.
package protocol OutputPort: AnyObject {
  /// Whether a terminal shows it, which acts on control characters.
  var isTerminal: Bool { get }

  /// Writes some of the bytes; waits while the other side is slow, but not longer than to the next
  /// signal.
  func write(_ bytes: Span<UInt8>) -> OutputResult
}

/// What became of bytes that were to be written.
package enum OutputResult: Equatable, Sendable {
  /// So many are written; more than none, unless there was nothing to write.
  case bytes(Int)
  /// A signal came first: try again when it is served.
  case interrupted
  /// `EPIPE` says that nobody reads it any more.
  case failed(SystemError)
}

/// What happens to what a file has when it is opened to be written.
package enum OutputKind: Equatable, Sendable {
  /// It is dropped.
  case replacing
  /// It stays, and what is written follows it.
  case appending
  /// There must be none yet.
  case new
}

extension OutputPort {
  /// Writes all the bytes, whatever signals arrive meanwhile.
  ///
  /// - Returns: why not all are written; nil when they are.
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

/// What was written to descriptors 1 and 2 while output is captured.
package protocol CapturePort: AnyObject {
  /// Readable while captured bytes wait.
  var token: PortToken { get }
  /// How many bytes wait: asked right after a call, it says whose they are.
  ///
  /// One system call.
  var waitingCount: Int { get }
  /// Hands over what waits, at most 16 KiB; false when nothing did.
  func read(_ body: (Span<UInt8>) -> Void) -> Bool
  /// What is written from here on is lost.
  func close()
}
