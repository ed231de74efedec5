internal import Glibc
internal import HostContent
internal import HostSurface

/// What a run leaves on standard output and standard error, and the status it ends with.
enum PlainReport {
  /// Passes rows on as they come, without what a terminal would act on: a pipe may end at one.
  static func passage(to output: CInt) -> RowPassage {
    let isTerminal = isatty(output) == 1
    return RowPassage(
      output: output, cleaner: { row, clean in HarmlessText.append(row, to: &clean) },
      longestRow: isTerminal ? RowLimits.longestRow : longestPipedRow, endsLastRow: isTerminal)
  }

  private static let longestPipedRow = 64 << 20

  /// Says the last words of a run.
  ///
  /// - Parameters:
  ///   - outcome: how it ended.
  ///   - error: what failed in the last load.
  ///   - isPlain: whether nobody has seen the error yet.
  ///   - standardOutput: where an accepted row goes.
  ///   - standardError: where the error goes.
  /// - Returns: the exit status.
  static func end(
    _ outcome: Outcome, error: ContentError?, isPlain: Bool, standardOutput: CInt,
    standardError: CInt
  ) -> Int32 {
    switch outcome {
    case .accepted(let row):
      print(row, to: standardOutput)
      return ExitStatus.done
    case .signalled(let signal): return 128 + signal
    case .outputFailed(EPIPE): return ExitStatus.done
    case .outputFailed(let code):
      Complaint.write(
        CommandFailure(unwritable: "standard output", code: code).line, to: standardError)
      return ExitStatus.usage
    case .terminalGone: return 128 + SIGHUP
    case .done:
      guard let error else { return ExitStatus.done }
      if isPlain { explain(error, to: standardError) }
      return error.status
    }
  }

  private static func print(_ row: [UInt8], to output: CInt) {
    var bytes: [UInt8] = []
    if isatty(output) == 1 {
      HarmlessText.appendLine(row.span, to: &bytes)
    } else {
      bytes = row
    }
    bytes.append(UInt8(ascii: "\n"))
    writeAll(bytes, to: output)
  }

  private static func explain(_ error: ContentError, to output: CInt) {
    for line in error.standardError { Complaint.write(line, to: output) }
    Complaint.write("statehost: \(error.line)", to: output)
  }
}

extension ContentError {
  /// The program's exit status: a file that cannot be read is a mistake of the command line.
  fileprivate var status: Int32 {
    switch kind {
    case .fileNotFound, .notReadable, .isDirectory: ExitStatus.usage
    case .commandNotFound, .notExecutable, .cannotStart, .exited, .killed, .readFailed,
      .standardInputIsTerminal, .stopped:
      programStatus
    }
  }
}
