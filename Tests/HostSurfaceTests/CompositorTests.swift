import HostText
import TestSupport
import Testing

@testable import HostSurface

@Suite struct `The compositor` {
  private let pool = CellPool()

  private func layer(_ rows: [String], style: Style = Style()) -> Layer {
    let columns = rows.map { TextWidth.columns(of: $0) }.max() ?? 0
    let layer = Layer(columns: columns, rows: rows.count, pool: pool)
    for (row, text) in rows.enumerated() where !text.allSatisfy({ $0 == "·" }) {
      // A middle dot leaves the cell transparent.
      var column = 0
      for character in text {
        let part = String(character)
        if part != "·" { layer.put(part, column: column, row: row, style: style) }
        column += TextWidth.columns(of: part)
      }
    }
    return layer
  }

  private func compose(
    _ layers: [PlacedLayer], columns: Int = 6, rows: Int = 1, depth: ColourDepth = .trueColour
  ) -> Frame {
    Frame(
      layers, columns: columns, rows: rows, pool: pool, depth: depth,
      terminal: TerminalColours(foreground: 0xFFFFFF, background: 0x000000))
  }

  /// A layer of one row, each cell of which is a ground without text.
  private func grounds(_ colours: [UInt32]) -> Layer {
    let layer = Layer(columns: colours.count, rows: 1, pool: pool)
    for (column, colour) in colours.enumerated() {
      layer.fill(CellRectangle(column, 0, 1, 1), style: Style(background: .rgb(colour)))
    }
    return layer
  }

  private func place(_ layer: Layer, column: Int = 0, row: Int = 0, opacity: Double = 1)
    -> PlacedLayer
  {
    PlacedLayer(
      layer, in: CellRectangle(0, 0, 6, 3),
      placement: Placement(column: column, row: row, opacity: opacity))
  }

  @Test func `shows through what is transparent`() {
    let frame = compose([place(layer(["abcdef"])), place(layer(["·X ·Y·"]))])
    #expect(frame.text == ["aX dYf"])
  }

  /// The composed cell of a letter that is to be readable, on a terminal that suits the theme.
  private func readable(
    _ text: Colour, on background: Colour = .transparent, _ depth: ColourDepth,
    _ terminal: TerminalColours, opacity: Double = 1
  ) -> Cell? {
    let style = Style(foreground: text, background: background, attributes: [.readable, .bold])
    let placed = place(layer(["x"], style: style), opacity: opacity)
    return Frame([placed], columns: 1, rows: 1, pool: pool, depth: depth, terminal: terminal)
      .cell(column: 0, row: 0)
  }

  @Test(arguments: [TerminalColours.dark, .light], [ColourDepth.palette, .trueColour])
  func `makes text readable that is to be`(terminal: TerminalColours, depth: ColourDepth) throws {
    var random = SeededGenerator(seed: 1)
    let palette = (16...255).map { Colour.indexed($0) }
    let mixed = (0..<300).map { _ in Colour.rgb(UInt32.random(in: 0...0xFF_FFFF, using: &random)) }
    for background in [
      Colour.transparent, .role(.selectionBackground), .indexed(230), .rgb(0x777777),
    ] {
      let ground = terminal.theme.resolve(background).reduced(to: depth)
        .rgbValue(or: terminal.background)
      func contrast(_ text: Colour) -> Double {
        let luminances = [RGB.luminance(text.rgbValue(or: 0)), RGB.luminance(ground)].sorted()
        return (luminances[1] + 0.05) / (luminances[0] + 0.05)
      }
      for text in palette + mixed {
        let cell = try #require(readable(text, on: background, depth, terminal))
        #expect(contrast(cell.foreground) >= 3, "\(text) on \(background)")
        if contrast(text.reduced(to: depth)) >= 3 {
          #expect(cell.foreground == text.reduced(to: depth))
        }
        #expect(cell.attributes == .bold)
      }
    }
    let faded = try #require(readable(.rgb(0x777777), depth, terminal, opacity: 0.5))
    #expect(faded.attributes == .bold)
  }

  @Test(arguments: ColourDepth.allCases)
  func `leaves the terminal's own colours, but not black on black`(depth: ColourDepth) {
    func shown(_ index: UInt8, on background: Colour, _ terminal: TerminalColours) -> Colour? {
      readable(.indexed(index), on: background, depth, terminal)?.foreground
    }
    for index in 0..<16 as Range<UInt8> {
      let same = depth == .none ? Colour.default : .indexed(index)
      #expect(shown(index, on: .indexed(3), .dark) == same)
      #expect((shown(index, on: .transparent, .dark) == same) == (index > 0 || depth == .none))
      #expect((shown(index, on: .transparent, .light) == same) == (index & 7 < 7 || depth == .none))
    }
  }

