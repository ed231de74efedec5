internal import CHostSystem
internal import Glibc
package import HostSystem
internal import HostText

/// The error of a failed load of the data source, or of a child's program that did not start: the
/// source, the kind of failure, and the last lines of standard error; it gives the message and
/// remedy to show, and the exit status of this program.
package struct ContentError: Error, Equatable, Sendable {
  /// The cause of a failed load or start of a child's program, in the host's own terms, such as a
  /// command not found or a missing file; children receive `ContentFacts.Failure`.
  package enum Kind: Equatable, Sendable {
    case commandNotFound
    /// The file exists but cannot be executed; the errno.
    case notExecutable(Int32)
    /// The system could not start it, for example for lack of memory; the errno.
    case cannotStart(Int32)
    /// The command exited with a status other than 0.
    case exited(status: Int32)
    case killed(signal: Int32)
    /// curl, which fetches URLs, was not found.
    case fetcherNotFound
    /// curl failed with this status.
    case notFetched(status: Int32)
    case fileNotFound
    /// The file does not exist yet, and is read when it does.
    case fileAwaited
    /// The file cannot be opened; the errno.
    case notReadable(Int32)
    case isDirectory
    /// Opening or reading failed; the errno.
    case readFailed(Int32)
    /// Standard input is a terminal and delivers no rows.
    case standardInputIsTerminal
    /// A plugin's source failed or could not be started.
    case source(SourceFailure)
    /// This program stopped the command on request.
    case stopped
  }

  /// The source: a command line, a URL, or a file.
  package let subject: String
  package let kind: Kind
  /// The last lines of standard error, oldest first, with control characters.
  package let standardError: [String]
  /// The line of the command's output that explains the failure; nil if there is none.
  package let reason: FailureLine?
  private let hasRows: Bool

  /// `lastRows` are those of the failed load, oldest first.
  package init(subject: String, kind: Kind, standardError: [String] = [], lastRows: [String] = []) {
    self.subject = subject
    self.kind = kind
    self.standardError = standardError
    // A killed command had no time to give a reason.
    let isKilled = if case .killed = kind { true } else { false }
    reason = FailureLine(
      standardError: standardError, rows: isKilled ? [] : lastRows,
      areData: kind == .exited(status: 1))
    hasRows = !isKilled && !lastRows.isEmpty
  }

  /// The exit status of this program if this is its last error: the command's own, 128 plus its
  /// signal, 127 and 126 as in shells, otherwise 1.
  package var programStatus: Int32 {
    switch kind {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    case .commandNotFound, .fetcherNotFound: 127
    case .notExecutable: 126
    case .standardInputIsTerminal: 2
    case .stopped: 130
    case .cannotStart, .notFetched, .fileNotFound, .fileAwaited, .notReadable, .isDirectory,
      .readFailed, .source:
      1
    }
  }

  /// The command's exit status; nil if it did not exit by itself.
  package var exitStatus: Int32? { if case .exited(let status) = kind { status } else { nil } }

  /// The signal that ended the command; nil if none did.
  package var signal: Int32? { if case .killed(let signal) = kind { signal } else { nil } }

  /// The cause, with the line of the command's output that explains it if there is one, without a
  /// full stop: "exit 7: connect: connection refused", "killed by SIGSEGV".
  package var message: String {
    guard let reason else { return cause }
    return switch kind {
    case .exited(let status): "exit \(status): \(reason.text)"
    case .killed: "\(cause): \(reason.text)"
    case .notFetched: reason.text
    default: cause
    }
  }

  /// The cause, without the command's output.
  private var cause: String {
    switch kind {
    case .commandNotFound: "the command was not found"
    case .notExecutable(let number): "the command cannot be run: \(SystemError.text(of: number))"
    case .cannotStart(let number):
      "the command could not be started: \(SystemError.text(of: number))"
    case .exited(let status): "the command exited with status \(status)"
    case .killed(let signal): "killed by \(Self.name(ofSignal: signal))"
    case .fetcherNotFound: "\(URLFetch.program), which fetches URLs, was not found"
    case .notFetched: "the URL could not be fetched"
    case .fileNotFound: "there is no such file"
    case .fileAwaited: "there is no such file yet"
    case .notReadable(let number): "the file cannot be opened: \(SystemError.text(of: number))"
    case .isDirectory: "this is a directory, not a file"
    case .readFailed(let number): "reading failed: \(SystemError.text(of: number))"
    case .standardInputIsTerminal: "standard input is a terminal, so no rows can come from it"
    case .source(let failure): failure.what
    case .stopped: "the command was stopped"
    }
  }

  /// What the user can do, without a full stop.
  package var remedy: String {
    switch kind {
    case .commandNotFound: "check the name and PATH, or give the path of the program"
    case .notExecutable(ENOEXEC):
      "a script needs a first line such as #!/bin/sh; a program must be built for this machine"
    case .notExecutable: "check the path, and make the file executable: chmod +x"
    case .cannotStart(EMFILE): "allow more open files (ulimit -n), then retry"
    case .cannotStart: "close other programs, then retry"
    case .exited where reason?.isFromRows == true: "its last rows say why; retry"
    case .exited where standardError.isEmpty && hasRows: "its last rows may say why; retry"
    case .exited where standardError.isEmpty, .killed where standardError.isEmpty:
      "it wrote no error message"
    case .exited, .killed: "see what it wrote, then retry"
    case .fetcherNotFound: "install \(URLFetch.program), then retry"
    case .notFetched(let status): URLFetch.remedy(status: status)
    case .fileNotFound where subject.hasSuffix("/"): "check the path, without the slash at its end"
    case .fileNotFound: "check the path"
    case .fileAwaited: "it is shown as soon as it is there"
    case .notReadable: "check its permissions: ls -l"
    case .isDirectory: "give a file, or list it with a command: -- ls -l DIRECTORY"
    case .readFailed: "retry; if it stays so, the file system or the device has a fault"
    case .standardInputIsTerminal: "pipe something into it, or give a file or -- COMMAND"
    case .source(let failure): failure.remedy
    case .stopped: "retry to run it again"
    }
  }

  /// The error in one line, `cause: subject: remedy`, without the command's output; for the end of
  /// a run, after which no file is awaited.
  package var line: String {
    kind == .fileAwaited
      ? ContentError(subject: subject, kind: .fileNotFound).line
      : "\(cause): \(subject): \(remedy)"
  }

  /// The error in one line with the command's own words, `cause, saying "words": subject: remedy`,
  /// where they are not on the screen or on standard error anyway.
  package var explainedLine: String {
    guard let reason else { return line }
    return "\(cause), saying \"\(reason.text)\": \(subject): retry"
  }

  private static func name(ofSignal signal: Int32) -> String {
    guard let name = unsafe host_signal_name(signal) else { return "signal \(signal)" }
    return unsafe "SIG\(String(cString: name))"
  }
}

