internal import HostText

/// Which cells of a row a filter or a sort looks at.
struct CellChoice: Sendable, Equatable {
  private let division: ColumnDivision?
  private let columnCount: Int
  /// Nil for whole rows.
  private let column: Int?

  /// - Parameters:
  ///   - column: nil for whole rows, as is one that there is not where there are no columns at all.
  ///   - columns: how rows divide.
  init(_ column: Int?, of columns: Columns?) {
    let isRead = column != nil || columns?.division.mark != nil
    division = isRead ? columns?.division : nil
    columnCount = isRead ? columns?.columns.count ?? 0 : 0
    self.column = columns == nil ? nil : column
  }

  /// Whole rows are looked at.
  var isOfWholeRows: Bool { column == nil }

  /// The range of bytes to look at in `row`.
  func range(in row: Span<UInt8>) -> Range<Int> {
    guard let column, let division else { return 0..<row.count }
    return division.cell(column, of: row, count: columnCount)
  }

  /// Reads what `cell`, the range to look at, means, if that is not what is written there.
  ///
  /// - Returns: false where it is; `meant` is as it was then.
  func read(_ cell: Range<Int>, of row: Span<UInt8>, into meant: inout MeantText) -> Bool {
    guard let division else { return false }
    if column != nil {
      guard division.isWrittenOtherwise(cell, in: row) else { return false }
      meant.read(cell, of: row, as: division)
    } else {
      guard division.isWrittenOtherwise(row) else { return false }
      meant.readRow(row, as: division, count: columnCount)
    }
    return true
  }

  /// Gives what is looked at of `row`: what it means, or, where that goes back or is styled, what is shown of it.
  func withText<Result>(
    of row: Span<UInt8>, _ room: inout LookedText, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    let cell = range(in: row)
    if read(cell, of: row, into: &room.meant) {
      let bytes = room.meant.bytes
      return LookedText.withShown(of: bytes.span, &room.shown, body)
    }
    return LookedText.withShown(of: row.extracting(cell), &room.shown, body)
  }

  /// A text that is in the bytes of a row wherever `pattern` is in what is looked at, so that the other rows need
  /// not be looked at; nil where there is none.
  func part(of pattern: TextPattern, in bytes: Span<UInt8>) -> TextPattern? {
    switch division {
    case nil, .aligned, .words, .separated: pattern
    case .members: isInBytes(pattern, of: bytes) ? pattern : nil
    case .quoted(let separator):
      // What is left out stands beside separators and quotes.
      bytes.holds(UInt8(ascii: "\""))
        ? pattern.longestPart(without: [UInt8(ascii: "\""), separator]) : pattern
    }
  }

  /// What is looked for in members stands in the bytes of a row as it is: it neither reaches over a joint nor into
  /// an escape.
  private func isInBytes(_ pattern: TextPattern, of bytes: Span<UInt8>) -> Bool {
    if pattern.holds(MeantText.joint) { return false }
    guard bytes.holds(UInt8(ascii: "\\")) else { return true }
    // What the short escapes stand for; one with a number may stand for anything.
    return !"\"\\/ ".utf8.contains(where: pattern.holds)
      && Self.numbered.range(in: bytes) == nil
  }

  /// What an escape with a number begins with.
  private static let numbered = TextPattern(Array("\\u".utf8), ignoresCase: false)

  /// A row matches wherever `pattern`, which is its own `part`, is in its bytes.
  func isWritten(_ pattern: TextPattern) -> Bool {
    switch division {
    case .members: false
    case .quoted: column == nil && !pattern.beginsOrEndsBlank
    case nil, .aligned, .words, .separated: column == nil
    }
  }
}

/// Room for what is looked at of one row after the other.
struct LookedText {
  var meant = MeantText()
  var shown = ShownText()

  static func withShown<Result>(
    of text: Span<UInt8>, _ shown: inout ShownText, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    guard text.movesOrStyles else { return body(text) }
    shown.read(text)
    return body(shown.bytes.span)
  }
}