  @Test(arguments: [
    (0x000000 as UInt32, 0.0), (0xFFFFFF, 1), (0xFF0000, 0.2126), (0x00FF00, 0.7152),
    (0x767676, 0.1812),
  ])
  func `knows how bright a colour is`(colour: UInt32, luminance: Double) {
    #expect(abs(RGB.luminance(colour) - luminance) < 0.002)
  }

  @Test func `dims what lies beneath a rectangle, and nothing above`() throws {
    let lower = layer(
      ["ab漢d"], style: Style(foreground: .rgb(0xFFFFFF), background: .rgb(0x808080)))
    let modal = layer(["·····", "·····"])
    modal.put("X", column: 1, row: 0, style: Style(foreground: .rgb(0xFFFFFF)))
    #expect(modal.dim(CellRectangle(1, 0, 2, 1)))
    let above = layer(["····Z"], style: Style(foreground: .rgb(0xFFFFFF)))
    let frame = compose([place(lower), place(modal), place(above)])
    #expect(frame.text == ["aX漢Z"])
    let colours = try (0..<6).map { try #require(frame.cell(column: $0, row: 0)).foreground }
    #expect(
      colours == [
        .rgb(0xFFFFFF), .rgb(0xFFFFFF), .rgb(0x808080), .rgb(0x808080), .rgb(0xFFFFFF), .default,
      ])
    #expect(frame.cell(column: 1, row: 0)?.background == .rgb(0x404040))
    #expect(frame.cell(column: 0, row: 0)?.background == .rgb(0x808080))
    let plain = compose([place(lower), place(modal)], depth: .sixteen)
    #expect(plain.cell(column: 2, row: 0)?.attributes == .dim)
    #expect(plain.cell(column: 0, row: 0)?.attributes == [])
    let faded = compose([place(lower), place(modal, opacity: 0.5)])
    #expect(faded.cell(column: 2, row: 0)?.foreground == .rgb(0xBFBFBF))
  }

  @Test(arguments: [
    (ColourDepth.trueColour, Colour.indexed(200)), (.palette, .indexed(200)),
    (.sixteen, .indexed(13)),
    (.none, .default),
  ])
  func `brings an entry of the palette down to what there is`(_ depth: ColourDepth, _ shown: Colour)
  {
    let frame = compose(
      [place(layer(["x"], style: Style(foreground: .indexed(200))))], depth: depth)
    #expect(frame.cell(column: 0, row: 0)?.foreground == shown)
    #expect(Colour.indexed(9).reduced(to: depth) == (depth == .none ? .default : .indexed(9)))
  }

  @Test(arguments: [(-2, "3456"), (2, "  1234"), (6, ""), (-6, ""), (Int.max, ""), (Int.min, "")])
  func `cuts off what lies outside`(_ column: Int, _ text: String) {
    #expect(compose([place(layer(["123456"]), column: column)]).text == [text])
  }

  @Test func `cuts a wide grapheme at either side into a space`() {
    let wide = layer(["漢字漢"])
    #expect(compose([place(wide, column: -1)]).text == [" 字漢"])
    #expect(compose([place(wide, column: 1)]).text == [" 漢字"])
    let clipped = PlacedLayer(
      wide, in: CellRectangle(1, 0, 4, 1),
      placement: Placement(column: -1))
    #expect(compose([place(layer(["abcdef"])), clipped]).text == ["a 字 f"])
  }

  @Test func `leaves no half of a wide grapheme beneath`() {
    #expect(compose([place(layer(["漢字漢"])), place(layer(["·X··Y·"]))]).text == [" X字Y"])
    #expect(compose([place(layer(["漢字漢"])), place(layer(["·字"]))]).text == [" 字 漢"])
  }

  @Test func `resolves roles and leaves the terminal's own colours alone`() {
    let frame = compose([
      place(layer(["a"], style: Style(foreground: .role(.error), background: .role(.background))))
    ])
    #expect(frame.cell(column: 0, row: 0)?.foreground == Theme.dark[.error])
    #expect(frame.cell(column: 0, row: 0)?.background == .default)
    // Where colours say it, nothing else does.
    let selected = Style(foreground: .role(.muted), background: .role(.selectionBackground))
    let cell = compose([place(layer(["a"], style: selected))]).cell(column: 0, row: 0)
    #expect(cell?.background == Theme.dark[.selectionBackground] && cell?.attributes == [])
  }

  @Test(arguments: [
    (0.0, Colour.default), (0.25, .rgb(0x404040)), (0.5, .rgb(0x808080)), (1.0, .default),
    (7.0, .default), (-1.0, .default), (Double.nan, .default),
  ])
  func `fades text in from the background`(_ opacity: Double, _ colour: Colour) {
    let frame = compose([place(layer(["a"]), opacity: opacity)])
    #expect(frame.cell(column: 0, row: 0)?.foreground == colour)
    #expect(frame.cell(column: 0, row: 0)?.background == .default)
    #expect(frame.text == [opacity == 0 || opacity == -1 ? "" : "a"])
  }