/// The one line of a command's output, chosen by rules, that best explains why the command failed.
///
/// It is the last line with a letter that is neither a source code excerpt (`  3 | x = 1`) nor
/// make's report of a failed recipe, which follows the reason. Among the last ten such lines, one
/// with `error:` or `fatal:` is preferred to later notes and hints; standard error to rows. After
/// status 1, a result in `diff` and `grep`, rows count only with a word of error messages.
package struct FailureLine: Equatable, Sendable {
  /// The line as displayed, without control characters and outer spaces, cut at 240 characters.
  package let text: String
  /// Whether it is from the rows, because standard error has no such line.
  package let isFromRows: Bool

  /// How many of the last rows are searched.
  static let rowCount = 50
  /// The most bytes of a line that are searched.
  static let lineBytes = 4096
  private static let longest = 240
  private static let lineCount = 10

  /// Each list is oldest first; nil if no line qualifies.
  ///
  /// With `areData`, only rows that read like error messages count.
  init?(standardError: [String], rows: [String], areData: Bool = false) {
    let errorLine = Self.choose(from: standardError)
    guard let text = errorLine ?? Self.choose(from: rows, if: { !areData || Self.isMessage($0) })
    else { return nil }
    self.text = text.count > Self.longest ? text.prefix(Self.longest - 1) + "…" : text
    isFromRows = errorLine == nil
  }

  private static func choose(
    from lines: [String], if isReason: (String) -> Bool = { _ in true }
  ) -> String? {
    var candidates: [String] = []
    var report: String?
    for line in lines.reversed() {
      let text = displayed(line)
      guard text.contains(where: \.isLetter), !isExcerpt(text) else { continue }
      if isMakeReport(text) {
        report = report ?? text
      } else {
        candidates.append(text)
        if candidates.count == lineCount { break }
      }
    }
    candidates.removeAll { !isReason($0) }
    return candidates.first(where: mentionsError) ?? candidates.first ?? report
  }

  /// Whether a row reads like an error message.
  private static func isMessage(_ text: String) -> Bool {
    messageWords.contains { contains($0, in: text) }
  }

  private static let messageWords = [
    "error", "fail", "fatal", "cannot", "can't", "could not", "unable", "denied", "refused",
    "not found", "no such", "no rule", "invalid", "undefined", "missing", "abort", "exception",
    "panic", "timed out",
  ]

  /// The line as a terminal finally displays it.
  private static func displayed(_ line: String) -> String {
    var displayed = DisplayedText()
    let bytes = Array(line.utf8.suffix(lineBytes))
    displayed.read(bytes.span)
    let text = HarmlessText.cleanLine(String(decoding: displayed.bytes, as: UTF8.self))
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }

  private static func mentionsError(_ text: String) -> Bool {
    contains("error:", in: text) || contains("fatal:", in: text)
  }

  private static func isExcerpt(_ text: String) -> Bool {
    text.drop { $0.isNumber || $0 == " " }.hasPrefix("|")
  }

  /// `make: *** [x.o] Error 1`, `make[1]: *** […]`; not `make: *** No rule to make target 'x'`.
  private static func isMakeReport(_ text: String) -> Bool {
    text.hasPrefix("make") && contains(": *** [", in: text)
  }

  /// Whether a text has a part, in any case.
  private static func contains(_ part: String, in text: String) -> Bool {
    TextPattern(Array(part.utf8), ignoresCase: true).range(in: Array(text.utf8).span) != nil
  }
}
