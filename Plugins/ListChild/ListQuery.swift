import ChildPluginKit

/// A text to look for as it is typed, and how it is meant.
struct ListQuery: Equatable {
  /// In bytes.
  static let longest = 256

  private(set) var text = TextBuffer()
  private(set) var kind = View.Filter.Kind.text

  init(_ text: TextBuffer = TextBuffer()) { self.text = text }

  /// What a view was asked for.
  init(_ filter: View.Filter?) {
    guard let filter else { return }
    text.append(filter.text)
    kind = filter.kind
  }

  var isEmpty: Bool { text.isEmpty }

  /// What the host is asked for; nil without a text.
  var filter: View.Filter? { isEmpty ? nil : View.Filter(text.string, kind: kind) }

  /// How it is meant, in a word; none as it stands.
  var word: String {
    switch kind {
    case .text: ""
    case .expression: "regex "
    case .fuzzy: "fuzzy "
    case .query: "query "
    }
  }

  /// Takes a text as far as there is room; false when nothing of it was taken.
  mutating func type(_ text: String) -> Bool {
    let before = self.text.count
    for scalar in text.unicodeScalars where scalar.value >= 32 && scalar.value != 127 {
      guard self.text.count + 4 <= Self.longest else { break }
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

  /// Removes the last word and the spaces behind it.
  mutating func removeLastWord() {
    let space = UInt8(ascii: " ")
    var length = text.count
    while length > 0, text[length - 1] == space { length -= 1 }
    while length > 0, text[length - 1] != space { length -= 1 }
    text.truncate(to: length)
  }

  /// Means the text otherwise: as it stands, as a regular expression, as a query, and so on.
  mutating func turn() {
    switch kind {
    case .text: kind = .expression
    case .expression: kind = .query
    case .fuzzy, .query: kind = .text
    }
  }
}

/// What is typed at the lower edge.
struct ListPrompt {
  enum Purpose {
    /// To go to the next row that matches.
    case search
    /// To show those rows alone that match.
    case filter
  }

  let purpose: Purpose
  /// Where the list was when the typing began.
  let origin: ListPlace
  /// What the view was filtered by.
  let filterBefore: ListQuery

  /// What it begins with on the screen.
  var sign: String { purpose == .search ? "/" : "&" }
}
