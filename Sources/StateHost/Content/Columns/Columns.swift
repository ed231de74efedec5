internal import HostText

/// The columns detected in a data source's rows: names, widths, alignment, the number of header
/// rows, and the format by which a row splits into cells; finds a row's cells and decodes them.
package struct Columns: Equatable, Sendable {
  /// The side to which the cells of a column stand in the loaded rows, as detected (numbers:
  /// right); a hint for the layout of children.
  package enum Alignment: Equatable, Sendable { case left, right }

  /// A column of the table that the host has found in the rows: its name, whether its cells are
  /// numbers, their alignment and width; children read the name, and the last two as
  /// `ContentColumnFacts`.
  package struct Column: Equatable, Sendable {
    /// From the header; may be empty.
    package let name: String
    /// Whether all sampled cells are numbers, optionally with a unit, or empty.
    package let isNumeric: Bool
    package let alignment: Alignment
    /// The widest of the name and the sampled cells, in terminal cells.
    package internal(set) var width: Int
  }

  /// The table format that is expected in the rows (detected, none, tabs, commas or JSON), as
  /// required by `--columns` or a plugin's source, or as a file's name suggests if the rows fit it.
  package enum Request: String, CaseIterable, Sendable {
    /// A table only if the rows are clearly one; see `detect`.
    case automatic = "auto"
    /// Plain lines.
    case none = "none"
    /// Fields separated by tabs; the first row is a header.
    case tabSeparated = "tabs"
    /// Fields separated by commas, or by semicolons if the first row has more of them, optionally
    /// in double quotes; the first row is a header. A field cannot span rows.
    case commaSeparated = "commas"
    /// A JSON object in each row; its keys name the columns. `JSONSplitter` makes the rows.
    case members = "json"
  }

  package private(set) var columns: [Column]
  /// The rows of the header: names, and maybe a line below; 0 for JSON.
  package let headerRowCount: Int
  let format: RowFormat

  /// The columns of a complete load, however it arrived; nil if its rows are not a table.
  ///
  /// `name` is the format that the file name suggests, `wanted` the column names given by the user.
  package static func find(
    in rows: Rows, as request: Request, named name: Request? = nil, with wanted: [String] = []
  ) -> Columns? {
    detect(in: rows, as: request, named: name, with: wanted, isWhole: true)?.widened(for: rows)
  }

  /// The same columns, wide enough for a sample from all rows.
  ///
  /// A row outside the table makes no column much wider.
  func widened(for rows: Rows) -> Columns {
    guard rows.count > RowSample.maxRows else { return self }
    var wider = self
    var cells: [Range<Int>] = []
    for part in 1...Self.spreadRows {
      rows.withRow(rows.count * part / Self.spreadRows - 1) { bytes, _ in
        bytes.withoutSequences { bytes in
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
    }
    return wider
  }

  private static let spreadRows = 64
  private static let widestNumber = 32
  private static let widestWord = 24

  /// Finds the cells of a row: trimmed ranges, one for each column, empty if missing, with the
  /// escape sequences beside their text.
  ///
  /// Allocates nothing for a row without sequences if `cells` is large enough; stops before `end`.
  package func findCells(
    of row: Span<UInt8>, before end: Int = .max, into cells: inout [Range<Int>]
  ) {
    guard row.hasSequences else {
      return format.findCells(of: row, count: columns.count, before: end, into: &cells)
    }
    let plain = PlainRow(row)
    format.findCells(of: plain.bytes.span, count: columns.count, before: end, into: &cells)
    for index in cells.indices { cells[index] = plain.source(of: cells[index]) }
  }

  /// The bytes of one cell in `row`; empty if there is none.
  package func cell(_ column: Int, of row: Span<UInt8>) -> Range<Int> {
    guard row.hasSequences else { return format.cell(column, of: row, count: columns.count) }
    let plain = PlainRow(row)
    return plain.source(of: format.cell(column, of: plain.bytes.span, count: columns.count))
  }

  /// Calls `body` with the decoded text of a cell of a row without escape sequences.
  package func withText<Result>(
    of cell: Range<Int>, in row: Span<UInt8>, _ body: (Span<UInt8>) -> Result
  ) -> Result { format.withText(of: cell, in: row, body) }

  /// Copies as much of the decoded text of a cell as fits, with the styles of escape sequences;
  /// returns the length of all of it.
  package func copyText(
    of cell: Range<Int>, in row: Span<UInt8>, into buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    if row.extracting(0..<cell.upperBound).hasSequences {
      let styled = StyledCell(cell, of: row, as: format).bytes
      unsafe buffer.copyBytes(from: styled.prefix(buffer.count))
      return styled.count
    }
    var count = 0
    format.walkParts(of: cell, in: row) { part, meaning in
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

extension Content {
  /// The first column name or number that does not exist; without a table, a number means a word,
  /// and one that no row has is missing.
  package func missingColumn(of names: [String], in rows: [Range<UInt64>]) -> String? {
    if let columns { return names.first { columns.number(of: $0) == nil } }
    return names.first { name in
      guard let number = Int(name), number > 0 else { return true }
      return rows.joined().allSatisfy { row in
        withRow(Int(row)) { bytes, _ in
          bytes.withoutSequences { CellText.word(number, of: $0).isEmpty }
        }
      }
    }
  }

  /// The text of a row's columns (words without a table), tab-separated, without escape sequences.
  package func text(ofRow row: Int, columns names: [String]) -> [UInt8] {
    withRow(row) { bytes, _ in bytes.withoutSequences { text(of: $0, columns: names) } }
  }

  private func text(of bytes: Span<UInt8>, columns names: [String]) -> [UInt8] {
    var text: [UInt8] = []
    for (index, name) in names.enumerated() {
      if index > 0 { text.append(UInt8(ascii: "\t")) }
      if let columns, let number = columns.number(of: name) {
        text += columns.withText(of: columns.cell(number, of: bytes), in: bytes) { $0.copied }
      } else if columns == nil, let number = Int(name) {
        text += bytes.extracting(CellText.word(number, of: bytes)).copied
      }
    }
    return text
  }
}

extension CellText {
  /// The range of a word, counted from 1; empty if there is none.
  fileprivate static func word(_ number: Int, of row: Span<UInt8>) -> Range<Int> {
    (0..<max(0, number)).reduce(0..<0) { word, _ in Self.word(row, from: word.upperBound) }
  }
}
