import TestSupport
import Testing

@testable import HostRuntime

/// Marked rows, beside a set that holds each of them.
@Suite struct `Rows as runs` {
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `are those of a set, whatever is added and taken out`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var runs = RowRuns()
    var model: Set<UInt64> = []
    for _ in 0..<400 {
      let first = UInt64.random(in: 0..<60, using: &random)
      let rows = first..<first + UInt64.random(in: 0..<8, using: &random)
      let isIn = Bool.random(using: &random)
      let isSet = runs.set(rows, to: isIn)
      #expect(isSet)
      if isIn { model.formUnion(rows) } else { model.subtract(rows) }
      let sorted = model.sorted()
      let skipped = UInt64.random(in: 0..<70, using: &random)
      #expect(runs.count == UInt64(sorted.count), "seed \(seed)")
      #expect(runs.rows(from: 0, count: .max) == sorted, "seed \(seed)")
      #expect(runs.rows(from: skipped, count: 3) == Array(sorted.dropFirst(Int(skipped)).prefix(3)))
      let isSame = (0..<70).allSatisfy { runs.contains($0) == model.contains($0) }
      #expect(isSame, "seed \(seed)")
      let hasNoEmpty = runs.runs.allSatisfy { !$0.isEmpty }
      #expect(hasNoEmpty)
      let areApart = zip(runs.runs, runs.runs.dropFirst()).allSatisfy {
        $0.upperBound < $1.lowerBound
      }
      #expect(areApart)
      let distance = Int64.random(in: -70...70, using: &random)
      let moved = runs.shifted(by: distance)
      let expected = sorted.compactMap { UInt64(exactly: Int64($0) + distance) }
      #expect(moved.rows(from: 0, count: .max) == expected, "seed \(seed)")
      #expect(moved.count == UInt64(expected.count))
    }
  }

  @Test func `are refused where they would lie in too many places`() {
    var runs = RowRuns()
    for row in 0..<UInt64(RowRuns.limit) { _ = runs.set(2 * row..<2 * row + 1, to: true) }
    let before = runs
    let isOneMore = runs.set(1_000_000..<1_000_001, to: true)
    #expect(!isOneMore && runs == before)
    let isOne = runs.set(0..<2_000_000, to: true)
    #expect(isOne)
    #expect(runs.runs == [0..<2_000_000])
    #expect(runs.rows(from: 1_999_999, count: 5) == [1_999_999])
  }
}
