/// A compressed, sorted set of row numbers, such as the rows that match a filter, with access by position (rank).
///
/// Rows are appended in ascending order. A group of 65,536 rows takes at most 8 KiB, 2 bytes for each member if they
/// are few, and nothing if all or none are members: ten million rows take at most 1.25 MB, and 4 KB if all match.
struct RowSet: Sendable, Equatable {
  /// The members among 65,536 consecutive row numbers: all, a short list, or a bit set.
  private enum Group: Sendable, Equatable {
    case all
    case few([UInt16])
    case bits([UInt64])
  }

  private static let groupSize = 65_536
  private static let maxFew = 4096

  /// The complete groups, and the number of members before each.
  private var groups: [Group] = []
  private var ranks: [Int] = []
  private var open = [UInt64](repeating: 0, count: Self.groupSize / 64)
  private var openCount = 0

  var count: Int { sealedCount + openCount }
  private var sealedCount = 0
  var isEmpty: Bool { count == 0 }

  /// For measuring.
  var memoryBytes: Int {
    let groupBytes = groups.reduce(0) { sum, group in
      switch group {
      case .all: sum
      case .few(let rows): sum + 2 * rows.capacity
      case .bits(let words): sum + 8 * words.capacity
      }
    }
    let entry = MemoryLayout<Group>.stride + MemoryLayout<Int>.stride
    return groupBytes + groups.capacity * entry + 8 * open.count
  }

  /// Appends a row that is greater than all members.
  mutating func append(_ row: Int) {
    while row / Self.groupSize > groups.count { seal() }
    let offset = row % Self.groupSize
    open[offset / 64] |= 1 << UInt64(offset % 64)
    openCount += 1
  }

  private mutating func seal() {
    ranks.append(sealedCount)
    groups.append(sealed())
    sealedCount += openCount
    openCount = 0
    for index in open.indices { open[index] = 0 }
  }

  private func sealed() -> Group {
    if openCount == Self.groupSize { return .all }
    guard openCount <= Self.maxFew else { return .bits(open) }
    var rows: [UInt16] = []
    rows.reserveCapacity(openCount)
    Self.forEach(in: open, from: 0) { offset in
      rows.append(UInt16(offset))
      return true
    }
    return .few(rows)
  }

  /// Calls `body` with the offsets of the bits from `start` on until it returns false.
  @inline(__always)
  private static func forEach(in words: [UInt64], from start: Int, _ body: (Int) -> Bool) {
    guard start < groupSize else { return }
    var word = words[start / 64] & (UInt64.max << UInt64(start % 64))
    var number = start / 64
    while true {
      while word != 0 {
        guard body(number * 64 + word.trailingZeroBitCount) else { return }
        word &= word - 1
      }
      number += 1
      guard number < words.count else { return }
      word = words[number]
    }
  }

  /// The member with `place` members before it; nil if there is none.
  func row(at place: Int) -> Int? {
    guard place >= 0, place < count else { return nil }
    guard place < sealedCount else {
      return groups.count * Self.groupSize + Self.offset(of: place - sealedCount, in: open)
    }
    let number = ranks.partitioningIndex { $0 > place } - 1
    let rank = place - ranks[number]
    let base = number * Self.groupSize
    switch groups[number] {
    case .all: return base + rank
    case .few(let rows): return base + Int(rows[rank])
    case .bits(let words): return base + Self.offset(of: rank, in: words)
    }
  }

  /// The number of members less than `row`, which need not be one.
  func rank(of row: Int) -> Int {
    guard row > 0 else { return 0 }
    let number = row / Self.groupSize
    let offset = row % Self.groupSize
    guard number <= groups.count else { return count }
    guard number < groups.count else { return sealedCount + Self.rank(of: offset, in: open) }
    switch groups[number] {
    case .all: return ranks[number] + offset
    case .few(let rows): return ranks[number] + rows.partitioningIndex { Int($0) >= offset }
    case .bits(let words): return ranks[number] + Self.rank(of: offset, in: words)
    }
  }

  func contains(_ row: Int) -> Bool { row >= 0 && self.row(at: rank(of: row)) == row }

  /// Calls `body` with the members from `row` on until it returns false.
  func forEach(from row: Int = 0, _ body: (Int) -> Bool) {
    let start = max(0, row)
    var goesOn = true
    for number in (start / Self.groupSize)..<max(start / Self.groupSize, groups.count + 1) {
      guard goesOn else { return }
      let base = number * Self.groupSize
      let first = max(0, start - base)
      func give(_ offset: Int) -> Bool {
        goesOn = body(base + offset)
        return goesOn
      }
      guard number < groups.count else {
        Self.forEach(in: open, from: first, give)
        return
      }
      switch groups[number] {
      case .all: for offset in first..<Self.groupSize { guard give(offset) else { break } }
      case .few(let rows):
        for offset in rows where Int(offset) >= first { guard give(Int(offset)) else { break } }
      case .bits(let words): Self.forEach(in: words, from: first, give)
      }
    }
  }

  private static func offset(of rank: Int, in words: [UInt64]) -> Int {
    var left = rank
    for number in words.indices {
      let here = words[number].nonzeroBitCount
      guard left >= here else {
        var word = words[number]
        for _ in 0..<left { word &= word - 1 }
        return number * 64 + word.trailingZeroBitCount
      }
      left -= here
    }
    preconditionFailure("no bit of rank \(rank)")
  }

  private static func rank(of offset: Int, in words: [UInt64]) -> Int {
    var rank = 0
    for number in 0..<offset / 64 { rank += words[number].nonzeroBitCount }
    guard offset % 64 > 0 else { return rank }
    return rank + (words[offset / 64] << UInt64(64 - offset % 64)).nonzeroBitCount
  }
}

extension Array {
  /// The first index for which `belongsAfter` is true; it must be true for all later ones.
  @inlinable
  package func partitioningIndex(where belongsAfter: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if belongsAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
