import ChildPluginAPI

@testable import HostPlugins

/// Cells of many rows as a child reads them by one call, out of memory that it hands over.
struct BatchedCells {
  /// Those of one row after the other; nil where there was no room.
  private(set) var cells: [[UInt8]?]
  private let rows: [UInt64]
  private let columns: CellColumns
  private let limit: Int
  private let room: Int

  init(_ rows: [UInt64], _ column: UInt32, count: Int, limit: Int, room: Int) {
    self.rows = rows
    columns = CellColumns(first: column, count: count)
    self.limit = limit
    self.room = room
    cells = Array(repeating: nil, count: rows.count * count)
  }

  /// Lets the cells be read.
  mutating func fill(_ read: (CellBatch) -> Void) {
    var ranges = Array(repeating: childplugin_range_t(start: 9, end: 9), count: cells.count)
    var bytes = [UInt8](repeating: 0, count: room)
    let rowCount = unsafe rows.withUnsafeBufferPointer { rows in
      unsafe ranges.withUnsafeMutableBufferPointer { ranges in
        unsafe bytes.withUnsafeMutableBytes { bytes in
          guard let start = ranges.baseAddress else { return 0 }
          let batch = unsafe CellBatch(
            rows: rows, columns: columns, limit: limit, ranges: start, buffer: bytes)
          read(batch)
          return batch.rowCount
        }
      }
    }
    for index in 0..<rowCount * columns.count {
      cells[index] = Array(bytes[Int(ranges[index].start)..<Int(ranges[index].end)])
    }
  }
}
