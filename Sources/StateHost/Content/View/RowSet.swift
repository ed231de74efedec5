/// A sorted set of row numbers, such as the rows that match a filter, accessed by position (rank).
///
/// Rows are appended in ascending order. A row takes a bit, so ten million take 1.25 MB; the bits
/// are in groups, which copies of the set share, and groups without members take next to nothing.
struct RowSet: Sendable, Equatable {
  private static let groupSize = 65_536
  private static let emptyGroup = [UInt64](repeating: 0, count: groupSize / 64)

  /// The bits of the complete groups, and of the one that rows are appended to.
  private var groups: [[UInt64]] = []
  private var open = Self.emptyGroup
  /// The number of members before each group and before the open one.
  private var ranks = [0]
  private(set) var count = 0

  var isEmpty: Bool { count == 0 }

  /// For measuring.
  var memoryBytes: Int {
    let used = zip(ranks, ranks.dropFirst()).count { $0 != $1 } + 1
    return used * Self.groupSize / 8 + (groups.capacity + ranks.capacity) * MemoryLayout<Int>.stride
  }

  /// Appends a row that is greater than all members.
  mutating func append(_ row: Int) {
    while row / Self.groupSize > groups.count {
      groups.append(open)
      open = Self.emptyGroup
      ranks.append(count)
    }
    let offset = row % Self.groupSize
    open[offset / 64] |= 1 << UInt64(offset % 64)
    count += 1
  }

  private func words(ofGroup number: Int) -> [UInt64] {
    number < groups.count ? groups[number] : open
  }

  /// The member with `place` members before it; nil if there is none.
  func row(at place: Int) -> Int? {
    guard place >= 0, place < count else { return nil }
    let number = ranks.partitioningIndex { $0 > place } - 1
    var left = place - ranks[number]
    for (index, bits) in words(ofGroup: number).enumerated() {
      guard left >= bits.nonzeroBitCount else {
        var word = bits
        for _ in 0..<left { word &= word - 1 }
        return number * Self.groupSize + index * 64 + word.trailingZeroBitCount
      }
      left -= bits.nonzeroBitCount
    }
    preconditionFailure("no member of rank \(place)")
  }

  /// The number of members less than `row`, which need not be one.
  func rank(of row: Int) -> Int {
    guard row > 0 else { return 0 }
    let (number, offset) = (row / Self.groupSize, row % Self.groupSize)
    guard number <= groups.count else { return count }
    let words = words(ofGroup: number)
    var rank = ranks[number]
    for index in 0..<offset / 64 { rank += words[index].nonzeroBitCount }
    guard offset % 64 > 0 else { return rank }
    return rank + (words[offset / 64] << UInt64(64 - offset % 64)).nonzeroBitCount
  }

  func contains(_ row: Int) -> Bool {
    guard row >= 0, row / Self.groupSize <= groups.count else { return false }
    let offset = row % Self.groupSize
    return words(ofGroup: row / Self.groupSize)[offset / 64] >> UInt64(offset % 64) & 1 == 1
  }

  /// Calls `body` with the members from `row` on until it returns false.
  func forEach(from row: Int = 0, _ body: (Int) -> Bool) {
    let start = max(0, row)
    for number in start / Self.groupSize..<max(start / Self.groupSize, groups.count + 1) {
      let words = words(ofGroup: number)
      let first = max(0, start - number * Self.groupSize)
      for index in first / 64..<words.count {
        var word = words[index]
        if index == first / 64 { word &= UInt64.max << UInt64(first % 64) }
        while word != 0 {
          let offset = index * 64 + word.trailingZeroBitCount
          guard body(number * Self.groupSize + offset) else { return }
          word &= word - 1
        }
      }
    }
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
