internal import ChildPluginAPI

/// A call in which a child reads the cells of several rows, as the host answers it: the requested
/// rows and columns, and the child's buffer, which is filled row by row as long as a whole row
/// fits; also used with a buffer of the host to collect the cells of a row for a worker.
///
/// The buffer is not its own, so this is valid only during the call.
@safe package final class CellBatch {
  /// The most cells per call; a single row may have more.
  static let mostCells = 4096
  static let mostColumns = 65_536

  /// The number of rows that are complete in the buffer.
  package private(set) var rowCount = 0
  package let limit: Int
  private let rows: UnsafeBufferPointer<UInt64>
  private let columns: CellColumns
  private let ranges: UnsafeMutableBufferPointer<childplugin_range_t>
  private let buffer: UnsafeMutableRawBufferPointer
  private var usedBytes = 0

  /// Fills `buffer` row by row with cells of at most `limit` bytes, and `ranges` with their ranges.
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

  package var rowsToCome: [UInt64] { unsafe Array(rows[rowCount...]) }

  /// The end of the requested columns, exclusive; 0 when only whole rows are requested.
  package var columnEnd: Int { columns.end }

  /// Whether a condition holds for all cells of a row; without a column, for the whole row.
  package func allCells(_ holds: (UInt32?) -> Bool) -> Bool {
    (0..<columns.count).allSatisfy { columns[$0].map(holds) ?? true }
  }

  /// Adds the cells of the next row; false when they do not all fit.
  ///
  /// `copy` copies what fits of a cell, or without a column the row, and returns the full length.
  package func addRow(_ copy: (UInt32?, UnsafeMutableRawBufferPointer) -> UInt64) -> Bool {
    let first = rowCount * columns.count
    var used = usedBytes
    for index in 0..<columns.count {
      let space = unsafe min(limit, buffer.count - used)
      let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[used..<used + space])
      let whole = columns[index].map { unsafe copy($0, room) } ?? 0
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
  let first: UInt32
  let count: Int

  /// The column of a cell, `.some(nil)` for the whole row; nil if no content can have that column.
  subscript(index: Int) -> UInt32?? {
    if first == UInt32.max { return index == 0 ? .some(nil) : nil }
    let column = UInt64(first) + UInt64(index)
    guard column < UInt64(UInt32.max) else { return .none }
    return .some(UInt32(column))
  }

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
