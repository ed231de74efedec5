/// Mixes the colours of a layer with those beneath it, at one opacity.
///
/// Neighbouring cells mostly mix the same colours, so the last result of each sort is remembered.
struct Blending {
  /// The layer's share in 256ths.
  let amount: UInt32
  let terminal: TerminalColours

  /// Two colours that were mixed and what they gave.
  private struct Memory {
    var lower: Colour = .default
    var upper: Colour = .default
    var result: Colour = .default
  }

  private var ground = Memory()
  private var rise = Memory()
  private var sink = Memory()

  init(amount: UInt32, terminal: TerminalColours) {
    self.amount = amount
    self.terminal = terminal
    rise.result = mixed(terminal.background, terminal.foreground)
    sink.result = mixed(terminal.foreground, terminal.background)
  }

  /// Whether the upper of two texts at one place is the one to see.
  var favoursUpper: Bool { amount >= 128 }

  /// The background under a layer whose own is `upper`, which may be transparent.
  @inline(__always)
  mutating func background(_ lower: Colour, under upper: Colour) -> Colour {
    if upper == .transparent || upper == lower { return lower }
    if ground.lower != lower || ground.upper != upper {
      ground = Memory(
        lower: lower, upper: upper, result: mixed(groundValue(lower), groundValue(upper)))
    }
    return ground.result
  }

  /// The layer's text, coming out of the background beneath.
  @inline(__always)
  mutating func rising(_ text: Colour, from lower: Colour) -> Colour {
    if rise.lower != lower || rise.upper != text {
      rise = Memory(
        lower: lower, upper: text, result: mixed(groundValue(lower), textValue(text)))
    }
    return rise.result
  }

  /// The text beneath, going under in the layer's background, or in its own if that is transparent.
  @inline(__always)
  mutating func sinking(
    _ text: Colour, background lower: Colour, under upper: Colour
  ) -> Colour {
    let target = upper == .transparent ? lower : upper
    if sink.lower != text || sink.upper != target {
      sink = Memory(
        lower: text, upper: target, result: mixed(textValue(text), groundValue(target)))
    }
    return sink.result
  }

  /// The cell without the attribute reverse, looking the same.
  func unreversed(_ cell: Cell, over lower: Colour) -> Cell {
    guard cell.attributes.contains(.reverse) else { return cell }
    var plain = cell
    let behind = cell.background == .transparent ? lower : cell.background
    plain.foreground = .rgb(groundValue(behind))
    plain.background = .rgb(textValue(cell.foreground))
    plain.attributes.remove(.reverse)
    return plain
  }

  private func textValue(_ colour: Colour) -> UInt32 {
    colour.isRGB ? colour.value : terminal.foreground
  }

  private func groundValue(_ colour: Colour) -> UInt32 {
    colour.isRGB ? colour.value : terminal.background
  }

  private func mixed(_ from: UInt32, _ to: UInt32) -> Colour {
    .rgb(ColourValue.mix(from, to, amount: amount))
  }
}
