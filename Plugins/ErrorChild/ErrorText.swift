import ChildPluginKit

/// The texts of an error message (title, cause, exit status, remedy, standard error), read from the
/// host when the message appears, and again when the content changes while it has a failure; the
/// cause and standard error are wrapped.
struct ErrorText {
  /// The command or file; may be empty.
  private(set) var title = TextBuffer()
  /// The title, or "Error" or "No error".
  private(set) var headline = TextBuffer()
  private(set) var cause = WrappedText()
  private(set) var ending = TextBuffer()
  private(set) var remedy = TextBuffer()
  private(set) var detail = WrappedText()
  /// False if a key or another child requested the state without a failure.
  private(set) var hasFailed = true

  private var revision: UInt64?

  /// The most bytes of standard error to read.
  private static let detailLimit = 1 << 18

  /// Makes the next `read` read everything again.
  mutating func invalidate() { revision = nil }

  /// Reads a new failure; while the source is reloading, the previous one stays.
  mutating func read(_ content: Content?, host: Host) {
    if revision != nil, content?.failure == nil || revision == content?.revision { return }
    revision = content?.revision ?? 0
    readTexts(of: content)
    cause.print(host: host)
    detail.print(host: host)
  }

  private mutating func readTexts(of content: Content?) {
    title.clear()
    headline.clear()
    cause.clear()
    ending.clear()
    remedy.clear()
    detail.clear()
    if let content {
      content.read(.title, into: &title)
      cause.read { content.read(.error, into: &$0) }
      content.read(.remedy, into: &remedy)
      detail.read { content.read(.errorDetail, into: &$0, limit: Self.detailLimit) }
      if let failure = content.failure, !causeNames(failure.number) {
        ending.append(failure.ending)
      }
    }
    hasFailed = content == nil || content?.failure != nil
    let word = hasFailed ? "Error" : "No error"
    if title.isEmpty { headline.append(word) } else { headline.append(title) }
    if !hasFailed {
      cause.read { $0.append("nothing has failed") }
    } else if cause.text.isEmpty {
      cause.read { $0.append(content?.failure?.cause ?? "something failed") }
    }
  }

  mutating func wrap(columns: Int, detailColumns: Int, host: Host) {
    cause.wrap(columns: columns, host: host)
    detail.wrap(columns: detailColumns, host: host)
  }

  private func causeNames(_ number: Int?) -> Bool {
    guard let number else { return false }
    return cause.text.string.split { !$0.isNumber }.contains { $0 == String(number) }
  }
}

extension Content.Failure {
  /// The exit status or the signal; empty for other failures.
  var ending: String {
    switch self {
    case .exitStatus(let status): "exit status \(status)"
    case .signal(let signal): "signal \(signal)" + Self.name(ofSignal: signal)
    case .notFound, .notAllowed, .read, .other: ""
    }
  }

  /// The exit status or the signal's number, to detect it in the cause.
  var number: Int? {
    switch self {
    case .exitStatus(let status): status
    case .signal(let signal): signal
    case .notFound, .notAllowed, .read, .other: nil
    }
  }

  /// The cause, if the host has no text.
  var cause: String {
    switch self {
    case .notFound: "there is no such command or file"
    case .notAllowed: "it may not be read or run"
    case .exitStatus: "the command failed"
    case .signal: "the command was stopped"
    case .read: "reading failed"
    case .other: "something failed"
    }
  }

  /// The names of common signals, by their numbers on Linux.
  private static func name(ofSignal signal: Int) -> String {
    let names = [
      1: "hung up", 2: "interrupted", 3: "quit", 4: "illegal instruction", 5: "trap", 6: "aborted",
      7: "bus error", 8: "arithmetic error", 9: "killed", 11: "invalid memory access",
      13: "broken pipe", 14: "alarm", 15: "terminated",
    ]
    return names[signal].map { " (\($0))" } ?? ""
  }
}
