/// Where a sort puts the rows of a set, each named by its rank in it.
///
/// Eight bytes a row.
struct RowOrder: Sendable, Equatable {
  /// The rank of the row at each place.
  let ranks: [UInt32]
  /// The place of the row of each rank.
  let places: [UInt32]
  /// What the natural order took the cells for; nil for another order.
  let type: CellType?

  init(_ ranks: [UInt32], type: CellType? = nil) {
    self.ranks = ranks
    self.type = type
    var places = [UInt32](repeating: 0, count: ranks.count)
    for (place, rank) in ranks.enumerated() { places[Int(rank)] = UInt32(place) }
    self.places = places
  }
}

/// Sorts rows by reading them, without keeping what they are compared by.
struct RowSorter: Sendable {
  /// Rows are found again in pieces of this size.
  static let pieceBytes = 64 << 10
  /// New rows are put in their places one by one when they are fewer than this part of all.
  private static let fewPart = 256

  private var key: SortKey
  private let mostRows: Int
  private var pieces: [RowPiece] = []
  private var buffer = RowPiece.Buffer()
  private var order = RowOrder([])

  init(_ key: SortKey, mostRows: Int = RowSort.mostRows) {
    self.key = key
    self.mostRows = mostRows
  }

  /// A file was changed since it was opened.
  var hasFileChanged: Bool { buffer.hasSeenChange }

  /// Takes a piece that has rows to sort; it follows those before.
  mutating func add(_ piece: RowPiece) {
    if let last = pieces.last, last.rows.lowerBound == piece.rows.lowerBound {
      // The same rows, and more that have come since.
      pieces[pieces.count - 1] = piece
    } else {
      pieces.append(piece)
    }
  }

  /// The order of all the rows of a set that grows.
  ///
  /// - Throws: that there are too many.
  /// - Returns: nil when it was cancelled.
  mutating func sort(
    _ rows: RowSet, isCancelled: () -> Bool
  ) throws(ViewProblem) -> RowOrder? {
    guard rows.count <= mostRows else { throw .tooManyToSort }
    let sortedCount = order.ranks.count
    guard rows.count > sortedCount else { return order }
    let type = findType(of: rows, isCancelled: isCancelled)
    key.type = type
    var fresh: [UInt32] = []
    fresh.reserveCapacity(rows.count - sortedCount)
    if type == order.type, rows.count - sortedCount <= sortedCount / Self.fewPart {
      rows.forEach(from: rows.row(at: sortedCount) ?? 0) { row in
        fresh.append(UInt32(row))
        return true
      }
      insert(fresh, into: rows)
    } else {
      rows.forEach { row in
        fresh.append(UInt32(row))
        return true
      }
      guard let ranks = sorted(fresh, isCancelled: isCancelled) else { return nil }
      order = RowOrder(ranks, type: type)
    }
    return order
  }
}

// MARK: - All at once

extension RowSorter {
  private struct Entry {
    var part: UInt64
    let rank: UInt32
  }

  /// The ranks of rows in their order; `rows` is ascending.
  ///
  /// Each round compares `SortKey.partBytes` more of the rows that were equal so far, and reads them in
  /// the content's order.
  private mutating func sorted(_ rows: [UInt32], isCancelled: () -> Bool) -> [UInt32]? {
    var entries: [Entry] = []
    entries.reserveCapacity(rows.count)
    let key = key
    forEachRow(rows, isCancelled: isCancelled) { index, row in
      entries.append(Entry(part: key.part(of: row, depth: 0), rank: UInt32(index)))
    }
    var spare: [Entry] = []
    var groups = [0..<entries.count]
    var depth = 0
    while !isCancelled() {
      for group in groups {
        Self.mergeSort(&entries, group, &spare, isCancelled)
        if isCancelled() { return nil }
      }
      groups = equalGroups(of: entries, in: groups, depth: depth)
      depth += SortKey.partBytes
      guard !groups.isEmpty, depth < SortKey.mostBytes else { return entries.map(\.rank) }
      read(&entries, of: groups, rows, depth: depth, isCancelled)
    }
    return nil
  }

  /// The runs of equal entries of which more is to be compared.
  private func equalGroups(
    of entries: [Entry], in groups: [Range<Int>], depth: Int
  ) -> [Range<Int>] {
    var equal: [Range<Int>] = []
    for group in groups {
      var start = group.lowerBound
      while start < group.upperBound {
        var end = start + 1
        while end < group.upperBound, entries[end].part == entries[start].part { end += 1 }
        if end - start > 1, key.goesOn(after: entries[start].part, depth: depth) {
          equal.append(start..<end)
        }
        start = end
      }
    }
    return equal
  }

  /// Reads the next part of the entries of `groups`.
  private mutating func read(
    _ entries: inout [Entry], of groups: [Range<Int>], _ rows: [UInt32], depth: Int,
    _ isCancelled: () -> Bool
  ) {
    var indices = groups.flatMap { $0 }.map { UInt32($0) }
    indices.sort { entries[Int($0)].rank < entries[Int($1)].rank }
    let tied = indices.map { rows[Int(entries[Int($0)].rank)] }
    let key = key
    forEachRow(tied, isCancelled: isCancelled) { index, row in
      entries[Int(indices[index])].part = key.part(of: row, depth: depth)
    }
  }

