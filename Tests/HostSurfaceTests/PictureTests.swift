import Foundation
import FoundationXML
import Testing

@testable import HostSurface

@Suite struct `A frame written down` {
  private func frame() -> Frame {
    let surface = Surface(columns: 20, rows: 2, depth: .trueColour, theme: .dark)
    let layer = Layer(columns: 20, rows: 2, pool: surface.pool)
    layer.put("<a & \"b\"> 漢", column: 0, row: 0, style: Style(attributes: .bold))
    layer.put("sel", column: 1, row: 1, style: Style(background: .rgb(0x2F5C8F)))
    surface.render([PlacedLayer(layer, in: surface.bounds)])
    return surface.frame
  }

  @Test func `is its rows as text`() {
    #expect(frame().text == ["<a & \"b\"> 漢", " sel"])
    #expect(frame().text(row: 5) == "")
  }

  @Test func `is a picture that stands alone`() {
    let svg = SVGRenderer(title: "List & <rows>").render(frame())
    let parser = XMLParser(data: Data(svg.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError))")
    #expect(svg.contains("<title>List &amp; &lt;rows&gt;</title>"))
    #expect(svg.contains("&lt;a &amp; &quot;b&quot;&gt;</text>"))
    #expect(svg.contains("font-weight=\"bold\""))
    #expect(svg.contains(##"<rect x="22.4" y="32" width="25.2" height="18" fill="#2f5c8f"/>"##))
    #expect(svg.contains(">漢</text>"))
  }

  @Test(
    arguments: [
      ([], "d0d4da\">"), (.bold, "d0d4da\" font-weight=\"bold\">"),
      (.italic, "d0d4da\" font-style=\"italic\">"), (.dim, "d0d4da\" opacity=\"0.6\">"),
      (.underline, "d0d4da\" text-decoration=\"underline\">"),
      (.strike, "d0d4da\" text-decoration=\"line-through\">"),
      ([.underline, .strike], "d0d4da\" text-decoration=\"underline line-through\">"),
      (.reverse, "101216\">"),
    ] as [(TextAttributes, String)])
  func `is a picture with the attributes of its text`(attributes: TextAttributes, fill: String) {
    let surface = Surface(columns: 3, rows: 1, depth: .trueColour, theme: .dark)
    let layer = Layer(columns: 3, rows: 1, pool: surface.pool)
    layer.put("x", column: 0, row: 0, style: Style(attributes: attributes))
    surface.render([PlacedLayer(layer, in: surface.bounds)])
    let svg = SVGRenderer().render(surface.frame)
    #expect(svg.contains("fill=\"#\(fill)x</text>"), "\(svg)")
    #expect(svg.contains("height=\"18\" fill=\"#d0d4da\"/>") == (attributes == .reverse))
  }

  @Test func `comes back from the bytes that a surface renders`() {
    let surface = Surface(
      columns: 10, rows: 2, depth: .trueColour, theme: .dark, isSynchronized: true)
    let terminal = HeadlessTerminal(columns: 10, rows: 2)
    let layer = Layer(columns: 10, rows: 2, pool: surface.pool)
    for text in ["first", "second", "third 漢"] {
      layer.clear()
      layer.put(text, column: 1, row: 1, style: Style())
      surface.render([PlacedLayer(layer, in: surface.bounds)])
      terminal.apply(surface.bytes)
      #expect(terminal.rows == ["", " " + text])
    }
    surface.render([PlacedLayer(layer, in: surface.bounds)])
    #expect(surface.bytes.isEmpty)
    surface.resize(columns: 4, rows: 1)
    surface.render([PlacedLayer(layer, in: surface.bounds, placement: Placement(row: -1))])
    #expect(surface.frame.text == [" thi"])
  }

  @Test(arguments: [
    (EscapeSequence.title("a\u{7}b\u{1B}]c\nd"), "\u{1B}]2;a␇bc d\u{1B}\\"),
    (EscapeSequence.clipboard([0x61]), "\u{1B}]52;c;YQ==\u{1B}\\"),
    (EscapeSequence.disableMouseMovement, "\u{1B}[?1003l\u{1B}[?1002h"),
    (EscapeSequence.queryColours, "\u{1B}]11;?\u{1B}\\\u{1B}]10;?\u{1B}\\"),
    (
      EscapeSequence.restoreTerminal(),
      "\u{1B}\\\u{1B}[?2026l\u{1B}[r\u{1B}[m\u{1B}[?1006l\u{1B}[?1003l\u{1B}[?1002l\u{1B}[?2004l"
        + "\u{1B}[?1004l\u{1B}[?7h\u{1B}[?1049l\u{1B}[?25h\u{1B}[23;2t"
    ),
    (EscapeSequence.beginNotice, "\u{18}\u{1B}[999;1H\u{1B}[m\u{1B}[7m"),
    (EscapeSequence.endNotice, "\u{1B}[m\u{1B}[K"),
  ])
  func `is sent with these sequences, that nothing can break out of`(
    _ sequence: String, _ wanted: String
  ) {
    #expect(sequence == wanted)
  }
}
