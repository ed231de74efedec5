package import HostSystem

/// Why content did not arrive, or not all of it.
package struct ContentError: Error, Equatable, Sendable {
  /// What happened, with its facts.
  package enum Kind: Equatable, Sendable {
    /// No program has the name that was asked for.
    case commandNotFound
    /// There is such a file, but it may not be or cannot be run; the errno.
    case notExecutable(Int32)
    /// The system would not start it: no memory, too many processes; the errno.
    case cannotStart(Int32)
    /// The command ended by itself with a status other than 0.
    case exited(status: Int32)
    /// A signal ended the command.
    case killed(signal: Int32)
    /// A URL cannot be fetched without curl.
    case fetcherNotFound
    /// A URL was not fetched; the status of curl.
    case notFetched(status: Int32)
    case fileNotFound
    /// The file may not be opened; the errno.
    case notReadable(Int32)
    case isDirectory
    /// Opening or reading broke off; the errno.
    case readFailed(Int32)
    /// Standard input is a terminal: there are no rows to come from it.
    case standardInputIsTerminal
    /// A source of a plugin's has failed, or could not be started.
    case source(SourceFailure)
    /// This program stopped the command, because it was told to.
    case stopped
  }

  /// What was asked for: the command as it could be typed, the URL, or the file.
  package let subject: String
  package let kind: Kind
  /// What the command wrote last to its standard error, a line each, oldest first; invalid UTF-8
  /// is repaired, nothing else is: control characters are still there.
  package let standardError: [String]
  /// What the command said about it; nil where that cannot be told from what it wrote.
  package let words: FailureWords?
  /// The command wrote nothing at all.
  let wroteNothing: Bool

  /// - Parameters:
  ///   - subject: what was asked for.
  ///   - kind: what happened.
  ///   - standardError: the last lines of standard error, oldest first.
  ///   - lastRows: the last rows of the load that failed, oldest first.
  ///   - byteCount: how many bytes of rows that load had.
  package init(
    subject: String, kind: Kind, standardError: [String] = [], lastRows: [String] = [],
    byteCount: Int = 0
  ) {
    self.subject = subject
    self.kind = kind
    self.standardError = standardError
    words = FailureWords(standardError: standardError, rows: lastRows)
    wroteNothing = standardError.isEmpty && byteCount == 0
  }

  /// The status that this program ends with if this was the last word: the command's own where it
  /// failed, 128 and the signal where one ended it, 127 and 126 as shells have them, otherwise 1.
  package var programStatus: Int32 {
    switch kind {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    case .commandNotFound, .fetcherNotFound: 127
    case .notExecutable: 126
    case .standardInputIsTerminal: 2
    case .stopped: 130
    case .cannotStart, .notFetched, .fileNotFound, .notReadable, .isDirectory, .readFailed, .source:
      1
    }
  }

  /// The command's own exit status; `nil` if it did not exit by itself.
  package var exitStatus: Int32? {
    if case .exited(let status) = kind { status } else { nil }
  }

  /// The signal that ended the command; `nil` if none did.
  package var signal: Int32? {
    if case .killed(let signal) = kind { signal } else { nil }
  }
}
