/// A scroll of the screen: the region of rows, and the lines they move up, or down if negative.
struct Scroll: Equatable {
  let region: Range<Int>
  let lines: Int
}

/// The detector of scrolling: finds whether the next frame is mostly the shown one with rows moved
/// up or down, so that the terminal can scroll instead of redrawing.
///
/// Rows are compared by hash, so the result is a proposal: the encoder scrolls the shown frame as
/// well, and then compares cell by cell.
struct ScrollDetector {
  private static let maximumLines = 64
  /// How many rows a scroll must save.
  private static let minimumGain = 3
  /// How many cells of a row are compared first.
  private static let sampleCells = 24

  private var shown: [UInt64] = []
  private var next: [UInt64] = []
  private var isChanged: [Bool] = []

  mutating func detect(from shownGrid: CellGrid, to nextGrid: CellGrid) -> Scroll? {
    findChanges(from: shownGrid, to: nextGrid)
    guard let first = isChanged.firstIndex(of: true),
      let last = isChanged.lastIndex(of: true), last - first >= Self.minimumGain
    else { return nil }
    let changed = first..<last + 1
    // A sample of each row shows quickly when nothing has moved.
    let step = max(1, nextGrid.columns / Self.sampleCells)
    if step > 1, best(among: changed, of: shownGrid, nextGrid, everyColumn: step) == nil {
      return nil
    }
    return best(among: changed, of: shownGrid, nextGrid, everyColumn: 1)
  }

  private mutating func findChanges(from shownGrid: CellGrid, to nextGrid: CellGrid) {
    isChanged.removeAll(keepingCapacity: true)
    let old = shownGrid.cells.span
    let new = nextGrid.cells.span
    for row in 0..<nextGrid.rows {
      var index = row * nextGrid.columns
      let end = index + nextGrid.columns
      while index < end, old[index] == new[index] { index += 1 }
      isChanged.append(index < end)
    }
  }

  /// The scroll that saves most rows, judged by every `step`th column.
  private mutating func best(
    among changed: Range<Int>, of shownGrid: CellGrid, _ nextGrid: CellGrid, everyColumn step: Int
  ) -> Scroll? {
    Self.hash(shownGrid, rows: changed, everyColumn: step, into: &shown)
    Self.hash(nextGrid, rows: changed, everyColumn: step, into: &next)
    var best: Scroll?
    var bestGain = Self.minimumGain - 1
    for distance in 1...min(Self.maximumLines, changed.count - 1) {
      for direction in 0..<2 {
        let lines = direction == 0 ? distance : -distance
        guard let scroll = scroll(changed, by: lines) else { continue }
        let gain = gain(of: scroll, offset: changed.lowerBound)
        if gain > bestGain {
          best = scroll
          bestGain = gain
        }
      }
    }
    return best
  }

  private static func hash(
    _ grid: CellGrid, rows: Range<Int>, everyColumn step: Int, into hashes: inout [UInt64]
  ) {
    hashes.removeAll(keepingCapacity: true)
    let cells = grid.cells.span
    for row in rows {
      var hash: UInt64 = 0
      var salt: UInt64 = 0x9E37_79B9_7F4A_7C15
      var index = row * grid.columns
      let end = index + grid.columns
      while index < end {
        hash &+= cells[index].hash(salt: salt)
        salt &+= 0xD1B5_4A32_D192_ED02
        index += step
      }
      hashes.append(hash)
    }
  }

  /// The scroll by `lines` that covers all changed rows found there; nil if there are none.
  private func scroll(_ changed: Range<Int>, by lines: Int) -> Scroll? {
    var first: Int?
    var last = 0
    let offset = changed.lowerBound
    for row in max(0, -lines)..<min(next.count, next.count - lines)
    where isChanged[row + offset] && next[row] == shown[row + lines] {
      first = first ?? row + offset
      last = row + offset
    }
    guard let first else { return nil }
    return Scroll(
      region: lines > 0 ? first..<last + lines + 1 : first + lines..<last + 1, lines: lines)
  }

  /// How many fewer rows differ after the scroll.
  private func gain(of scroll: Scroll, offset: Int) -> Int {
    var gain = 0
    for row in scroll.region {
      let source = row + scroll.lines
      if isChanged[row] { gain += 1 }
      if !scroll.region.contains(source) || next[row - offset] != shown[source - offset] {
        gain -= 1
      }
    }
    return gain
  }
}

extension Cell {
  /// One term of the hash of a row; the salt depends on the column.
  @inline(__always)
  fileprivate func hash(salt: UInt64) -> UInt64 {
    let text = UInt64(grapheme.code) << 32 | UInt64(foreground.rawValue)
    let rest =
      UInt64(background.rawValue) << 32 | UInt64(attributes.rawValue) << 8 | UInt64(width)
    return (text &+ salt) &* (rest &+ (salt >> 7 | 1))
  }
}
