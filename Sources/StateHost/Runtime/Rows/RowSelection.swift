internal import HostPlugins

/// The row that the user is on, and those that are marked: the container's, shared by its children.
package struct RowSelection {
  /// The row that was asked for: while rows are still to come it may not be there.
  private var row: UInt64 = 0
  private(set) var marks = RowRuns()
  private var marksRevision: UInt64 = 0
  private var generation: UInt64?

  package init() {}

  /// The rows are those of a load: with another one, no row is marked any more.
  mutating func contentIs(ofGeneration generation: UInt64) {
    if self.generation == generation { return }
    self.generation = generation
    if marks.count > 0 { marksRevision += 1 }
    marks = RowRuns()
  }

  /// What children see of it.
  func facts(of rowCount: UInt64) -> SelectionFacts {
    var facts = SelectionFacts()
    facts.row = rowCount > 0 ? min(row, rowCount - 1) : nil
    facts.markedCount = marks.count
    facts.marksRevision = marksRevision
    return facts
  }

  /// - Returns: whether there is such a row.
  mutating func select(_ row: UInt64, of rowCount: UInt64) -> Bool {
    guard row < rowCount else { return false }
    self.row = row
    return true
  }

  /// - Returns: whether it was done; nil where there are no such rows.
  mutating func mark(
    _ row: UInt64, count: UInt64, _ isMarked: Bool, of rowCount: UInt64
  ) -> Bool? {
    guard row <= rowCount, count <= rowCount - row else { return nil }
    guard marks.set(row..<row + count, to: isMarked) else { return false }
    marksRevision += 1
    return true
  }
}
