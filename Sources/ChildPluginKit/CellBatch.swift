internal import ChildPluginAPI

/// The cells of many rows, read by one call.
///
/// Its room stays, so that to read a screen again and again allocates only until the largest has been there.
public struct CellBatch {
  /// How many rows were read.
  public private(set) var rows = 0
  /// The columns that were read of each; nil: the whole rows.
  public private(set) var columns: Range<Int>?

  private var limit = 0
  private var bytes: [UInt8] = []
  private var ranges: [childplugin_range_t] = []
  private var numbers: [UInt64] = []

  /// The most cells that are read at a time.
  public static let mostCells = 4096
  /// Of more columns none are read.
  private static let mostColumns = 65_536

  /// No cells.
  public init() {}

  /// The room at first, and what it does not grow beyond: the longest row.
  private static let usualBytes = 16 << 10
  private static let mostBytes = 1 << 20

  /// Forgets the cells and keeps the room.
  public mutating func clear() { rows = 0 }

  /// Reads the bytes of a cell in place; nothing may be kept.
  ///
  /// - Parameters:
  ///   - row: which of those that were read, 0 to ``rows`` - 1.
  ///   - column: one of ``columns``; nil: the whole row, where whole rows were read.
  ///   - body: gets no bytes where there is no such cell.
  /// - Returns: what it returns.
  public func withCell<Result>(
    row: Int, column: Int? = nil, _ body: (Span<UInt8>) -> Result
  ) -> Result {
    body(bytes.span.extracting(range(row: row, column: column)))
  }

  /// Copies a cell, or its beginning, into a buffer, as ``Content/read(row:column:into:limit:)`` reads it.
  ///
  /// - Parameters:
  ///   - row: which of those that were read, 0 to ``rows`` - 1.
  ///   - column: one of ``columns``; nil: the whole row, where whole rows were read.
  ///   - buffer: emptied first; empty where there is no such cell.
  ///   - limit: the most bytes to copy.
  /// - Returns: whether the buffer has all of the cell; false also where there may be more than was read.
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
  /// Reads the cells of many rows by one call: of each what ``read(row:column:into:limit:)`` reads.
  ///
  /// A screenful is read at once with the rows that ``View/read(from:limit:into:)`` gives. Read are as many rows
  /// as there is room for, ``CellBatch/mostCells`` cells, or one row of more, and 1 MiB: ``CellBatch/rows`` says how many.
  ///
  /// - Parameters:
  ///   - rows: as numbered in the content.
  ///   - columns: of each; nil: the whole row as it came.
  ///   - limit: the most bytes of a cell. Ask for the room you will draw.
  ///   - batch: filled anew.
  public func read(
    rows: some Sequence<Int>, columns: Range<Int>? = nil, limit: Int, into batch: inout CellBatch
  ) {
    batch.want(rows, columns: columns, limit: limit)
    unsafe batch.fill(from: host.viewTable?.cells, host.table.content_cell, of: host.pointer)
  }
}

extension CellBatch {
  fileprivate mutating func want(_ rows: some Sequence<Int>, columns: Range<Int>?, limit: Int) {
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

  /// How many cells there are of a row.
  private var width: Int { columns?.count ?? 1 }

  fileprivate typealias AskForMany =
    @convention(c) (
      UnsafePointer<childplugin_host_t>?, UnsafePointer<UInt64>?, UInt64, UInt32, UInt32, UInt64,
      UnsafeMutablePointer<childplugin_range_t>?, UnsafeMutablePointer<CChar>?, UInt64
    ) -> UInt64
  fileprivate typealias AskForOne =
    @convention(c) (
      UnsafePointer<childplugin_host_t>?, UInt64, UInt32, UnsafeMutablePointer<CChar>?, UInt64
    ) -> UInt64

  /// Grows its room until all is there, or it is as large as it may be.
  fileprivate mutating func fill(
    from askForMany: AskForMany?, _ askForOne: AskForOne?,
    of host: UnsafePointer<childplugin_host_t>
  ) {
    guard !numbers.isEmpty else { return }
    var size = max(Self.usualBytes, bytes.count)
    while true {
      bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
      if let askForMany = unsafe askForMany {
        unsafe fill(askForMany, of: host)
      } else if let askForOne = unsafe askForOne {
        unsafe fill(askForOne, of: host)
      }
      if rows == numbers.count || size >= Self.mostBytes { return }
      size = min(Self.mostBytes, size * 2)
    }
  }

  private mutating func fill(
    _ ask: AskForMany, of host: UnsafePointer<childplugin_host_t>
  ) {
    let first = columns.map { UInt32($0.lowerBound) } ?? UInt32.max
    let width = UInt32(width)
    let count = numbers.count
    let limit = UInt64(limit)
    rows = unsafe numbers.withUnsafeBufferPointer { numbers in
      unsafe ranges.withUnsafeMutableBufferPointer { ranges in
        unsafe bytes.withUnsafeMutableBytes { bytes in
          unsafe Int(
            clamping: ask(
              host, numbers.baseAddress, UInt64(count), first, width, limit, ranges.baseAddress,
              bytes.baseAddress?.assumingMemoryBound(to: CChar.self), UInt64(bytes.count)))
        }
      }
    }
    rows = min(rows, count)
  }

  /// One after the other, where the host is older.
  private mutating func fill(_ ask: AskForOne, of host: UnsafePointer<childplugin_host_t>) {
    rows = 0
    var used = 0
    for row in numbers.indices {
      for index in 0..<width {
        let column = columns.map { UInt32($0.lowerBound + index) } ?? UInt32.max
        let room = min(limit, bytes.count - used)
        let whole = unsafe bytes.withUnsafeMutableBytes { bytes in
          unsafe ask(
            host, numbers[row], column,
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
