internal import ChildPluginAPI

/// The cells of many rows of the content, or the rows as a whole, which a plugin's child copies
/// from the host at once into a buffer that is reused; the host's type of the same name is one call
/// that copies them.
///
/// ``Content/read(rows:columns:limit:into:)`` fills it, with at most 1 MiB and 4,096 cells, or one
/// row if that has more. It keeps its memory, so reading a screen repeatedly does not allocate.
public struct CellBatch {
  /// The number of rows that were read.
  public private(set) var rows = 0
  /// The columns that were read; nil for whole rows.
  public private(set) var columns: Range<Int>?

  private var limit = 0
  private var bytes: [UInt8] = []
  private var ranges: [childplugin_range_t] = []
  private var numbers: [UInt64] = []

  /// The maximum number of cells in one call.
  public static let mostCells = 4096
  /// With more columns nothing is read.
  private static let mostColumns = 65_536

  /// Creates an empty batch.
  public init() {}

  /// The first and the largest size of the buffer; a row has at most 1 MiB.
  private static let usualBytes = 16 << 10
  private static let mostBytes = 1 << 20

  /// Removes the cells and keeps the memory.
  public mutating func clear() { rows = 0 }

  /// Calls `body` with the bytes of a cell, which are valid during the call.
  ///
  /// - Parameters:
  ///   - row: the index among the rows that were read, 0 to ``rows`` - 1.
  ///   - column: one of ``columns``; nil if whole rows were read.
  ///   - body: receives no bytes if there is no such cell.
  /// - Returns: the result of `body`.
  public func withCell<Result>(
    row: Int, column: Int? = nil, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    body(bytes.span.extracting(range(row: row, column: column)))
  }

  /// Copies a cell, or its beginning, into a buffer; see ``Content/read(row:column:into:limit:)``.
  ///
  /// - Parameters:
  ///   - row: the index among the rows that were read, 0 to ``rows`` - 1.
  ///   - column: one of ``columns``; nil if whole rows were read.
  ///   - buffer: is replaced; empty if there is no such cell.
  ///   - limit: the maximum number of bytes.
  /// - Returns: whether the copy is complete; false also if the cell may be longer than was read.
  @discardableResult
  public func copy(
    row: Int, column: Int? = nil, into buffer: inout TextBuffer, limit: Int = .max
  ) -> Bool {
    let range = range(row: row, column: column)
    let isWhole = range.count < self.limit && range.count <= limit
    buffer.replace(with: bytes.span.extracting(range.prefix(max(0, limit))), isCut: !isWhole)
    return isWhole
  }

  private func range(row: Int, column: Int?) -> Range<Int> {
    precondition(row >= 0 && row < rows, "CellBatch: row \(row) of \(rows)")
    let index: Int
    switch (columns, column) {
    case (nil, nil): index = row
    case (let columns?, let column?) where columns.contains(column):
      index = row * columns.count + column - columns.lowerBound
    default: return 0..<0
    }
    let range = ranges[index]
    return Int(range.start)..<Int(range.end)
  }
}

// MARK: - Filling it

extension Content {
  /// Reads the cells of many rows in one call; see ``read(row:column:into:limit:)``.
  ///
  /// Use it with rows of ``View/read(from:limit:into:)`` for a screenful. It reads at most
  /// ``CellBatch/mostCells`` cells, or one row that has more, and 1 MiB: ``CellBatch/rows`` rows.
  ///
  /// - Parameters:
  ///   - rows: row numbers of the content.
  ///   - columns: the columns to read; nil reads whole rows as they came.
  ///   - limit: the maximum number of bytes of a cell, such as the columns to draw.
  ///   - batch: is replaced.
  public func read(
    rows: some Sequence<Int>, columns: Range<Int>? = nil, limit: Int, into batch: inout CellBatch
  ) {
    batch.prepare(rows, columns: columns, limit: limit)
    batch.fill(from: host)
  }
}

extension CellBatch {
  fileprivate mutating func prepare(_ rows: some Sequence<Int>, columns: Range<Int>?, limit: Int) {
    self.rows = 0
    self.columns = columns?.clamped(to: 0..<Int(UInt32.max))
    self.limit = max(0, limit)
    numbers.removeAll(keepingCapacity: true)
    guard 1...Self.mostColumns ~= width else { return }
    for row in rows.prefix(max(1, Self.mostCells / width)) {
      numbers.append(row < 0 ? .max : UInt64(row))
    }
    let missing = max(0, numbers.count * width - ranges.count)
    ranges.append(contentsOf: repeatElement(childplugin_range_t(), count: missing))
  }

  /// The number of cells in a row.
  private var width: Int { columns?.count ?? 1 }

  /// Grows the buffer until all rows fit or it has its largest size.
  fileprivate mutating func fill(from host: Host) {
    guard !numbers.isEmpty else { return }
    var size = max(Self.usualBytes, bytes.count)
    while true {
      bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
      if !fillInOneCall(from: host) { fillCellByCell(from: host) }
      if rows == numbers.count || size >= Self.mostBytes { return }
      size = min(Self.mostBytes, size * 2)
    }
  }

  /// Returns false in a host before 1.1.
  private mutating func fillInOneCall(from host: Host) -> Bool {
    guard let ask = unsafe host.viewTable?.cells else { return false }
    let first = columns.map { UInt32($0.lowerBound) } ?? UInt32.max
    let width = UInt32(width)
    let count = numbers.count
    let limit = UInt64(limit)
    rows = unsafe numbers.withUnsafeBufferPointer { numbers in
      unsafe ranges.withUnsafeMutableBufferPointer { ranges in
        unsafe bytes.withUnsafeMutableBytes { bytes in
          unsafe Int(
            clamping: ask(
              host.pointer, numbers.baseAddress, UInt64(count), first, width, limit,
              ranges.baseAddress, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
              UInt64(bytes.count)))
        }
      }
    }
    rows = min(rows, count)
    return true
  }

  private mutating func fillCellByCell(from host: Host) {
    guard let ask = unsafe host.table.content_cell else { return }
    rows = 0
    var used = 0
    for row in numbers.indices {
      for index in 0..<width {
        let column = columns.map { UInt32($0.lowerBound + index) } ?? UInt32.max
        let room = min(limit, bytes.count - used)
        let whole = unsafe bytes.withUnsafeMutableBytes { bytes in
          unsafe ask(
            host.pointer, numbers[row], column,
            bytes.baseAddress?.advanced(by: used).assumingMemoryBound(to: CChar.self), UInt64(room))
        }
        let length = Int(min(whole, UInt64(limit)))
        if length > room { return }
        ranges[row * width + index] = childplugin_range_t(
          start: UInt64(used), end: UInt64(used + length))
        used += length
      }
      rows += 1
    }
  }
}
