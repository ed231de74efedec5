internal import Glibc
internal import HostContent
internal import HostRuntime
internal import HostSystem
internal import HostText

/// The last step of a run, after the session and the restoring of the terminal: prints the accepted
/// rows or text to standard output, and determines the exit status from how the run ended.
struct RunFinisher {
  let outcome: RunOutcome
  /// The states file that arranges the children; empty if descriptors do.
  let statesFile: String
  /// How the last load ended, unless it was stopped; nil if none has ended.
  let lastLoad: SourceReloader.LoadEnd?
  /// Whether the rows come from a command of the user, which ends with the run.
  let endsCommand: Bool
  /// Whether the run was to pick rows, so that leaving without any is an interruption.
  let picks: Bool
  /// The bytes of a row of the content.
  let bytes: (_ row: UInt64) -> [UInt8]
  /// Whether the rows are still those that were accepted.
  let areRowsIntact: () -> Bool
  /// The name of the source.
  let title: String
  /// The byte after each accepted row or text.
  let terminator: UInt8
  /// Where accepted rows go.
  let standardOutput: any OutputPort

  /// Prints what was accepted.
  ///
  /// - Throws: `CommandFailure` if standard output cannot be written; a closed pipe is no failure.
  /// - Returns: the exit status.
  func finish() throws(CommandFailure) -> Int32 {
    switch outcome {
    case .accepted(let rows):
      try print(rows)
      return ExitStatus.done
    case .acceptedText(let text, let status):
      var bytes: [UInt8] = []
      append(text, to: &bytes)
      try deliver(bytes, to: standardOutput)
      return Int32(status)
    case .signalled(let signal): return 128 + signal
    case .outputFailed(let error) where error.code == EPIPE: return ExitStatus.done
    case .outputFailed(let error): throw CommandFailure(unwritable: "standard output", error)
    case .notArranged(let problem): throw CommandFailure(problem, file: statesFile)
    case .terminalGone: return 128 + SIGHUP
    case .matchedNothing: return ExitStatus.nothingMatched
    case .left where picks || lastLoad == nil && endsCommand: return ExitStatus.interrupted
    case .left, .done, .loadFailed:
      guard case .failed(let error) = lastLoad else { return ExitStatus.done }
      return error.status
    }
  }

  private static let bytesAtOnce = 64 << 10

  private func print(_ rows: [Range<UInt64>]) throws(CommandFailure) {
    var waiting: [UInt8] = []
    for run in rows {
      for row in run {
        append(bytes(row), to: &waiting)
        if waiting.count >= Self.bytesAtOnce { try printIntact(&waiting) }
      }
    }
    try printIntact(&waiting)
  }

  /// Writes rows unless their file has changed before they were read.
  private func printIntact(_ rows: inout [UInt8]) throws(CommandFailure) {
    guard areRowsIntact() else {
      throw CommandFailure("the file has changed since the rows were chosen", title, "choose again")
    }
    try deliver(rows, to: standardOutput)
    rows.removeAll(keepingCapacity: true)
  }

  /// Appends a row unchanged; on a terminal, without unsafe escape sequences.
  private func append(_ row: [UInt8], to bytes: inout [UInt8]) {
    if standardOutput.isTerminal {
      HarmlessText.appendKeepingBytes(row.span, to: &bytes)
    } else {
      bytes += row
    }
    bytes.append(terminator)
  }
}

extension ContentError {
  /// The exit status of the program: an unreadable file is a usage error.
  fileprivate var status: Int32 {
    isUnusableFile || kind == .fileAwaited ? ExitStatus.usage : programStatus
  }

  /// Whether the source is a file that is missing or cannot be opened, unless it is still awaited.
  var isUnusableFile: Bool {
    switch kind {
    case .fileNotFound, .notReadable, .isDirectory: true
    case .commandNotFound, .notExecutable, .cannotStart, .exited, .killed, .fetcherNotFound,
      .notFetched, .fileAwaited, .readFailed, .standardInputIsTerminal, .source, .stopped:
      false
    }
  }
}
