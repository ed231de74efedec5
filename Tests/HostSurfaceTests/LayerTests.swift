import HostText
import TestSupport
import Testing

@testable import HostSurface

@Suite struct `A layer` {
  /// The layer's text alone on a frame of its size.
  static func text(_ layer: Layer) -> [String] {
    let frame = Frame(columns: layer.columns, rows: layer.rows, pool: layer.pool)
    var compositor = Compositor(depth: .trueColour, theme: .dark, terminal: .dark)
    compositor.compose([PlacedLayer(layer, in: layer.bounds)], onto: frame)
    return frame.text
  }

  private func layer(_ columns: Int, _ rows: Int) -> Layer {
    Layer(columns: columns, rows: rows, pool: CellPool())
  }

  /// Text at a column of a layer of eight columns, the room it may take, what shows, what it used.
  struct Placing: Sendable {
    let text: String
    let column: Int
    let room: Int
    let shown: String
    let used: Int
  }

  @Test(arguments: [
    Placing(text: "hello", column: 1, room: .max, shown: " hello", used: 5),
    Placing(text: "hello", column: 5, room: .max, shown: "     hel", used: 3),
    Placing(text: "hello", column: 0, room: 2, shown: "he", used: 2),
    Placing(text: "hello", column: 0, room: 0, shown: "", used: 0),
    Placing(text: "hello", column: 0, room: -5, shown: "", used: 0),
    Placing(text: "hello", column: -2, room: .max, shown: "llo", used: 5),
    Placing(text: "hello", column: -9, room: .max, shown: "", used: 5),
    Placing(text: "hello", column: 8, room: .max, shown: "", used: 0),
    Placing(text: "hello", column: .max, room: .max, shown: "", used: 0),
    Placing(text: "hello", column: .min, room: .max, shown: "", used: 0),
    Placing(text: "漢字", column: 0, room: 3, shown: "漢", used: 3),
    Placing(text: "漢字", column: -1, room: .max, shown: " 字", used: 4),
    Placing(text: "漢字", column: 5, room: .max, shown: "     漢", used: 3),
    Placing(text: "a\tb", column: 0, room: .max, shown: "a", used: 8),
    Placing(text: "a\tb", column: -3, room: .max, shown: "     b", used: 9),
    Placing(text: "a\nb", column: 0, room: .max, shown: "a b", used: 3),
    Placing(text: "\u{1B}[2Ja\u{1B}]0;x\u{7}b", column: 0, room: .max, shown: "ab", used: 2),
    Placing(text: "x\u{301}y", column: 7, room: .max, shown: "       x\u{301}", used: 1),
  ])
  func `puts text as far as there is room`(_ placing: Placing) {
    let layer = layer(8, 1)
    let used = layer.put(
      placing.text, column: placing.column, row: 0, style: Style(), maximumColumns: placing.room)
    #expect(used == placing.used)
    #expect(Self.text(layer) == [placing.shown])
  }

  @Test(arguments: [(0, -1), (0, 3), (0, .max), (0, .min)])
  func `puts nothing above or below`(_ column: Int, _ row: Int) {
    let layer = layer(4, 3)
    #expect(layer.put("text", column: column, row: row, style: Style()) == 0)
    #expect(Self.text(layer) == ["", "", ""])
  }

  @Test(arguments: [(0, 0), (-3, 5), (5, -1)])
  func `may be empty`(_ columns: Int, _ rows: Int) {
    let layer = layer(columns, rows)
    #expect(layer.put("text", column: 0, row: 0, style: Style()) == 0)
    layer.fill(CellRectangle(column: 0, row: 0, columns: 9, rows: 9), style: Style())
    layer.clear()
    #expect(layer.columns * layer.rows == 0)
  }

  @Test func `is as large as allowed and no larger`() {
    let layer = layer(.max, .max)
    #expect((layer.columns, layer.rows) == (4096, 2048))
    layer.resize(columns: 3, rows: 2)
    layer.put("abc", column: 0, row: 1, style: Style())
    #expect(Self.text(layer) == ["", "abc"])
    layer.resize(columns: 2, rows: 3)
    #expect(Self.text(layer) == ["", "", ""])
  }

  @Test func `leaves no half of a wide grapheme`() {
    let layer = layer(6, 1)
    layer.put("漢字漢", column: 0, row: 0, style: Style())
    layer.put("x", column: 1, row: 0, style: Style())
    #expect(Self.text(layer) == [" x字漢"])
    layer.put("y", column: 2, row: 0, style: Style())
    #expect(Self.text(layer) == [" xy 漢"])
    layer.put("字", column: 3, row: 0, style: Style())
    #expect(Self.text(layer) == [" xy字"])
    #expect(layer.cell(column: 5, row: 0)?.width == 1)
  }

