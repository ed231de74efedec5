/// The result of sorting a `RowSet`: which row, by its rank in the set, is at each position, and
/// the reverse; while a sort by score is incomplete, only for the best rows.
struct RowOrder: Sendable, Equatable {
  /// The rank of the row at each position.
  let ranks: [UInt32]
  /// The position of the row of each rank.
  private let places: [UInt32]
  /// The positions by rank in an incomplete order; nil if all rows have one.
  private let bestPlaces: [UInt32: Int]?
  /// The type for the natural order; nil for other orders.
  let type: CellType?

  init(_ ranks: [UInt32], type: CellType? = nil) {
    self.ranks = ranks
    self.type = type
    bestPlaces = nil
    var places = [UInt32](repeating: 0, count: ranks.count)
    for (place, rank) in ranks.enumerated() { places[Int(rank)] = UInt32(place) }
    self.places = places
  }

  /// The order of the best rows, while others are still found.
  init(best ranks: [UInt32]) {
    self.ranks = ranks
    (places, type) = ([], nil)
    bestPlaces = Dictionary(uniqueKeysWithValues: ranks.enumerated().map { ($1, $0) })
  }

  /// Whether it has all rows of the set.
  var isWhole: Bool { bestPlaces == nil }

  /// The position of the row of a rank; nil when it has none yet.
  func place(ofRank rank: Int) -> Int? {
    if let bestPlaces { return bestPlaces[UInt32(rank)] }
    return rank < places.count ? Int(places[rank]) : nil
  }
}

/// The sorter of a view's rows by a column or their whole text, used by `ViewSearch`: to save
/// memory it keeps only a few bytes of each sort key, and reads more from the content where rows
/// are equal so far; when a few rows arrive, it inserts them instead of sorting all again.
struct RowSorter: Sendable {
  /// The size of the slices from which rows are read.
  static let sliceBytes = 64 << 10
  /// New rows are inserted one by one if they are fewer than this part of all.
  private static let fewPart = 256

  private var key: SortKeyReader
  private let maxRows: Int
  private var slices: [RowSlice] = []
  private var buffer = RowSlice.Buffer()
  private var order = RowOrder([])

  init(_ key: SortKeyReader, maxRows: Int = RowSort.maxRows) {
    self.key = key
    self.maxRows = maxRows
  }

  /// Whether a file has changed since it was opened.
  var hasFileChanged: Bool { buffer.hasSeenChange }

  /// Adds a slice that has rows to sort, after those added before.
  mutating func add(_ slice: RowSlice) {
    if let last = slices.last, last.rows.lowerBound == slice.rows.lowerBound {
      // The same rows, with more that have arrived.
      slices[slices.count - 1] = slice
    } else {
      slices.append(slice)
    }
  }

  /// The order of all rows of a growing set, nil if cancelled; throws if there are too many.
  mutating func sort(_ rows: RowSet, isCancelled: () -> Bool) throws(ViewProblem) -> RowOrder? {
    guard rows.count <= maxRows else { throw .tooManyToSort }
    let sortedCount = order.ranks.count
    guard rows.count > sortedCount else { return order }
    let type = findType(of: rows, isCancelled: isCancelled)
    key.type = type
    let areFew = type == order.type && rows.count - sortedCount <= sortedCount / Self.fewPart
    let first = areFew ? sortedCount : 0
    var fresh: [UInt32] = []
    fresh.reserveCapacity(rows.count - first)
    rows.forEach(from: rows.row(at: first) ?? 0) { row in
      fresh.append(UInt32(row))
      return true
    }
    if areFew {
      insert(fresh, into: rows)
    } else {
      guard let ranks = sorted(fresh, isCancelled: isCancelled) else { return nil }
      order = RowOrder(ranks, type: type)
    }
    return order
  }

  // MARK: - Sorting all rows

  /// A row to be sorted: its rank in the set and the part of its key that is compared now.
  private struct Entry {
    var part: UInt64
    let rank: UInt32
  }

