/// The changer of text colours marked `TextAttributes.readable`, such as those of the data: moves
/// one that is too close to its background towards white or black until it can be read.
///
/// The terminal's default colours and its own 16, which suit each other, stay where both colours
/// are such, except for black and white text on the default background.
struct Contrast {
  /// The least contrast, by the formula of WCAG, of which 1 is none and 21 is black on white.
  static let least = 3.0

  private let depth: ColourDepth
  private let terminal: TerminalColours
  private var last: (text: Colour, background: Colour, moved: Colour)

  init(depth: ColourDepth, terminal: TerminalColours) {
    (self.depth, self.terminal) = (depth, terminal)
    last = (.default, .default, .default)
  }

  /// The text colour, moved if it cannot be read on a background.
  mutating func readable(_ text: Colour, on background: Colour) -> Colour {
    if last.text != text || last.background != background {
      last = (text, background, moved(text, on: background))
    }
    return last.moved
  }

  private func moved(_ text: Colour, on background: Colour) -> Colour {
    let shown = text.reduced(to: depth)
    let isBlackOrWhite = shown.isIndexed && (shown.value == 0 || shown.value & 7 == 7)
    let isSuited = isOwn(shown) && isOwn(background)
    if depth == .none || isSuited && !(isBlackOrWhite && background == .default) { return text }
    let ground = RGB.luminance(background.reduced(to: depth).rgbValue(or: terminal.background))
    if isReadable(shown, ground) { return text }
    let start = text.rgbValue(or: terminal.foreground)
    // White and black have the same contrast with a background of this luminance.
    let end: UInt32 = ground < 0.18 ? 0xFF_FFFF : 0
    for amount in stride(from: 16 as UInt32, to: 256, by: 16) {
      let colour = Colour.rgb(RGB.mix(start, end, amount: amount)).reduced(to: depth)
      if isReadable(colour, ground) { return colour }
    }
    return .rgb(end)
  }

  private func isOwn(_ colour: Colour) -> Bool {
    colour.kind == .default || colour.isIndexed && colour.value < 16
  }

  private func isReadable(_ text: Colour, _ ground: Double) -> Bool {
    let luminance = RGB.luminance(text.rgbValue(or: terminal.foreground))
    return max(luminance, ground) + 0.05 >= Self.least * (min(luminance, ground) + 0.05)
  }
}

extension RGB {
  /// The relative luminance of a colour, from 0 to 1.
  static func luminance(_ value: UInt32) -> Double {
    0.2126 * linear(red(value)) + 0.7152 * linear(green(value)) + 0.0722 * linear(blue(value))
  }

  /// The intensity of a component of sRGB, approximated without `pow`.
  private static func linear(_ component: Int) -> Double {
    let part = Double(component) / 255
    return part * (part * (part * 0.305306011 + 0.682171111) + 0.012522878)
  }
}
