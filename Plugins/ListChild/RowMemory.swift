import ChildPluginKit

/// Remembers a row by its text, to find it again after a refresh: the same text first, else the same
/// first column, which is what names a row in most tables.
struct RowMemory {
  /// How far from its old place a row is looked for.
  static let reach = 512
  /// How much of a row is compared.
  static let limit = 512

  private(set) var text = TextBuffer()
  private(set) var name = TextBuffer()
  private var found = TextBuffer()

  var isEmpty: Bool { text.isEmpty }

  mutating func forget() {
    text.clear()
    name.clear()
  }

  mutating func remember(_ row: Int, of content: Content) {
    content.read(row: row, into: &text, limit: Self.limit)
    name.clear()
    if content.columns > 0 {
      content.read(row: row, column: 0, into: &name, limit: Self.limit)
    }
  }

  mutating func restore(text: TextBuffer, name: TextBuffer) {
    self.text = text
    self.name = name
  }

  /// The row nearest to `place` that is the one remembered.
  mutating func find(near place: Int, in content: Content) -> Int? {
    if let row = find(text, column: nil, near: place, in: content) { return row }
    guard content.columns > 0, !name.isEmpty else { return nil }
    return find(name, column: 0, near: place, in: content)
  }

  private mutating func find(
    _ wanted: TextBuffer, column: Int?, near place: Int, in content: Content
  ) -> Int? {
    for distance in 0...Self.reach {
      for row in [place - distance, place + distance] where row >= 0 && row < content.rows {
        content.read(row: row, column: column, into: &found, limit: Self.limit)
        if found == wanted { return row }
      }
    }
    return nil
  }
}
