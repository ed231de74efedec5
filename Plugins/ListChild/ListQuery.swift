import ChildPluginKit

/// The text of a search or filter, which `ListChild` holds and the user edits, and how it is
/// matched (plain, expression, fuzzy or query).
struct ListQuery: Equatable {
  /// The most bytes of the text.
  static let maxBytes = 256

  private(set) var text = TextBuffer()
  private(set) var kind = View.Filter.Kind.text

  init(_ text: TextBuffer = TextBuffer(), kind: View.Filter.Kind = .text) {
    (self.text, self.kind) = (text, kind)
  }

  /// The query of a view's filter.
  init(_ filter: View.Filter?) {
    guard let filter else { return }
    text.append(filter.text)
    kind = filter.kind
  }

  var isEmpty: Bool { text.isEmpty }

  /// The filter to request from the host; nil without a text.
  var filter: View.Filter? { isEmpty ? nil : View.Filter(text.string, kind: kind) }

  /// The name of the kind; empty for plain text.
  var kindLabel: String {
    switch kind {
    case .text: ""
    case .expression: "regex "
    case .fuzzy: "fuzzy "
    case .query: "query "
    }
  }

  /// Appends printable text up to the limit; returns whether anything was appended.
  mutating func type(_ text: String) -> Bool {
    let before = self.text.count
    for scalar in text.unicodeScalars where scalar.value >= 32 && scalar.value != 127 {
      guard self.text.count + 4 <= Self.maxBytes else { break }
      self.text.append(String(Character(scalar)))
    }
    return self.text.count > before
  }

  mutating func removeLast() {
    var length = text.count
    repeat { length -= 1 } while length > 0 && text[length] & 0b1100_0000 == 0b1000_0000
    text.truncate(to: length)
  }

  mutating func removeAll() { text.clear() }

  /// Removes the last word and the spaces after it.
  mutating func removeLastWord() {
    let space = UInt8(ascii: " ")
    var length = text.count
    while length > 0, text[length - 1] == space { length -= 1 }
    while length > 0, text[length - 1] != space { length -= 1 }
    text.truncate(to: length)
  }

  /// How a text without matches is matched, and the keys to make it what it looks like: a query if
  /// a word names a column (`level:error`), else a regular expression; nil if neither.
  func hint(in content: Content?) -> (kind: String, keys: String)? {
    guard kind == .text || kind == .expression else { return nil }
    if namesColumn(of: content) {
      return kind == .text ? (" as text; ", "tab twice: query") : (" as regex; ", "tab: query")
    }
    let isPattern = (0..<text.count).contains { Array("*+?|^$[\\".utf8).contains(text[$0]) }
    return kind == .text && isPattern ? (" as text; ", "tab: regex") : nil
  }

  private func namesColumn(of content: Content?) -> Bool {
    var column = TextBuffer()
    return text.string.lowercased().split(separator: " ").contains { word in
      guard let colon = word.firstIndex(of: ":") else { return false }
      let name = word[..<colon].drop { $0 == "!" }
      return (0..<(content?.columns ?? 0)).contains {
        content?.column($0, name: &column) != nil && column.string.lowercased() == name
      }
    }
  }

  /// Changes to the next kind of match.
  mutating func switchKind() {
    switch kind {
    case .text: kind = .expression
    case .expression: kind = .query
    case .fuzzy, .query: kind = .text
    }
  }
}

/// The prompt in place of the list's status line while the user types a search or a filter, with
/// what to restore if the user cancels it.
struct ListPrompt {
  /// The prompt's purpose: a search, which finds a match as it is typed, or a filter of the rows.
  enum Purpose {
    case search
    case filter
  }

  let purpose: Purpose
  /// The place of the list before typing.
  let origin: ListPosition
  /// The end of the view where the cursor stayed before typing; nil if it was on a row.
  let anchor: ListPosition.Anchor?
  /// The selected row before typing; nil without rows.
  let row: Int?
  /// The generation of the content that the place before typing refers to.
  let generation: UInt64?
  /// The filter of the view before typing.
  let filterBefore: ListQuery
  /// The search before typing.
  let searchBefore: ListQuery

  /// The character before the typed text.
  var sign: String { purpose == .search ? "/" : "&" }
}
