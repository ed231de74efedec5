internal import HostText

/// How rows divide into columns: their names and where a cell is in the bytes of a row.
package struct Columns: Equatable, Sendable {
  /// On which side of its column a cell stands.
  package enum Alignment: Equatable, Sendable {
    case left
    case right
  }

  /// One column.
  package struct Column: Equatable, Sendable {
    /// From the header; empty where the header has nothing.
    package let name: String
    /// Every cell looked at is a number, maybe with a unit, or empty.
    package let isNumeric: Bool
    package let alignment: Alignment
    /// The widest of the name and the cells looked at, in cells of a terminal.
    package internal(set) var width: Int
  }

  /// What to look for, by the word that users have for it.
  package enum Request: String, CaseIterable, Sendable {
    /// A table that is clearly one; see `detect`.
    case automatic = "auto"
    /// Plain lines, whatever they look like.
    case none = "none"
    /// Fields with a tab between them; the first row names them.
    case tabSeparated = "tabs"
    /// Fields with commas between them, or semicolons where the first row has more of these, in double
    /// quotes where they need it; the first row names them. A field cannot go on in the next row.
    case commaSeparated = "commas"
    /// An object of JSON in each row; its keys name the columns. Rows are cut by `JSONSplitter`.
    case members = "json"
  }

  package private(set) var columns: [Column]
  /// How many of the first rows are a header and no content: a row of names, maybe a line below; none where
  /// each row names its cells.
  package let headerRowCount: Int
  let division: RowFormat

  init(columns: [Column], headerRowCount: Int, division: RowFormat) {
    self.columns = columns
    self.headerRowCount = headerRowCount
    self.division = division
  }

  /// The columns of all the rows that there are, when no more come: what one look at them gives, however
  /// they came.
  ///
  /// - Parameters:
  ///   - rows: all of them.
  ///   - request: what to look for.
  ///   - name: what the rows are likely to be, by the name of their file.
  /// - Returns: nil where they are no table.
  package static func find(
    in rows: Rows, as request: Request, named name: Request? = nil
  ) -> Columns? {
    detect(in: rows, as: request, named: name, isWhole: true)?.widened(for: rows)
  }

  /// The same with room for what stands further down than was looked at: a few rows, spread over all.
  ///
  /// A line that is none of the table makes no column much wider.
  func widened(for rows: Rows) -> Columns {
    guard rows.count > RowSample.mostRows else { return self }
    var wider = self
    var cells: [Range<Int>] = []
    for part in 1...Self.spreadRows {
      rows.withRow(rows.count * part / Self.spreadRows - 1) { bytes, _ in
        findCells(of: bytes, into: &cells)
        for (column, cell) in cells.enumerated() {
          let known = columns[column]
          let limit = known.isNumeric ? Self.widestNumber : max(Self.widestWord, 2 * known.width)
          let width = withText(of: cell.prefix(4 * limit), in: bytes) {
            min(limit, TextWidth.columns(of: $0))
          }
          wider.columns[column].width = max(wider.columns[column].width, width)
        }
      }
    }
    return wider
  }

  private static let spreadRows = 64
  private static let widestNumber = 32
  private static let widestWord = 24

  /// Finds the cells of `row` and leaves them in `cells`, one range of bytes for each column,
  /// blanks around them left out; what a row does not have is empty.
  ///
  /// Allocates nothing once `cells` is large enough. With `end` it looks no further than to that column.
  package func findCells(
    of row: Span<UInt8>, before end: Int = .max, into cells: inout [Range<Int>]
  ) {
    division.findCells(of: row, count: columns.count, before: end, into: &cells)
  }

  /// The range of bytes of cell `column` in `row`; empty for a column that there is not.
  package func cell(_ column: Int, of row: Span<UInt8>) -> Range<Int> {
    division.cell(column, of: row, count: columns.count)
  }

  /// Gives what a cell means: its bytes, or where it is in quotes, what stands for another thing in it read.
  package func withText<Result>(
    of cell: Range<Int>, in row: Span<UInt8>, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    guard division.isWrittenOtherwise(cell, in: row) else { return body(row.extracting(cell)) }
    var meant = DecodedText()
    meant.read(cell, of: row, as: division)
    return body(meant.bytes.span)
  }

  /// Copies what `withText` gives of a cell, as far as there is room; what has none is only counted.
  ///
  /// - Returns: how many bytes all of it has.
  package func copyText(
    of cell: Range<Int>, in row: Span<UInt8>, into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    var count = 0
    division.walkParts(of: cell, in: row) { part, meaning in
      if count < buffer.count {
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
        switch meaning {
        case .bytes, .itself:
          unsafe row.extracting(part).extracting(first: min(part.count, room.count))
            .withUnsafeBytes { unsafe room.copyMemory(from: $0) }
        case .scalar(let scalar):
          unsafe room.copyBytes(from: Array(UTF8.encode(scalar) ?? .init()).prefix(room.count))
        }
      }
      count += meaning.count(of: part)
      return true
    }
    return count
  }
}
