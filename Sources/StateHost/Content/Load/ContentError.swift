internal import CHostSystem
internal import Glibc
package import HostSystem
internal import HostText

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
  package let words: FailureLine?
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
    words = FailureLine(standardError: standardError, rows: lastRows)
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

extension ContentError {
  /// What is wrong, in the command's own words where it has some, without a full stop: "exit 7: connect: connection
  /// refused", "killed by SIGSEGV".
  package var message: String {
    guard let words else { return cause }
    return switch kind {
    case .exited(let status): "exit \(status): \(words.text)"
    case .killed: "\(cause): \(words.text)"
    case .notFetched: words.text
    default: cause
    }
  }

  /// What is wrong, without the command's words.
  private var cause: String {
    switch kind {
    case .commandNotFound: "the command was not found"
    case .notExecutable(let number):
      "the command cannot be run: \(SystemError.text(of: number))"
    case .cannotStart(let number):
      "the command could not be started: \(SystemError.text(of: number))"
    case .exited(let status): "the command exited with status \(status)"
    case .killed(let signal): "killed by \(Self.name(ofSignal: signal))"
    case .fetcherNotFound: "\(URLFetch.program) was not found, which fetches URLs"
    case .notFetched: "the URL could not be fetched"
    case .fileNotFound: "there is no such file"
    case .notReadable(let number): "the file cannot be opened: \(SystemError.text(of: number))"
    case .isDirectory: "this is a directory, not a file"
    case .readFailed(let number): "reading failed: \(SystemError.text(of: number))"
    case .standardInputIsTerminal: "standard input is a terminal, so no rows can come from it"
    case .source(let failure): failure.what
    case .stopped: "the command was stopped"
    }
  }

  /// What to do about it, in a few words without a full stop.
  package var remedy: String {
    switch kind {
    case .commandNotFound: "check the name and PATH, or give the path of the program"
    case .notExecutable(ENOEXEC):
      "a script needs a first line such as #!/bin/sh; a program must be built for this machine"
    case .notExecutable: "check the path, and make the file executable: chmod +x"
    case .cannotStart(EMFILE): "allow more open files (ulimit -n), then retry"
    case .cannotStart: "close other programs, then retry"
    case .exited where wroteNothing, .killed where wroteNothing: "it wrote nothing about it; retry"
    case .exited where words?.isFromRows == true, .killed where words?.isFromRows == true:
      "it says so in its rows; retry"
    case .exited, .killed: "see what it wrote, then retry"
    case .fetcherNotFound: "install \(URLFetch.program), then retry"
    case .notFetched(let status): URLFetch.remedy(status: status)
    case .fileNotFound: "check the path"
    case .notReadable: "check who may read it: ls -l"
    case .isDirectory: "give a file, or list it with a command: -- ls -l DIRECTORY"
    case .readFailed: "retry; if it stays so, the file system or the device has a fault"
    case .standardInputIsTerminal: "pipe something into it, or give a file or -- COMMAND"
    case .source(let failure): failure.remedy
    case .stopped: "retry to run it again"
    }
  }

  /// One line in the order of every error of this program: what is wrong: where: what to do.
  ///
  /// The command's words are not in it: where it is written, they have been passed on.
  package var line: String { "\(cause): \(subject): \(remedy)" }

  private static func name(ofSignal signal: Int32) -> String {
    guard let name = unsafe host_signal_name(signal) else { return "signal \(signal)" }
    return unsafe "SIG\(String(cString: name))"
  }
}

/// One line of what a command wrote, chosen to say why it failed.
///
/// It is the last line that says something: it has a letter, and is neither an excerpt of source code (`  3 | x = 1`)
/// nor make's report that a recipe failed, which stands below the reason. Of the last ten such lines one with
/// `error:` or `fatal:` goes before those after it, which are notes and hints. Standard error goes before the rows.
package struct FailureLine: Equatable, Sendable {
  /// The line: printed as on a terminal, harmless, without spaces around it, cut at 240 characters.
  package let text: String
  /// It is one of the rows, because standard error says nothing.
  package let isFromRows: Bool

  /// How many of the last rows are worth looking at.
  static let rowCount = 50
  /// The most bytes of a line that are looked at.
  static let lineBytes = 4096
  private static let longest = 240
  private static let lineCount = 10

  /// The words in these lines, each list oldest first; nil where none says anything.
  init?(standardError: [String], rows: [String]) {
    let said = Self.choose(from: standardError)
    guard let text = said ?? Self.choose(from: rows) else { return nil }
    self.text = text.count > Self.longest ? text.prefix(Self.longest - 1) + "…" : text
    isFromRows = said == nil
  }

  private static func choose(from lines: [String]) -> String? {
    var candidates: [String] = []
    var report: String?
    for line in lines.reversed() {
      let text = shown(line)
      guard text.contains(where: \.isLetter), !isExcerpt(text) else { continue }
      if isMakeReport(text) {
        report = report ?? text
      } else {
        candidates.append(text)
        if candidates.count == lineCount { break }
      }
    }
    return candidates.first(where: namesError) ?? candidates.first ?? report
  }

  /// The line as it stands on a terminal in the end.
  private static func shown(_ line: String) -> String {
    var shown = ShownText()
    let bytes = Array(line.utf8.suffix(lineBytes))
    shown.read(bytes.span)
    let text = HarmlessText.cleanLine(String(decoding: shown.bytes, as: UTF8.self))
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }

  private static let errorNames = ["error:", "fatal:"].map {
    TextPattern(Array($0.utf8), ignoresCase: true)
  }

  private static func namesError(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return errorNames.contains { $0.range(in: bytes.span) != nil }
  }

  private static func isExcerpt(_ text: String) -> Bool {
    text.drop { $0.isNumber || $0 == " " }.hasPrefix("|")
  }

  private static let recipeFailed = TextPattern(Array(": *** [".utf8), ignoresCase: false)

  /// `make: *** [x.o] Error 1`, `make[1]: *** […]`; not `make: *** No rule to make target 'x'`.
  private static func isMakeReport(_ text: String) -> Bool {
    text.hasPrefix("make") && recipeFailed.range(in: Array(text.utf8).span) != nil
  }
}