  /// The ranks of ascending `rows` in sorted order.
  ///
  /// Each round reads `SortKeyPart.byteCount` more bytes of the rows that are equal so far.
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
      depth += SortKeyPart.byteCount
      guard !groups.isEmpty, depth < SortKeyReader.maxBytes else { return entries.map(\.rank) }
      read(&entries, of: groups, rows, depth: depth, isCancelled)
    }
    return nil
  }

  /// Runs of equal entries whose keys continue.
  private func equalGroups(
    of entries: [Entry], in groups: [Range<Int>], depth: Int
  ) -> [Range<Int>] {
    var equal: [Range<Int>] = []
    for group in groups {
      var start = group.lowerBound
      while start < group.upperBound {
        var end = start + 1
        while end < group.upperBound, entries[end].part == entries[start].part { end += 1 }
        if end - start > 1, key.continues(after: entries[start].part, depth: depth) {
          equal.append(start..<end)
        }
        start = end
      }
    }
    return equal
  }

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

  /// Calls `body` with the index and the bytes of each of the ascending `rows`.
  private mutating func forEachRow(
    _ rows: [UInt32], isCancelled: () -> Bool, _ body: (Int, Span<UInt8>) -> Void
  ) {
    var index = 0
    for slice in slices {
      guard index < rows.count, !isCancelled() else { return }
      guard rows[index] < slice.wanted.upperBound else { continue }
      slice.withBytes(in: &buffer) { bytes in
        var start = 0
        var current = slice.rows.lowerBound
        while index < rows.count, rows[index] < slice.wanted.upperBound {
          start = bytes.rowStart(after: Int(rows[index]) - current, from: start)
          current = Int(rows[index])
          let kept = bytes.rowRange(from: start, to: bytes.rowEnd(from: start))
          body(index, bytes.extracting(kept))
          index += 1
        }
      }
    }
  }

  // MARK: - Detecting the type

  /// The rows of the first part of the sample, and further blocks spread over the rest.
  private static let sampledFirst = 2048
  private static let sampledBlocks = 32
  private static let blockRows = 64

  /// The type of nearly all cells of a sample that depends only on the rows; nil for other orders.
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
    var cells = CellTypeCounter()
    let key = key
    forEachRow(sample.compactMap { rows.row(at: $0).map { UInt32($0) } }, isCancelled: isCancelled)
    { key.add($1, to: &cells) }
    return cells.type
  }

  // MARK: - Inserting a few rows

  /// Inserts rows that come after all sorted ones.
  private mutating func insert(_ fresh: [UInt32], into rows: RowSet) {
    let old = order.ranks
    var newcomers: [(place: Int, parts: [UInt64], rank: UInt32)] = []
    for (index, row) in fresh.enumerated() {
      let parts = parts(ofRow: Int(row))
      let place = old.partitioningIndex { rank in
        parts.lexicographicallyPrecedes(self.parts(ofRow: rows.row(at: Int(rank)) ?? 0))
      }
      newcomers.append((place, parts, UInt32(old.count + index)))
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
    let number = slices.partitioningIndex { $0.wanted.upperBound > row }
    guard number < slices.count else { return [] }
    let slice = slices[number]
    let key = key
    return slice.withBytes(in: &buffer) { bytes in
      key.parts(of: bytes.extracting(bytes.rowRange(at: row - slice.rows.lowerBound)))
    }
  }
}

/// A reader of sort keys from rows, for a given column and order: each key is a series of integers,
/// of which later ones are read only where the first are equal.
struct SortKeyReader: Sendable {
  /// The most bytes of a text that are compared, a multiple of `SortKeyPart.byteCount`.
  static let maxBytes = 511

  let sort: RowSort
  private let selector: CellSelector
  private var natural: NaturalOrder

  /// `sort` is any order except by score, which `RowRanker` computes.
  init(_ sort: RowSort, columns: Columns?) {
    self.sort = sort
    selector = CellSelector(sort.column, of: columns)
    natural = NaturalOrder(isOfWholeRows: selector.isOfWholeRows, isDescending: sort.isDescending)
  }

