/// The number of colours that the terminal can show, as set by the user or detected from the
/// environment: none, 16, 256 or true colour (RGB).
package enum ColourDepth: Int, Sendable, CaseIterable, Comparable {
  /// No colours, or `NO_COLOR` is set; attributes are still shown.
  case none
  /// The 16 ANSI colours.
  case sixteen
  case palette
  case trueColour

  package static func < (one: ColourDepth, other: ColourDepth) -> Bool {
    one.rawValue < other.rawValue
  }

  /// Whether the colours are fine enough to blend layers.
  var supportsBlending: Bool { self >= .palette }

  /// The depth of a terminal with this number of colours.
  package init(colourCount: UInt32) {
    switch colourCount {
    case 0: self = .none
    case ..<256: self = .sixteen
    case 256: self = .palette
    default: self = .trueColour
    }
  }

  /// The depth according to `NO_COLOR`, `COLORTERM` and `TERM`; `environment` returns nil if unset.
  package static func detect(_ environment: (String) -> String?) -> ColourDepth {
    if let noColour = environment("NO_COLOR"), !noColour.isEmpty { return .none }
    let term = environment("TERM") ?? ""
    if term.isEmpty || term == "dumb" { return .none }
    let colourTerm = environment("COLORTERM") ?? ""
    if colourTerm == "truecolor" || colourTerm == "24bit" { return .trueColour }
    if term.hasSuffix("-direct") || trueColourTerms.contains(where: term.hasPrefix) {
      return .trueColour
    }
    if term.hasSuffix("-256color") || !colourTerm.isEmpty { return .palette }
    if term.hasSuffix("-m") || term.hasSuffix("-mono") || term.hasPrefix("vt") { return .none }
    return .sixteen
  }

  /// Prefixes of `TERM` of terminals with true colour that may not set `COLORTERM`.
  private static let trueColourTerms = [
    "xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "contour", "iterm",
  ]
}

/// The reducer of a finished frame's colours: replaces each by the nearest that a terminal with 256
/// or 16 colours can show, or by the terminal's default where it shows none.
struct ColourReducer {
  private let depth: ColourDepth
  /// Results by hash: the RGB colour in the upper bits, the palette entry in the lower eight.
  private var cache: [UInt64]

  init(depth: ColourDepth) {
    self.depth = depth
    cache = Array(repeating: .max, count: depth == .palette || depth == .sixteen ? 256 : 0)
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
    guard colour.isRGB, depth != .none else { return colour.reduced(to: depth) }
    let value = colour.value
    let key = UInt64(value)
    let place = Int((value &* 0x9E37_79B1) >> 24)
    if cache[place] >> 8 != key {
      cache[place] = key << 8 | UInt64(Palette.nearest(to: value, isSixteen: depth == .sixteen))
    }
    return .indexed(UInt8(truncatingIfNeeded: cache[place]))
  }
}

extension Colour {
  /// The nearest colour that a terminal of this depth can show.
  package func reduced(to depth: ColourDepth) -> Colour {
    guard isRGB || isIndexed else { return self }
    switch depth {
    case .none: return .default
    case .sixteen: if isIndexed, value < 16 { return self }
    case .palette: if isIndexed { return self }
    case .trueColour: return self
    }
    return .indexed(Palette.nearest(to: rgbValue(or: 0), isSixteen: depth == .sixteen))
  }
}
