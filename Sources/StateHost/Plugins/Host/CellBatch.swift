internal import ChildPluginAPI

/// One call in which a child reads the cells of several rows: the requested rows and columns, and the buffer to fill.
///
/// The buffer is the child's memory, so this is valid only during the call.
@safe package final class CellBatch {
  /// The most cells per call; a single row may have more.
  static let mostCells = 4096
  /// The largest number of columns that is accepted.
  static let mostColumns = 65_536

  /// The number of rows that are complete in the buffer.
  package private(set) var rowCount = 0
  /// The most bytes of a cell.
  package let limit: Int
  private let rows: UnsafeBufferPointer<UInt64>
  private let columns: CellColumns
  private let ranges: UnsafeMutableBufferPointer<childplugin_range_t>
  private let buffer: UnsafeMutableRawBufferPointer
  private var usedBytes = 0

  /// - Parameters:
  ///   - rows: row numbers of the content.
  ///   - columns: the cells of each row.
  ///   - limit: the most bytes of a cell.
  ///   - ranges: receives the byte range of each cell in the buffer, row by row.
  ///   - buffer: receives the cells.
  init(
    rows: UnsafeBufferPointer<UInt64>, columns: CellColumns, limit: Int,
    ranges: UnsafeMutablePointer<childplugin_range_t>, buffer: UnsafeMutableRawBufferPointer
  ) {
    unsafe self.rows = rows
    self.columns = columns
    self.limit = limit
    unsafe self.ranges = UnsafeMutableBufferPointer(
      start: ranges, count: rows.count * columns.count)
    unsafe self.buffer = buffer
  }

  /// The row to add next; nil when all are added.
  package var nextRow: UInt64? { unsafe rowCount < rows.count ? rows[rowCount] : nil }

  /// The rows that are not added yet.
  package var rowsToCome: [UInt64] { unsafe Array(rows[rowCount...]) }

  /// The end of the requested columns, exclusive; 0 when only whole rows are requested.
  package var columnEnd: Int { columns.end }

  /// Whether a condition holds for all cells of a row; without a column, for the whole row.
  package func allCells(_ holds: (UInt32?) -> Bool) -> Bool {
    (0..<columns.count).allSatisfy { index in
      switch columns[index] {
      case .column(let column): holds(column)
      case .wholeRow: holds(nil)
      case .none: true
      }
    }
  }

  /// Adds the cells of the next row if all of them fit.
  ///
  /// - Parameter copy: copies as much of a cell as fits into a buffer, without a column the whole row, and returns the
  ///   full length.
  /// - Returns: whether they fit.
  package func addRow(
    _ copy: (UInt32?, UnsafeMutableRawBufferPointer) -> UInt64
  ) -> Bool {
    let first = rowCount * columns.count
    var used = usedBytes
    for index in 0..<columns.count {
      let space = unsafe min(limit, buffer.count - used)
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[used..<used + space])
      let whole: UInt64 =
        switch columns[index] {
        case .column(let column): unsafe copy(column, room)
        case .wholeRow: unsafe copy(nil, room)
        case .none: 0
        }
      let length = Int(min(whole, UInt64(limit)))
      if length > space { return false }
      unsafe ranges[first + index] = childplugin_range_t(
        start: UInt64(used), end: UInt64(used + length))
      used += length
    }
    usedBytes = used
    rowCount += 1
    return true
  }
}

/// The columns that a child reads of each row: a range of columns, or the whole row as one text.
struct CellColumns {
  /// One requested cell of a row: that of a column, the whole row as one text, or one that cannot exist.
  enum Cell: Equatable {
    case column(UInt32)
    case wholeRow
    /// No content can have such a column.
    case none
  }

  let first: UInt32
  let count: Int

  subscript(index: Int) -> Cell {
    if first == UInt32.max { return index == 0 ? .wholeRow : .none }
    let column = UInt64(first) + UInt64(index)
    return column < UInt64(UInt32.max) ? .column(UInt32(column)) : .none
  }

  /// The end, exclusive.
  var end: Int { first == UInt32.max ? 0 : Int(first) + count }
}

extension CellBatch {
  /// The cells of a row with so many bytes, none of them truncated.
  package static func cells(
    of row: UInt64, bytes count: Int, columns: UInt32, from services: any ChildHost
  ) -> [[UInt8]] {
    let width = min(Int(columns), mostColumns)
    var ranges = Array(repeating: childplugin_range_t(), count: max(1, width))
    var bytes = [UInt8](repeating: 0, count: count)
    let isThere = unsafe withUnsafePointer(to: row) { row in
      unsafe ranges.withUnsafeMutableBufferPointer { ranges in
        unsafe bytes.withUnsafeMutableBytes { bytes in
          guard let place = ranges.baseAddress else { return false }
          let batch = unsafe CellBatch(
            rows: UnsafeBufferPointer(start: row, count: 1),
            columns: CellColumns(first: 0, count: width), limit: count, ranges: place, buffer: bytes
          )
          services.copyCells(into: batch)
          return batch.rowCount == 1
        }
      }
    }
    guard isThere else { return [] }
    return ranges.prefix(width).map { Array(bytes[Int($0.start)..<Int($0.end)]) }
  }
}
