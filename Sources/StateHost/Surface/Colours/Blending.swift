/// Mixes the colours of a layer with those beneath it, by the shares that the layer has.
struct Blending {
  let shares: LayerShares
  let terminal: TerminalColours

  private var ground: ColourMixture
  private var rise: ColourMixture
  private var sink: ColourMixture

  init(_ shares: LayerShares, terminal: TerminalColours) {
    self.shares = shares
    self.terminal = terminal
    ground = ColourMixture(share: shares.ground)
    rise = ColourMixture(share: shares.text)
    sink = ColourMixture(share: shares.beneath)
  }

  /// The background under a layer whose own is `upper`, which may be transparent.
  @inline(__always)
  mutating func background(_ lower: Colour, under upper: Colour) -> Colour {
    if upper == .transparent || upper == lower { return lower }
    return ground.mix(lower, upper, standingFor: terminal.background, terminal.background)
  }

  /// The layer's text, coming out of the background it stands on.
  @inline(__always)
  mutating func rising(_ text: Colour, on background: Colour) -> Colour {
    if shares.text == 256 { return text }
    return rise.mix(background, text, standingFor: terminal.background, terminal.foreground)
  }

  /// The text beneath, going under in the background it stands on.
  @inline(__always)
  mutating func sinking(_ text: Colour, on background: Colour) -> Colour {
    if shares.beneath == 256 { return text }
    return sink.mix(background, text, standingFor: terminal.background, terminal.foreground)
  }

  /// The cell without the attribute reverse, looking the same.
  func unreversed(_ cell: Cell, over lower: Colour) -> Cell {
    guard cell.attributes.contains(.reverse) else { return cell }
    var plain = cell
    let behind = cell.background == .transparent ? lower : cell.background
    plain.foreground = .rgb(behind.value(or: terminal.background))
    plain.background = .rgb(cell.foreground.value(or: terminal.foreground))
    plain.attributes.remove(.reverse)
    return plain
  }
}

/// Takes the light from cells: their text goes half way under in the terminal's background, and so does what
/// they stand on.
struct Dimming {
  private let terminal: TerminalColours
  private var text: ColourMixture
  private var ground: ColourMixture

  /// - Parameters:
  ///   - share: how much of the dimming there is, in 256ths.
  ///   - terminal: the colours that default ones stand for.
  init(share: UInt32, terminal: TerminalColours) {
    self.terminal = terminal
    text = ColourMixture(share: LayerShares.whole - share / 2)
    ground = ColourMixture(share: LayerShares.whole - share / 2)
  }

  mutating func dim(_ cell: inout Cell) {
    if cell.isBlank, cell.background == .default { return }
    if !cell.isBlank {
      cell.foreground = text.mix(
        .default, cell.foreground, standingFor: terminal.background, terminal.foreground)
    }
    if cell.background != .default {
      cell.background = ground.mix(
        .default, cell.background, standingFor: terminal.background, terminal.background)
    }
  }
}

/// Mixes two colours at one share.
///
/// Neighbouring cells mostly mix the same ones, so the last result is remembered.
private struct ColourMixture {
  /// Of the upper colour, in 256ths.
  let share: UInt32
  private var lower: Colour = .transparent
  private var upper: Colour = .transparent
  private var result: Colour = .transparent

  init(share: UInt32) { self.share = share }

  /// - Parameters:
  ///   - lower: the colour beneath, never transparent.
  ///   - upper: the colour above.
  ///   - lowerDefault: what `lower` looks like where it is the terminal's own.
  ///   - upperDefault: what `upper` looks like where it is the terminal's own.
  /// - Returns: an RGB colour.
  @inline(__always)
  mutating func mix(
    _ lower: Colour, _ upper: Colour, standingFor lowerDefault: UInt32, _ upperDefault: UInt32
  ) -> Colour {
    if self.lower != lower || self.upper != upper {
      self.lower = lower
      self.upper = upper
      result = .rgb(
        ColourValue.mix(
          lower.value(or: lowerDefault), upper.value(or: upperDefault), amount: share))
    }
    return result
  }
}

extension Colour {
  /// As 0xRRGGBB; the terminal's own colours are looked up by who knows them.
  fileprivate func value(or standIn: UInt32) -> UInt32 {
    switch kind {
    case .rgb: value
    case .indexed: Palette.colour(of: UInt8(truncatingIfNeeded: value))
    case .default, .transparent, .role: standIn
    }
  }
}
