internal import Glibc
internal import HostContent
internal import HostRuntime
internal import HostSurface
internal import HostSystem
internal import HostText

/// What a run leaves on standard output when the terminal is the shell's again, and its exit status.
struct RunEnd {
  let outcome: Outcome
  /// What arranges the children; empty where the descriptors do.
  let statesFile: String
  /// How the last load ended that was not stopped; nil: none has ended so far.
  let lastLoad: SourceFeed.LoadEnd?
  /// Whether the rows come from a command of the user's, which leaving ends.
  let endsCommand: Bool
  /// Whether the run was there to choose rows; without any it was all for nothing.
  let picks: Bool
  /// The bytes of a row of the content.
  let bytes: (_ row: UInt64) -> [UInt8]
  /// What stands behind each accepted row, and behind an accepted text.
  let terminator: UInt8
  /// Where accepted rows go.
  let standardOutput: any OutputPort

  /// Prints what was accepted.
  ///
  /// - Throws: that standard output takes no more; a reader that has gone away is no failure.
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
    case .left, .done:
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
        guard waiting.count >= Self.bytesAtOnce else { continue }
        try deliver(waiting, to: standardOutput)
        waiting.removeAll(keepingCapacity: true)
      }
    }
    try deliver(waiting, to: standardOutput)
  }

  /// The row byte for byte, but for what a terminal would act on where it is shown on one.
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
  /// The program's exit status: a file that cannot be read is a mistake of the command line.
  fileprivate var status: Int32 {
    switch kind {
    case .fileNotFound, .notReadable, .isDirectory: ExitStatus.usage
    case .commandNotFound, .notExecutable, .cannotStart, .exited, .killed, .fetcherNotFound,
      .notFetched, .readFailed, .standardInputIsTerminal, .source, .stopped:
      programStatus
    }
  }
}
