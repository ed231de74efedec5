/// Mixes the colours of a layer with those beneath it, at one opacity.
struct Blending {
  /// The layer's share in 256ths.
  let amount: UInt32
  let terminal: TerminalColours

  /// Whether the upper of two texts at one place is the one to see.
  var favoursUpper: Bool { amount >= 128 }

  @inline(__always)
  func text(_ colour: Colour) -> UInt32 {
    colour.isRGB ? colour.value : terminal.foreground
  }

  @inline(__always)
  func ground(_ colour: Colour) -> UInt32 {
    colour.isRGB ? colour.value : terminal.background
  }

  /// The background under a layer whose own is `upper`, which may be transparent.
  @inline(__always)
  func background(_ lower: Colour, under upper: Colour) -> Colour {
    if upper == .transparent || upper == lower { return lower }
    return .rgb(ColourValue.mix(ground(lower), ground(upper), amount: amount))
  }

  /// The layer's text, coming out of the background beneath.
  @inline(__always)
  func rising(_ text: Colour, from lower: Colour) -> Colour {
    .rgb(ColourValue.mix(ground(lower), self.text(text), amount: amount))
  }

  /// The text beneath, going under in the layer's background, or in its own if that is transparent.
  @inline(__always)
  func sinking(_ text: Colour, background lower: Colour, under upper: Colour) -> Colour {
    let target = upper == .transparent ? lower : upper
    return .rgb(ColourValue.mix(self.text(text), ground(target), amount: amount))
  }

  /// The cell without the attribute reverse, looking the same.
  func unreversed(_ cell: Cell, over lower: Colour) -> Cell {
    guard cell.attributes.contains(.reverse) else { return cell }
    var plain = cell
    let behind = cell.background == .transparent ? lower : cell.background
    plain.foreground = .rgb(ground(behind))
    plain.background = .rgb(text(cell.foreground))
    plain.attributes.remove(.reverse)
    return plain
  }
}