  /// The part of the key for the bytes from `depth` on.
  func part(of row: Span<UInt8>, depth: Int) -> UInt64 {
    var buffers = CellBuffers()
    return selector.withText(of: row, &buffers) { part(ofCell: $0, depth: depth) }
  }

  private func part(ofCell cell: Span<UInt8>, depth: Int) -> UInt64 {
    switch sort.key {
    case .text: return directed(textPart(of: cell, depth: depth))
    case .number:
      // Cells without a number are last in either direction.
      guard let number = LeadingNumber.value(of: cell) else { return .max }
      return directed(SortKeyPart.ascending(number))
    case .natural: return natural.part(of: cell, depth: depth)
    case .score: preconditionFailure("scores are ranked, not read from rows")
    }
  }

  /// Whether rows with equal parts at `depth` may differ in the next part.
  func continues(after part: UInt64, depth: Int) -> Bool {
    switch sort.key {
    case .text: directed(part) & 0xFF == SortKeyPart.more
    case .natural: natural.continues(after: part, depth: depth)
    case .number, .score: false
    }
  }

  func parts(of row: Span<UInt8>) -> [UInt64] {
    var parts = [part(of: row, depth: 0)]
    var depth = 0
    while let last = parts.last, continues(after: last, depth: depth) {
      depth += SortKeyPart.byteCount
      guard depth < Self.maxBytes else { break }
      parts.append(part(of: row, depth: depth))
    }
    return parts
  }

  private func directed(_ number: UInt64) -> UInt64 { sort.isDescending ? ~number : number }

  /// Seven bytes and their count, so that a text precedes its extensions.
  private func textPart(of cell: Span<UInt8>, depth: Int) -> UInt64 {
    var part: UInt64 = 0
    for index in depth..<depth + SortKeyPart.byteCount {
      part = part << 8 | (index < cell.count ? UInt64(cell[index]) : 0)
    }
    return part << 8 | UInt64(min(max(0, cell.count - depth), Int(SortKeyPart.more)))
  }

  /// The type for the natural order; nil for other orders.
  var type: CellType? {
    get { sort.key == .natural ? natural.type : nil }
    set { natural.type = newValue ?? .text }
  }

  func add(_ row: Span<UInt8>, to count: inout CellTypeCounter) {
    var buffers = CellBuffers()
    selector.withText(of: row, &buffers) { natural.add($0, to: &count) }
  }
}

/// A function that parses a cell's leading number with its unit, for the sort order `number`.
enum LeadingNumber {
  /// Parses a sign, digits with a point and commas, and a unit: sizes (`k`, `M`, `G`, `T`, `P` are
  /// powers of 1,024, or of 1,000 before `B`) and times in seconds (`ns`, `us`, `ms`, `s`, `m`,
  /// `h`, `d`); other units are ignored; nil unless a blank or the end of the cell follows.
  static func value(of cell: Span<UInt8>) -> Double? {
    let word = cell.extracting(CellText.word(cell, from: 0))
    guard word.count <= 64, CellText.isNumber(word, 0..<word.count) else { return nil }
    var index = 0
    let isNegative = word.take("-", at: &index)
    if !isNegative { word.take("+", at: &index) }
    // Versions and addresses are not numbers.
    guard let number = DecimalParser.read(word, &index) else { return nil }
    let value = isNegative ? -number : number
    return index == word.count ? value : value * scale(of: word.extracting(index...))
  }

  private static func scale(of unit: Span<UInt8>) -> Double {
    let second = unit.byte(at: 1)
    let isSize = second == nil || second == "i" || second == "B"
    let size = second == "B" ? 1000.0 : 1024.0
    switch unit[0] {
    case "n" where second == "s": return 1e-9
    case "u" where second == "s": return 1e-6
    case "m" where second == "s": return 1e-3
    case "m" where second == nil: return 60
    case "h" where second == nil: return 3600
    case "d" where second == nil: return 86_400
    case "K" where isSize, "k" where isSize: return size
    case "M" where isSize: return size * size
    case "G" where isSize: return size * size * size
    case "T" where isSize: return size * size * size * size
    case "P" where isSize: return size * size * size * size * size
    default: return 1
    }
  }
}
