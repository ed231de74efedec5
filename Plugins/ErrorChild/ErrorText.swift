import ChildPluginKit

/// What is said of a failure, laid out for a width; read again only when it or the width changes.
struct ErrorText {
  private(set) var title = TextBuffer()
  private(set) var cause = WrappedText()
  private(set) var ending = TextBuffer()
  private(set) var remedy = TextBuffer()
  private(set) var detail = WrappedText()

  private var read: (revision: UInt64, columns: Int, detailColumns: Int)?

  /// What of standard error is read.
  private static let detailLimit = 1 << 18

  mutating func read(_ content: Content?, columns: Int, detailColumns: Int, host: Host) {
    let key = (content?.revision ?? 0, columns, detailColumns)
    if let read, read == key { return }
    read = key
    readTexts(of: content)
    cause.wrap(columns: columns, host: host)
    detail.wrap(columns: detailColumns, host: host)
  }

  private mutating func readTexts(of content: Content?) {
    title.clear()
    cause.text.clear()
    ending.clear()
    remedy.clear()
    detail.text.clear()
    if let content {
      content.read(.title, into: &title)
      content.read(.error, into: &cause.text)
      content.read(.remedy, into: &remedy)
      content.read(.errorDetail, into: &detail.text, limit: Self.detailLimit)
      if let failure = content.failure, !causeNames(failure.number) {
        ending.append(failure.ending)
      }
    }
    if cause.text.isEmpty { cause.text.append(content?.failure?.cause ?? "something failed") }
    if title.isEmpty { title.append("Error") }
  }

  private func causeNames(_ number: Int?) -> Bool {
    guard let number else { return false }
    return cause.text.string.split(separator: " ").contains { $0 == String(number) }
  }
}
