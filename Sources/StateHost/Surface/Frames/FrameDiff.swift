/// A piece of a row that is not what it was.
package struct ChangedRun: Equatable, Sendable {
  package let row: Int
  package let columns: Range<Int>
}

/// The runs in which two grids of one size differ, found as they are asked for, row by row.
///
/// Never begins or ends a run inside a wide grapheme of the next frame. Allocates nothing.
struct FrameDiff: Sequence, IteratorProtocol {
  private let previous: [Cell]
  private let following: [Cell]
  private let columns: Int
  private var position = 0

  init(from previous: CellGrid, to next: CellGrid) {
    precondition(
      previous.columns == next.columns && previous.rows == next.rows,
      "compared frames of \(previous.columns)×\(previous.rows) and \(next.columns)×\(next.rows)")
    self.previous = previous.cells
    self.following = next.cells
    self.columns = next.columns
  }

  mutating func next() -> ChangedRun? {
    let (run, end) = run(from: position)
    position = end
    return run
  }

  /// The first changed run from a position on, and the position after it.
  private func run(from position: Int) -> (run: ChangedRun?, end: Int) {
    let old = previous.span
    let new = following.span
    var index = position
    while index < new.count, old[index] == new[index] { index += 1 }
    guard index < new.count else { return (nil, index) }
    let row = index / columns
    let rowEnd = (row + 1) * columns
    var end = index + 1
    while end < rowEnd, old[end] != new[end] || new[end].isContinuation { end += 1 }
    if new[index].isContinuation { index -= 1 }
    return (ChangedRun(row: row, columns: index - row * columns..<end - row * columns), end)
  }
}
