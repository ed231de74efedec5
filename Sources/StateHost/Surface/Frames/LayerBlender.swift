/// A colour mixer for cells where a fading layer covers others: mixes the backgrounds, and fades
/// the shown text, the layer's or that beneath, towards its background, by the weights given.
struct LayerBlender {
  let weights: BlendWeights
  let terminal: TerminalColours

  private var backgrounds: CachedMix
  private var textIn: CachedMix
  private var textOut: CachedMix

  init(_ weights: BlendWeights, terminal: TerminalColours) {
    self.weights = weights
    self.terminal = terminal
    backgrounds = CachedMix(amount: weights.background)
    textIn = CachedMix(amount: weights.text)
    textOut = CachedMix(amount: weights.textBeneath)
  }

  /// The background beneath, mixed with the layer's own, which may be transparent.
  @inline(__always)
  mutating func background(_ lower: Colour, under upper: Colour) -> Colour {
    if upper == .transparent || upper == lower { return lower }
    return backgrounds.mix(lower, upper, defaults: (terminal.background, terminal.background))
  }

  /// The colour of the layer's text, faded towards its background.
  @inline(__always)
  mutating func upperText(_ text: Colour, on background: Colour) -> Colour {
    if weights.text == BlendWeights.full { return text }
    return textIn.mix(background, text, defaults: (terminal.background, terminal.foreground))
  }

  /// The colour of the text beneath, faded towards its background.
  @inline(__always)
  mutating func lowerText(_ text: Colour, on background: Colour) -> Colour {
    if weights.textBeneath == BlendWeights.full { return text }
    return textOut.mix(background, text, defaults: (terminal.background, terminal.foreground))
  }

  /// The cell with exchanged colours in place of the reverse attribute.
  func unreversed(_ cell: Cell, over lower: Colour) -> Cell {
    guard cell.attributes.contains(.reverse) else { return cell }
    var plain = cell
    let background = cell.background == .transparent ? lower : cell.background
    plain.foreground = .rgb(background.rgbValue(or: terminal.background))
    plain.background = .rgb(cell.foreground.rgbValue(or: terminal.foreground))
    plain.attributes.remove(.reverse)
    return plain
  }
}

/// Dimming of cells on terminals that can mix colours, for rectangles that a child dims beneath its
/// layer and panes without the keyboard: mixes text and background with the terminal's background.
struct Dimmer {
  private let terminal: TerminalColours
  private var text: CachedMix
  private var background: CachedMix

  /// `amount` is 0 for no dimming, 256 for all of it.
  init(amount: UInt32, terminal: TerminalColours) {
    self.terminal = terminal
    text = CachedMix(amount: BlendWeights.full - amount / 2)
    background = text
  }

  mutating func dim(_ cell: inout Cell) {
    if cell.isBlank, cell.background == .default { return }
    if !cell.isBlank {
      cell.foreground = text.mix(
        .default, cell.foreground, defaults: (terminal.background, terminal.foreground))
    }
    if cell.background != .default {
      cell.background = background.mix(
        .default, cell.background, defaults: (terminal.background, terminal.background))
    }
  }
}

/// A mixer of two colours at a fixed amount, which caches the last result, since neighbouring cells
/// mostly mix the same colours.
private struct CachedMix {
  /// The part of the upper colour, in 256ths.
  let amount: UInt32
  private var lower: Colour = .transparent
  private var upper: Colour = .transparent
  private var result: Colour = .transparent

  init(amount: UInt32) { self.amount = amount }

  /// The RGB colour of a mix with a colour beneath, which is never transparent; `defaults` are the
  /// values of both where they are the terminal's own colours.
  @inline(__always)
  mutating func mix(
    _ lower: Colour, _ upper: Colour, defaults: (lower: UInt32, upper: UInt32)
  ) -> Colour {
    if self.lower != lower || self.upper != upper {
      self.lower = lower
      self.upper = upper
      result = .rgb(
        RGB.mix(
          lower.rgbValue(or: defaults.lower), upper.rgbValue(or: defaults.upper), amount: amount))
    }
    return result
  }
}
