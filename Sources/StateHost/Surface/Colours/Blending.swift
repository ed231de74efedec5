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
  fileprivate func value(or standIn: UInt32) -> UInt32 { isRGB ? value : standIn }
}
