import TestSupport

@testable import HostSurface

extension CellRectangle {
  init(_ column: Int, _ row: Int, _ columns: Int, _ rows: Int) {
    self.init(column: column, row: row, columns: columns, rows: rows)
  }
}

extension Frame {
  /// Layers, bottom first, composed in the theme that suits the terminal.
  convenience init(
    _ layers: [PlacedLayer], columns: Int, rows: Int, pool: CellPool,
    depth: ColourDepth = .trueColour, terminal: TerminalColours = .dark
  ) {
    self.init(columns: columns, rows: rows, pool: pool)
    var compositor = Compositor(depth: depth, theme: terminal.theme, terminal: terminal)
    compositor.compose(layers, onto: self)
  }

  /// A layer alone on a frame of its size.
  convenience init(_ layer: Layer, depth: ColourDepth = .trueColour) {
    self.init(
      [PlacedLayer(layer, in: layer.bounds)], columns: layer.columns, rows: layer.rows,
      pool: layer.pool, depth: depth)
  }
}

/// Random layers, laid over one another.
enum RandomScene {
  /// Layers over one another; with `place`, on a frame that reaches one cell beyond them.
  static func frame(
    columns: Int, rows: Int, at place: CellPlace? = nil, pool: CellPool,
    depth: ColourDepth = .trueColour, using random: inout SeededGenerator
  ) -> Frame {
    let scene = CellRectangle(
      column: place?.column ?? 0, row: place?.row ?? 0, columns: columns, rows: rows)
    let margin = place == nil ? 0 : 1
    let layers = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      PlacedLayer(
        layer(columns: columns, rows: rows, pool: pool, using: &random), in: scene,
        placement: Placement(
          column: Int.random(in: -3...3, using: &random),
          row: Int.random(in: -1...1, using: &random),
          opacity: [1, 1, 0.2, 0.5, 0.8][Int.random(in: 0..<5, using: &random)]))
    }
    return Frame(
      layers, columns: scene.column + columns + margin, rows: scene.row + rows + margin,
      pool: pool, depth: depth)
  }

  static func style(using random: inout SeededGenerator) -> Style {
    let colours: [Colour] = [
      .default, .default, .rgb(0xFF0000), .rgb(0x102030), .rgb(0xFFFFFF), .role(.accent),
      .role(.selectionBackground), .transparent,
    ]
    return Style(
      foreground: colours[Int.random(in: 0..<7, using: &random)],
      background: colours[Int.random(in: 0..<8, using: &random)],
      attributes: Bool.random(using: &random)
        ? [] : TextAttributes(rawValue: UInt8.random(in: 0..<64, using: &random)))
  }

  /// A style with a decoration now and then.
  private static func style(for layer: Layer, using random: inout SeededGenerator) -> Style {
    var style = style(using: &random)
    guard Int.random(in: 0..<3, using: &random) == 0 else { return style }
    var decoration = Decoration()
    if style.attributes.contains(.underline) {
      decoration.underline = Decoration.Underline.allCases.randomElement(using: &random) ?? .plain
      decoration.underlineColour =
        [.default, .rgb(1, 22, 255), .indexed(9), .indexed(200)].randomElement(using: &random)
        ?? .default
    }
    if Bool.random(using: &random) {
      let length = [1, 5, 2000].randomElement(using: &random) ?? 1
      decoration.link = LinkAddress(
        Array(("https://" + String(repeating: "a", count: length)).utf8))
    }
    style.decoration = layer.intern(decoration)
    return style
  }

  private static func layer(
    columns: Int, rows: Int, pool: CellPool, using random: inout SeededGenerator
  ) -> Layer {
    let layer = Layer(columns: columns, rows: rows, pool: pool)
    if Bool.random(using: &random) {
      layer.fill(layer.bounds, style: style(for: layer, using: &random))
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      _ = layer.dim(
        CellRectangle(
          column: Int.random(in: -2..<columns, using: &random), row: 0,
          columns: Int.random(in: 0...columns, using: &random), rows: rows))
    }
    for _ in 0..<Int.random(in: 0...rows * 2, using: &random) {
      layer.put(
        SampleText.random(using: &random), column: Int.random(in: -4..<columns, using: &random),
        row: Int.random(in: 0..<rows, using: &random), style: style(for: layer, using: &random))
    }
    if Bool.random(using: &random) {
      layer.putCursor(
        at: CellPlace(
          column: Int.random(in: 0..<columns, using: &random),
          row: Int.random(in: 0..<rows, using: &random)))
    }
    return layer
  }
}

/// Random text of all the sorts that make layout hard.
enum SampleText {
  static let pieces = [
    "a", "b", "Z", "0", " ", " ", "~", "é", "漢", "字", "한", "─", "█", "✓", "😀", "❤️", "👍🏽", "🇩🇪",
    "👨‍👩‍👧‍👦", "e\u{301}", "x\u{301}\u{327}", "\u{301}", "1️⃣", "\u{1100}", "\u{1161}", "\u{11A8}", "🇫",
    "\t", "\n", "\u{1B}[1m", "\u{202E}", "\u{7}", "\u{200D}", "कि", "ﾞ", "\u{FE0F}", "🏽", "ไ", "กำ",
  ]

  static func random(using random: inout SeededGenerator, atMost limit: Int = 20) -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0...limit, using: &random) {
      text += pieces[Int.random(in: 0..<pieces.count, using: &random)]
    }
    return text
  }
}
