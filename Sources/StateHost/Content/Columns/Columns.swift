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
    /// The widest of the name and the cells looked at, in Unicode scalars.
    package let width: Int
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
    /// An object of JSON in each row; its keys name the columns. Rows are cut by `ValueCutter`.
    case members = "json"
  }

  package let columns: [Column]
  /// How many of the first rows are a header and no content: a row of names, maybe a line below; none where
  /// each row names its cells.
  package let headerRowCount: Int
  let division: ColumnDivision

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
}
