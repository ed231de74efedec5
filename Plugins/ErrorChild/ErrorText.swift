import ChildPluginKit

/// What is said of a failure, laid out for a width; read and wrapped again only when it must be.
struct ErrorText {
  /// What was asked; may be empty.
  private(set) var title = TextBuffer()
  /// The same, or a word in its place.
  private(set) var headline = TextBuffer()
  private(set) var cause = WrappedText()
  private(set) var ending = TextBuffer()
  private(set) var remedy = TextBuffer()
  private(set) var detail = WrappedText()
  /// Where nothing has, a key or another child has led here.
  private(set) var hasFailed = true

  private var revision: UInt64?

  /// What of standard error is read.
  private static let detailLimit = 1 << 18

  /// Says nothing any more.
  mutating func forget() { revision = nil }

  /// Reads what is new.
  ///
  /// Where nothing fails any more, as when the source has been asked again, it goes on saying what
  /// it said: that is what the user still sees.
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

  /// Breaks what takes several lines.
  mutating func wrap(columns: Int, detailColumns: Int, host: Host) {
    cause.wrap(columns: columns, host: host)
    detail.wrap(columns: detailColumns, host: host)
  }

  private func causeNames(_ number: Int?) -> Bool {
    guard let number else { return false }
    return cause.text.string.split { !$0.isNumber }.contains { $0 == String(number) }
  }
}
