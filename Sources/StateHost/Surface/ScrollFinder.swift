/// Rows that move together.
struct Scroll: Equatable {
  /// The rows among which they move.
  let region: Range<Int>
  /// How far: up if positive, down if negative.
  let lines: Int
}

/// Finds out whether the next frame is, in the main, the shown one with rows moved up or down.
///
/// What it finds is a proposal: rows are compared by a hash only, so whoever follows it scrolls the
/// shown frame too and then compares cell by cell.
struct ScrollFinder {
  /// The farthest distance looked for.
  private static let farthest = 64
  /// Fewer rows than this do not pay for the scrolling.
  private static let leastGain = 3

  private var shown: [UInt64] = []
  private var next: [UInt64] = []

  mutating func find(from shownGrid: CellGrid, to nextGrid: CellGrid) -> Scroll? {
    guard let changed = Self.changedRows(from: shownGrid, to: nextGrid),
      changed.count > Self.leastGain
    else { return nil }
    Self.hash(shownGrid, rows: changed, into: &shown)
    Self.hash(nextGrid, rows: changed, into: &next)
    var best: Scroll?
    var bestGain = Self.leastGain - 1
    for distance in 1...min(Self.farthest, changed.count - 1) {
      for direction in 0..<2 {
        let lines = direction == 0 ? distance : -distance
        guard let region = region(lines: lines) else { continue }
        let gain = gain(of: region, lines: lines)
        if gain > bestGain {
          best = Scroll(
            region: region.lowerBound + changed.lowerBound..<region.upperBound
              + changed.lowerBound, lines: lines)
          bestGain = gain
        }
      }
    }
    return best
  }

  /// The rows from the first that differs to the last; nil if none does.
  private static func changedRows(from shown: CellGrid, to next: CellGrid) -> Range<Int>? {
    let old = shown.cells.span
    let new = next.cells.span
    var first = 0
    while first < new.count, old[first] == new[first] { first += 1 }
    guard first < new.count else { return nil }
    var last = new.count - 1
    while old[last] == new[last] { last -= 1 }
    return first / next.columns..<last / next.columns + 1
  }

  private static func hash(_ grid: CellGrid, rows: Range<Int>, into hashes: inout [UInt64]) {
    hashes.removeAll(keepingCapacity: true)
    let cells = grid.cells.span
    for row in rows {
      var hash: UInt64 = 0
      var salt: UInt64 = 0x9E37_79B9_7F4A_7C15
      for index in row * grid.columns..<(row + 1) * grid.columns {
        hash &+= cells[index].hash(salt: salt)
        salt &+= 0xD1B5_4A32_D192_ED02
      }
      hashes.append(hash)
    }
  }

  /// The rows that are there after scrolling by `lines`, and those they come from; nil for none.
  private func region(lines: Int) -> Range<Int>? {
    var first: Int?
    var last = 0
    for row in max(0, -lines)..<min(next.count, next.count - lines)
    where next[row] == shown[row + lines] && next[row] != shown[row] {
      first = first ?? row
      last = row
    }
    guard let first else { return nil }
    return lines > 0 ? first..<last + lines + 1 : first + lines..<last + 1
  }

  /// How many rows fewer differ after scrolling.
  private func gain(of region: Range<Int>, lines: Int) -> Int {
    var gain = 0
    for row in region {
      if next[row] != shown[row] { gain += 1 }
      if !region.contains(row + lines) || next[row] != shown[row + lines] { gain -= 1 }
    }
    return gain
  }
}

extension Cell {
  /// A term of a sum over a row; the salt stands for the column.
  @inline(__always)
  fileprivate func hash(salt: UInt64) -> UInt64 {
    let text = UInt64(grapheme.code) << 32 | UInt64(foreground.rawValue)
    let rest =
      UInt64(background.rawValue) << 32 | UInt64(attributes.rawValue) << 8 | UInt64(width)
    return (text &+ salt) &* (rest &+ (salt >> 7 | 1))
  }
}