  @Test func `mixes backgrounds, and lets the text beneath sink`() {
    let lower = layer(["a"], style: Style(foreground: .rgb(0xFF0000), background: .rgb(0x000000)))
    let upper = layer([" "], style: Style(background: .rgb(0x0000FF)))
    let frame = compose([place(lower), place(upper, opacity: 0.5)])
    #expect(frame.text == ["a"])
    #expect(frame.cell(column: 0, row: 0)?.foreground == .rgb(0x800040))
    #expect(frame.cell(column: 0, row: 0)?.background == .rgb(0x000080))
  }

  @Test func `mixes each cell with what lies under that cell`() {
    let upper = layer(
      ["abc"], style: Style(foreground: .rgb(0xFFFFFF), background: .rgb(0x0000FF)))
    let frame = compose([
      place(grounds([0xFF0000, 0x00FF00, 0xFF0000])), place(upper, opacity: 0.5),
    ])
    let cells = (0..<3).map { frame.cell(column: $0, row: 0) }
    #expect(cells.map(\.?.background) == [.rgb(0x800080), .rgb(0x008080), .rgb(0x800080)])
    #expect(cells.map(\.?.foreground) == [.rgb(0xC080C0), .rgb(0x80C0C0), .rgb(0xC080C0)])
  }

  @Test func `lets each text beneath sink from its own colour into the ground it is seen on`() {
    let lower = Layer(columns: 4, rows: 1, pool: pool)
    let texts: [Colour] = [.rgb(0xFF0000), .rgb(0x00FF00), .rgb(0x00FF00), .rgb(0xFF0000)]
    for (column, text) in texts.enumerated() {
      lower.put("x", column: column, row: 0, style: Style(foreground: text))
    }
    let upper = grounds([0x0000FF, 0x0000FF, 0xFFFFFF, 0xFFFFFF])
    let frame = compose([place(lower), place(upper, opacity: 0.25)])
    #expect(
      (0..<4).map { frame.cell(column: $0, row: 0)?.foreground }
        == [.rgb(0xBF0010), .rgb(0x00BF10), .rgb(0x10CF10), .rgb(0xCF1010)])
  }

  @Test(arguments: [(0.3, "漢 b"), (0.7, "x 字")])
  func `shows the text with the greater share`(_ opacity: Double, _ text: String) {
    let frame = compose([place(layer(["漢·b"])), place(layer(["x·字"]), opacity: opacity)])
    #expect(frame.text == [text])
  }

  @Test func `fades wide text beneath as a whole`() {
    let wide = place(layer(["漢"]))
    let frame = compose([wide, place(grounds([0x0000FF, 0x0000FF]), opacity: 0.5)])
    #expect(frame.text == ["漢"])
    #expect(frame.cell(column: 1, row: 0)?.background == .rgb(0x000080))
    // Text that is to be seen at half or more covers it, and what is fainter does not.
    for (opacity, text) in [(0.3, "漢"), (0.7, " x")] {
      let ground = Style(background: .rgb(0x0000FF))
      let over = place(layer([" x"], style: ground), opacity: opacity)
      #expect(compose([wide, over]).text == [text])
      let other = place(layer(["字"], style: ground), opacity: opacity)
      #expect(compose([place(layer(["ab"])), other]).text == [opacity < 0.5 ? "ab" : "字"])
    }
    #expect(compose([wide, place(grounds([0x0000FF]), opacity: 0.5)]).text == [""])
    let split = compose([wide, place(grounds([0xFF0000, 0x0000FF]), opacity: 0.5)])
    #expect(split.text == [""])
    #expect(split.cell(column: 0, row: 0)?.background == .rgb(0x800000))
    #expect(split.cell(column: 1, row: 0)?.background == .rgb(0x000080))
  }

  @Test func `blends reversed text by the colours one sees`() {
    let reversed = layer(["a"], style: Style(background: .default, attributes: .reverse))
    let frame = compose([place(reversed, opacity: 0.5)])
    #expect(frame.cell(column: 0, row: 0)?.background == .rgb(0x808080))
    #expect(frame.cell(column: 0, row: 0)?.attributes == [])
  }

  @Test(arguments: [ColourDepth.sixteen, .none])
  func `without fine colours leaves out what is faint and dims the rest`(_ depth: ColourDepth) {
    let faint = compose([place(layer(["a"]), opacity: 0.4)], depth: depth)
    #expect(faint.text == [""])
    for opacity in [0.5, 0.6, 0.99] {
      let dim = compose([place(layer(["a"]), opacity: opacity)], depth: depth)
      #expect(dim.text == ["a"])
      #expect(dim.cell(column: 0, row: 0)?.attributes == .dim)
      #expect(dim.cell(column: 0, row: 0)?.foreground == .default)
    }
  }

  @Test func `without colours shows a selection reversed and what is muted dim`() {
    let selected = Style(foreground: .role(.selectionText), background: .role(.selectionBackground))
    let frame = compose(
      [
        place(layer(["a b"], style: selected)),
        place(layer(["···x"], style: Style(foreground: .role(.muted)))),
        place(layer(["····|"], style: Style(foreground: .role(.border)))),
        place(layer(["·····y"], style: Style(foreground: .role(.title)))),
      ],
      depth: .none)
    #expect(frame.text == ["a bx|y"])
    #expect(frame.cell(column: 4, row: 0)?.attributes == .dim)
    #expect(frame.cell(column: 5, row: 0)?.attributes == [])
    for column in 0..<3 { #expect(frame.cell(column: column, row: 0)?.attributes == .reverse) }
    #expect(frame.cell(column: 3, row: 0)?.attributes == .dim)
    #expect(frame.cell(column: 0, row: 0)?.background == .default)
  }

  @Test func `dims all of a layer that steps back, and nothing beside it`() {
    var behind = place(layer(["ab"]), column: 1)
    behind.isDimmed = true
    let layers = [place(layer(["xyzv"])), behind]
    let frame = compose(layers)
    #expect(frame.text == ["xabv"])
    let colours = (0..<4).map { frame.cell(column: $0, row: 0)?.foreground }
    #expect(colours == [.default, .rgb(0xAFAFAF), .rgb(0xAFAFAF), .default])
    let plain = compose(layers, depth: .sixteen)
    let dim = (0..<4).map { plain.cell(column: $0, row: 0)?.attributes == .dim }
    #expect(dim == [false, true, true, false])
  }

  @Test func `takes the cursor of the topmost opaque layer that shows one`() {
    let lower = layer(["abc"])
    let upper = layer(["xyz"])
    lower.putCursor(at: CellPlace(column: 1, row: 0))
    func column(under placed: PlacedLayer) -> Int? {
      compose([place(lower), placed]).cursor?.column
    }
    #expect(column(under: place(upper)) == 1)
    upper.putCursor(at: CellPlace(column: 2, row: 0))
    #expect(column(under: place(upper, column: 1)) == 3)
    #expect(column(under: place(upper, opacity: 0.3)) == 1)
    #expect(column(under: place(upper, opacity: 0.5)) == 2)
    var clipped = place(upper)
    clipped.clip.columns = 2
    #expect(column(under: clipped) == 1)
    clipped.clip.columns = 3
    #expect(column(under: clipped) == 2)
    var silent = place(upper)
    silent.showsCursor = false
    #expect(column(under: silent) == 1)
    upper.putCursor(at: CellPlace(column: .max, row: .min))
    #expect(column(under: place(upper)) == 1)
  }

  @Test(arguments: ColourDepth.allCases)
  func `draws a scene the same wherever it lies`(_ depth: ColourDepth) {
    let seed: UInt64 = .random(in: 0...UInt64.max)
    for number in 0..<100 as Range<UInt64> {
      func frame(at place: CellPlace?) -> Frame {
        var random = SeededGenerator(seed: seed &+ number)
        return RandomScene.frame(
          columns: 9, rows: 3, at: place, pool: pool, depth: depth, using: &random)
      }
      let moved = frame(at: CellPlace(column: 4, row: 2))
      let scene = frame(at: nil)
      let isSame = (0..<moved.rows).allSatisfy { row in
        (0..<moved.columns).allSatisfy { column in
          let cell = scene.cell(column: column - 4, row: row - 2) ?? .blank
          return moved.cell(column: column, row: row) == cell
        }
      }
      #expect(isSame, "seed \(seed &+ number)")
      #expect(
        moved.cursor == scene.cursor.map { CellPlace(column: $0.column + 4, row: $0.row + 2) })
    }
  }

  @Test func `keeps wide graphemes whole whatever is laid over them`() {
    let seed: UInt64 = .random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let frame = RandomScene.frame(columns: 13, rows: 3, pool: pool, using: &random)
      #expect(frame.isWellFormed, "seed \(seed)")
    }
  }
}

extension Frame {
  /// Whether every wide cell has its continuation, alike in style, and there is no other.
  var isWellFormed: Bool {
    for row in 0..<rows {
      var column = 0
      while column < columns {
        let cell = grid[column, row]
        let isVisible = cell.foreground.kind != .role && cell.background.kind != .transparent
        if cell.isContinuation || !isVisible { return false }
        if cell.width == 2 {
          guard column + 1 < columns, grid[column + 1, row] == cell.continuation else {
            return false
          }
        }
        column += cell.width
      }
    }
    return true
  }
}
