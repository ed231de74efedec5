import HostText
import TestSupport
import Testing

@testable import HostSurface

@Suite struct `A layer` {
  /// The layer's text alone on a frame of its size.
  private func text(_ layer: Layer) -> [String] { Frame(layer).text }

  private func layer(_ columns: Int, _ rows: Int) -> Layer {
    Layer(columns: columns, rows: rows, pool: CellPool())
  }

  /// Text at a column of a layer of eight columns, the room it may take, what shows, what it used.
  @Test(
    arguments: [
      ("hello", 1, .max, " hello", 5), ("hello", 5, .max, "     hel", 3), ("hello", 0, 2, "he", 2),
      ("hello", 0, 0, "", 0), ("hello", 0, -5, "", 0), ("hello", -2, .max, "llo", 5),
      ("hello", -9, .max, "", 5), ("hello", 8, .max, "", 0), ("hello", .max, .max, "", 0),
      ("hello", .min, .max, "", 0), ("漢字", 0, 3, "漢", 3), ("漢字", -1, .max, " 字", 4),
      ("漢字", 5, .max, "     漢", 3), ("a\tb", 0, .max, "a", 8), ("a\tb", -3, .max, "     b", 9),
      ("a\nb", 0, .max, "a b", 3), ("\u{1B}[2Ja\u{1B}]0;x\u{7}b", 0, .max, "ab", 2),
      ("x\u{301}y", 7, .max, "       x\u{301}", 1),
    ] as [(String, Int, Int, String, Int)])
  func `puts text as far as there is room`(
    put: String, column: Int, room: Int, shown: String, used: Int
  ) {
    let layer = layer(8, 1)
    #expect(layer.put(put, column: column, row: 0, style: Style(), maximumColumns: room) == used)
    #expect(text(layer) == [shown])
  }

  @Test(arguments: [(0, -1), (0, 3), (0, .max), (0, .min)])
  func `puts nothing above or below`(_ column: Int, _ row: Int) {
    let layer = layer(4, 3)
    #expect(layer.put("text", column: column, row: row, style: Style()) == 0)
    #expect(text(layer) == ["", "", ""])
  }

  @Test(arguments: [(0, 0), (-3, 5), (5, -1)])
  func `may be empty`(_ columns: Int, _ rows: Int) {
    let layer = layer(columns, rows)
    #expect(layer.put("text", column: 0, row: 0, style: Style()) == 0)
    layer.fill(CellRectangle(0, 0, 9, 9), style: Style())
    layer.clear()
    #expect(layer.columns * layer.rows == 0)
  }

  @Test func `is as large as allowed and no larger`() {
    let layer = layer(.max, .max)
    #expect((layer.columns, layer.rows) == (4096, 2048))
    layer.resize(columns: 3, rows: 2)
    layer.put("abc", column: 0, row: 1, style: Style())
    #expect(text(layer) == ["", "abc"])
    layer.resize(columns: 2, rows: 3)
    #expect(text(layer) == ["", "", ""])
  }

  @Test func `leaves no half of a wide grapheme`() {
    let layer = layer(6, 1)
    layer.put("漢字漢", column: 0, row: 0, style: Style())
    layer.put("x", column: 1, row: 0, style: Style())
    #expect(text(layer) == [" x字漢"])
    layer.put("y", column: 2, row: 0, style: Style())
    #expect(text(layer) == [" xy 漢"])
    layer.put("字", column: 3, row: 0, style: Style())
    #expect(text(layer) == [" xy字"])
    #expect(layer.cell(column: 5, row: 0)?.width == 1)
  }

  @Test func `leaves no half at either end of several letters`() {
    let layer = layer(6, 1)
    layer.put("漢字漢", column: 0, row: 0, style: Style())
    layer.put("ab", column: 1, row: 0, style: Style())
    #expect(text(layer) == [" ab 漢"])
    layer.put("cdef", column: 0, row: 0, style: Style())
    #expect(text(layer) == ["cdef漢"])
    #expect((0..<6).map { layer.cell(column: $0, row: 0)?.width } == [1, 1, 1, 1, 2, 0])
  }

  @Test func `is transparent everywhere once it is cleared`() {
    let layer = layer(4, 5)
    for rows in [[3], [1, 4], [2, 0]] {
      for row in rows { layer.put("text", column: 0, row: row, style: Style()) }
      layer.fill(CellRectangle(1, rows[0], 2, 2), style: Style())
      layer.clear()
      for row in 0..<5 {
        for column in 0..<4 { #expect(layer.cell(column: column, row: row) == .transparent) }
      }
    }
  }

  @Test func `fills what lies inside of any rectangle`() {
    let layer = layer(4, 3)
    layer.fill(CellRectangle(2, 1, .max, .max), with: "#", style: Style())
    #expect(text(layer) == ["", "  ##", "  ##"])
    layer.fill(CellRectangle(.min, .min, .max, .max), with: "*", style: Style())
    #expect(text(layer) == ["", "  ##", "  ##"])
    layer.fill(CellRectangle(-1, -1, 3, 3), with: "漢", style: Style())
    #expect(text(layer) == ["漢", "漢##", "  ##"])
    layer.fill(CellRectangle(0, 0, 3, 1), with: "字", style: Style())
    #expect(text(layer) == ["字", "漢##", "  ##"])
    layer.clear(CellRectangle(1, 1, 2, 9))
    #expect(text(layer) == ["字", "   #", "   #"])
  }

  @Test func `fills with a space where the grapheme is not fit to be shown`() {
    let layer = layer(3, 1)
    for unfit in ["", "\n", "\t", "\u{1B}[m", "\u{202E}"] {
      layer.fill(layer.bounds, with: "#", style: Style())
      layer.fill(layer.bounds, with: unfit, style: Style())
      #expect(text(layer) == [""])
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
      for read in [text, HarmlessText.clean(text)] {
        #expect(used == TextWidth.columns(of: read), "seed \(seed), \(text.debugDescription)")
      }
    }
  }

  @Test(arguments: [true, false])
  func `has neither a cursor nor dimmed places once it is cleared, or of another size`(
    isCleared: Bool
  ) {
    let layer = layer(4, 2)
    layer.putCursor(at: CellPlace(column: 1, row: 1))
    let place = CellRectangle(0, 0, 1, 1)
    for _ in 0..<Layer.dimmedLimit { #expect(layer.dim(place)) }
    #expect(!layer.dim(place) && layer.dimmed.count == Layer.dimmedLimit)
    if isCleared { layer.clear() } else { layer.resize(columns: 5, rows: 2) }
    #expect(layer.cursor == nil && layer.dimmed.isEmpty)
    #expect(layer.dim(place) && layer.dimmed == [place])
  }
}
