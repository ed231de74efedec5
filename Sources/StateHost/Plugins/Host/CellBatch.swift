internal import ChildPluginAPI

/// The cells of many rows that a child asks for by one call, and the memory of the child's that they come into.
///
/// It lasts as long as that call.
@safe package final class CellBatch {
  /// So many cells are given at a time, or those of one row.
  static let mostCells = 4096
  /// More columns than this are no number of columns.
  static let mostColumns = 65_536

  /// How many of the rows are whole in the buffer.
  package private(set) var rowCount = 0
  /// The most bytes of a cell.
  package let limit: Int
  private let rows: UnsafeBufferPointer<UInt64>
  private let columns: CellColumns
  private let ranges: UnsafeMutableBufferPointer<childplugin_range_t>
  private let buffer: UnsafeMutableRawBufferPointer
  private var usedBytes = 0

  /// - Parameters:
  ///   - rows: as numbered in the content.
  ///   - columns: the cells of each.
  ///   - limit: the most bytes of a cell.
  ///   - ranges: where they are in the buffer, so many of each row as there are columns.
  ///   - buffer: where they come.
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

  /// The row that is to be added next; nil where all are there.
  package var nextRow: UInt64? { unsafe rowCount < rows.count ? rows[rowCount] : nil }

  /// The rows that are not there yet.
  package var rowsToCome: [UInt64] { unsafe Array(rows[rowCount...]) }

  /// Columns up to this one are wanted, but not it; 0 where only whole rows are.
  package var columnEnd: Int { columns.end }

  /// Whether something holds of all the cells of a row; without a column it is the whole row.
  package func allCells(_ holds: (UInt32?) -> Bool) -> Bool {
    (0..<columns.count).allSatisfy { index in
      switch columns[index] {
      case .column(let column): holds(column)
      case .wholeRow: holds(nil)
      case .none: true
      }
    }
  }

  /// Adds the cells of the next row, where there is room for all of them.
  ///
  /// - Parameter copy: fills a buffer with as much of a cell as fits, without a column of the whole row, and
  ///   returns the length of the whole one.
  /// - Returns: whether there was room.
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

/// Columns side by side, or the whole row, as numbers of the ABI say which.
struct CellColumns {
  /// What one of them is.
  enum Cell: Equatable {
    case column(UInt32)
    case wholeRow
    /// There is no such column, whatever the content.
    case none
  }

  let first: UInt32
  let count: Int

  subscript(index: Int) -> Cell {
    if first == UInt32.max { return index == 0 ? .wholeRow : .none }
    let column = UInt64(first) + UInt64(index)
    return column < UInt64(UInt32.max) ? .column(UInt32(column)) : .none
  }

  /// Behind the last.
  var end: Int { first == UInt32.max ? 0 : Int(first) + count }
}

extension CellBatch {
  /// The cells of one row that has so many bytes, all whole.
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
