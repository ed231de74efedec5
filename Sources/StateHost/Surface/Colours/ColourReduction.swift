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
    guard colour.isRGB else { return colour.isIndexed ? colour.reduced(to: depth) : colour }
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

extension Colour {
  /// A true colour or an entry of the palette, as a terminal can show it.
  package func reduced(to depth: ColourDepth) -> Colour {
    guard isRGB || isIndexed else { return self }
    switch depth {
    case .none: return .default
    case .sixteen: if isIndexed, value < 16 { return self }
    case .palette: if isIndexed { return self }
    case .trueColour: return self
    }
    let shown = isRGB ? value : Palette.colour(of: UInt8(truncatingIfNeeded: value))
    return .indexed(Palette.nearest(to: shown, isSixteen: depth == .sixteen))
  }
}