  private static func mergeSort(
    _ entries: inout [Entry], _ range: Range<Int>, _ spare: inout [Entry], _ isCancelled: () -> Bool
  ) {
    guard range.count > 1 << 15 else {
      entries[range].sort { ($0.part, $0.rank) < ($1.part, $1.rank) }
      return
    }
    let middle = range.lowerBound + range.count / 2
    mergeSort(&entries, range.lowerBound..<middle, &spare, isCancelled)
    mergeSort(&entries, middle..<range.upperBound, &spare, isCancelled)
    if isCancelled() { return }
    spare.removeAll(keepingCapacity: true)
    spare += entries[range.lowerBound..<middle]
    var left = 0
    var right = middle
    for place in range where left < spare.count {
      if right < range.upperBound, entries[right].part < spare[left].part {
        entries[place] = entries[right]
        right += 1
      } else {
        entries[place] = spare[left]
        left += 1
      }
    }
  }

  /// Reads rows in ascending order, each with its place in `rows`.
  private mutating func forEachRow(
    _ rows: [UInt32], isCancelled: () -> Bool, _ body: (Int, Span<UInt8>) -> Void
  ) {
    var index = 0
    for piece in pieces {
      guard index < rows.count, !isCancelled() else { return }
      guard rows[index] < piece.wanted.upperBound else { continue }
      piece.withBytes(in: &buffer) { bytes in
        var start = 0
        var current = piece.rows.lowerBound
        while index < rows.count, rows[index] < piece.wanted.upperBound {
          start = bytes.rowStart(after: Int(rows[index]) - current, from: start)
          current = Int(rows[index])
          let kept = bytes.keptRow(from: start, to: bytes.rowEnd(from: start))
          body(index, bytes.extracting(kept))
          index += 1
        }
      }
    }
  }
}

// MARK: - The type of the cells

extension RowSorter {
  /// The first rows of the sample, and how many blocks of so many more there are, spread over the others.
  private static let sampledFirst = 2048
  private static let sampledBlocks = 32
  private static let blockRows = 64

  /// The type that nearly all cells of a sample have, which depends on nothing but the rows; nil where the order
  /// needs none.
  private mutating func findType(of rows: RowSet, isCancelled: () -> Bool) -> CellType? {
    guard key.type != nil else { return nil }
    let count = rows.count
    var sample = Array(0..<min(count, Self.sampledFirst))
    let rest = count - sample.count
    if rest <= Self.sampledBlocks * Self.blockRows {
      sample += Self.sampledFirst..<max(Self.sampledFirst, count)
    } else {
      for block in 1...Self.sampledBlocks {
        let end = Self.sampledFirst + rest * block / Self.sampledBlocks
        sample += end - Self.blockRows..<end
      }
    }
    var cells = CellTypeCount()
    let key = key
    forEachRow(sample.compactMap { rows.row(at: $0).map { UInt32($0) } }, isCancelled: isCancelled)
    { key.add($1, to: &cells) }
    return cells.type
  }
}

// MARK: - A few more

extension RowSorter {
  private struct Newcomer {
    let place: Int
    let parts: [UInt64]
    let rank: UInt32
  }

  /// Puts rows that come after all sorted ones in their places.
  private mutating func insert(_ fresh: [UInt32], into rows: RowSet) {
    let old = order.ranks
    var newcomers: [Newcomer] = []
    for (index, row) in fresh.enumerated() {
      let parts = parts(ofRow: Int(row))
      var low = 0
      var high = old.count
      while low < high {
        let middle = (low + high) / 2
        let other = self.parts(ofRow: rows.row(at: Int(old[middle])) ?? 0)
        if parts.lexicographicallyPrecedes(other) { high = middle } else { low = middle + 1 }
      }
      newcomers.append(Newcomer(place: low, parts: parts, rank: UInt32(old.count + index)))
    }
    newcomers.sort { first, second in
      if first.place != second.place { return first.place < second.place }
      if first.parts != second.parts { return first.parts.lexicographicallyPrecedes(second.parts) }
      return first.rank < second.rank
    }
    var ranks: [UInt32] = []
    ranks.reserveCapacity(old.count + fresh.count)
    var taken = 0
    for newcomer in newcomers {
      ranks += old[taken..<newcomer.place]
      ranks.append(newcomer.rank)
      taken = newcomer.place
    }
    ranks += old[taken...]
    order = RowOrder(ranks, type: order.type)
  }

  private mutating func parts(ofRow row: Int) -> [UInt64] {
    let number = pieces.partitioningIndex { $0.wanted.upperBound > row }
    guard number < pieces.count else { return [] }
    let piece = pieces[number]
    let key = key
    return piece.withBytes(in: &buffer) { bytes in
      let start = bytes.rowStart(after: row - piece.rows.lowerBound, from: 0)
      return key.parts(
        of: bytes.extracting(bytes.keptRow(from: start, to: bytes.rowEnd(from: start))))
    }
  }
}