  @Test func `leaves no half at either end of several letters`() {
    let layer = layer(6, 1)
    layer.put("漢字漢", column: 0, row: 0, style: Style())
    layer.put("ab", column: 1, row: 0, style: Style())
    #expect(Self.text(layer) == [" ab 漢"])
    layer.put("cdef", column: 0, row: 0, style: Style())
    #expect(Self.text(layer) == ["cdef漢"])
    #expect((0..<6).map { layer.cell(column: $0, row: 0)?.width } == [1, 1, 1, 1, 2, 0])
  }

  @Test func `is transparent everywhere once it is cleared`() {
    let layer = layer(4, 5)
    for rows in [[3], [1, 4], [2, 0]] {
      for row in rows { layer.put("text", column: 0, row: row, style: Style()) }
      layer.fill(CellRectangle(column: 1, row: rows[0], columns: 2, rows: 2), style: Style())
      layer.clear()
      for row in 0..<5 {
        for column in 0..<4 { #expect(layer.cell(column: column, row: row) == .transparent) }
      }
    }
  }

  @Test func `fills what lies inside of any rectangle`() {
    let layer = layer(4, 3)
    layer.fill(
      CellRectangle(column: 2, row: 1, columns: .max, rows: .max), with: "#", style: Style())
    #expect(Self.text(layer) == ["", "  ##", "  ##"])
    layer.fill(
      CellRectangle(column: .min, row: .min, columns: .max, rows: .max), with: "*", style: Style())
    #expect(Self.text(layer) == ["", "  ##", "  ##"])
    layer.fill(CellRectangle(column: -1, row: -1, columns: 3, rows: 3), with: "漢", style: Style())
    #expect(Self.text(layer) == ["漢", "漢##", "  ##"])
    layer.fill(CellRectangle(column: 0, row: 0, columns: 3, rows: 1), with: "字", style: Style())
    #expect(Self.text(layer) == ["字", "漢##", "  ##"])
    layer.clear(CellRectangle(column: 1, row: 1, columns: 2, rows: 9))
    #expect(Self.text(layer) == ["字", "   #", "   #"])
  }

  @Test func `fills with a space where the grapheme is not fit to be shown`() {
    let layer = layer(3, 1)
    for text in ["", "\n", "\t", "\u{1B}[m", "\u{202E}"] {
      layer.fill(layer.bounds, with: "#", style: Style())
      layer.fill(layer.bounds, with: text, style: Style())
      #expect(Self.text(layer) == [""])
    }
  }

  @Test func `keeps its background under text with a transparent one`() {
    let layer = layer(3, 1)
    layer.fill(layer.bounds, style: Style(background: .role(.selectionBackground)))
    layer.put("漢", column: 0, row: 0, style: Style(foreground: .role(.accent)))
    #expect(layer.cell(column: 0, row: 0)?.background == .role(.selectionBackground))
    #expect(layer.cell(column: 1, row: 0)?.background == .role(.selectionBackground))
    #expect(layer.cell(column: 0, row: 0)?.foreground == .role(.accent))
    #expect(layer.cell(column: 3, row: 0) == nil)
  }

  @Test func `uses as many columns as the text is said to have`() {
    let seed: UInt64 = .random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let layer = layer(4096, 1)
    for _ in 0..<2000 {
      let text = SampleText.random(using: &random)
      layer.clear()
      let used = layer.put(text, column: 0, row: 0, style: Style())
      #expect(used == TextWidth.columns(of: text), "seed \(seed), text \(text.debugDescription)")
      #expect(
        used == TextWidth.columns(of: HarmlessText.clean(text)),
        "seed \(seed), \(text.debugDescription)")
    }
  }

  @Test(arguments: [true, false])
  func `has neither a cursor nor dimmed places once it is cleared, or of another size`(
    isCleared: Bool
  ) {
    let layer = layer(4, 2)
    layer.putCursor(at: CellPlace(column: 1, row: 1))
    let place = CellRectangle(column: 0, row: 0, columns: 1, rows: 1)
    for _ in 0..<Layer.dimmedLimit { #expect(layer.dim(place)) }
    #expect(!layer.dim(place) && layer.dimmed.count == Layer.dimmedLimit)
    if isCleared { layer.clear() } else { layer.resize(columns: 5, rows: 2) }
    #expect(layer.cursor == nil && layer.dimmed.isEmpty)
    #expect(layer.dim(place) && layer.dimmed == [place])
  }
}
