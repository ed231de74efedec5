import TestSupport
import Testing

@testable import HostContent

@Suite struct RowSetTests {
  /// A set with one in `one` rows, and with complete and empty groups.
  private func rows(seed: UInt64) -> [Int] {
    var random = SeededGenerator(seed: seed)
    var rows: [Int] = []
    for group in 0..<5 {
      let one = [1, 2, 100, 70_000].randomElement(using: &random) ?? 1
      for row in group * 65_536..<(group + 1) * 65_536
      where one == 1 || Int.random(in: 0..<one, using: &random) == 0 { rows.append(row) }
    }
    return rows
  }

  @Test(arguments: UInt64(1)...6)
  func `it has the rows that were added, at their places`(seed: UInt64) {
    let rows = rows(seed: seed)
    var set = RowSet()
    for row in rows { set.append(row) }
    #expect(set.count == rows.count)
    for place in stride(from: 0, to: rows.count, by: 997) {
      #expect(set.row(at: place) == rows[place], "seed \(seed)")
      #expect(set.rank(of: rows[place]) == place && set.contains(rows[place]))
    }
    for row in stride(from: 0, to: 6 * 65_536, by: 1013) {
      let rank = rows.partitioningIndex { $0 >= row }
      #expect(set.rank(of: row) == rank, "seed \(seed), row \(row)")
      #expect(set.contains(row) == (rank < rows.count && rows[rank] == row))
      var next: Int?
      set.forEach(from: row) {
        next = $0
        return false
      }
      #expect(next == (rank < rows.count ? rows[rank] : nil), "seed \(seed), row \(row)")
    }
    #expect(set.row(at: rows.count) == nil && set.row(at: -1) == nil)
  }

  @Test func `a row takes a bit, and groups of rows without members next to nothing`() {
    func bytes(_ isIn: (Int) -> Bool) -> Int {
      var set = RowSet()
      for row in 0..<20 * 65_536 where isIn(row) { set.append(row) }
      return set.memoryBytes
    }
    let fixed = bytes { _ in false }
    #expect(bytes { $0 / 65_536 % 10 == 3 } <= fixed + 2 * 8192 + 4096)
    for part in [1, 2, 1000] {
      #expect(bytes { $0 % part == 0 } <= fixed + 20 * 8192 + 4096)
    }
  }
}
