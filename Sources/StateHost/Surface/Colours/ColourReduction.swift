/// Brings the colours of a finished frame down to what the terminal can show.
struct ColourReduction {
  private let depth: ColourDepth
  /// Remembered results, by hash of the colour: the true colour above, the palette entry below.
  private var remembered: [UInt64]

  init(depth: ColourDepth) {
    self.depth = depth
    remembered = Array(repeating: .max, count: depth.blends || depth == .sixteen ? 256 : 0)
  }

  mutating func reduce(_ grid: inout CellGrid) {
    guard depth != .trueColour else { return }
    grid.withCells { cells in
      for index in cells.indices {
        let cell = cells[index]
        cells[index].foreground = reduced(cell.foreground)
        cells[index].background = reduced(cell.background)
      }
    }
  }

  private mutating func reduced(_ colour: Colour) -> Colour {
    guard colour.isRGB else { return colour }
    guard depth != .none else { return .default }
    let value = colour.value
    let key = UInt64(value)
    let place = Int((value &* 0x9E37_79B1) >> 24)
    if remembered[place] >> 8 != key {
      remembered[place] =
        key << 8 | UInt64(Palette.nearest(to: value, isSixteen: depth == .sixteen))
    }
    return .indexed(UInt8(truncatingIfNeeded: remembered[place]))
  }
}
