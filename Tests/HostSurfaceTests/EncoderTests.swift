import Testing

@testable import HostSurface

@Suite struct `The encoder` {
  private let pool = CellPool()

  /// A frame of plain rows.
  private func frame(_ rows: [String], columns: Int) -> Frame {
    let layer = Layer(columns: columns, rows: rows.count, pool: pool)
    for (row, text) in rows.enumerated() { layer.put(text, column: 0, row: row, style: Style()) }
    return Frame(layer)
  }

  /// What takes a terminal that shows one frame to the next, in readable form.
  private func bytes(from shown: Frame, to next: Frame, isSynchronized: Bool = false) -> String {
    var encoder = Encoder()
    let blank = Frame(columns: shown.columns, rows: shown.rows, pool: pool)
    encoder.encode(from: blank, to: shown, isSynchronized: false)
    encoder.encode(from: shown, to: next, isSynchronized: isSynchronized)
    return String(decoding: encoder.bytes, as: UTF8.self).unicodeScalars
      .map { ["\r": "<", "\n": "v", "\u{8}": "b", "\u{1B}": "^"][$0] ?? String($0) }.joined()
      .replacing("^[", with: "^")
  }

  /// A frame with a text in a decoration, between two plain ones.
  private func decorated(_ decoration: Decoration, _ attributes: TextAttributes = []) -> Frame {
    let layer = Layer(columns: 12, rows: 1, pool: pool)
    layer.put("a", column: 0, row: 0, style: Style())
    layer.put(
      "b c", column: 1, row: 0,
      style: Style(attributes: attributes, decoration: layer.intern(decoration)))
    layer.put("d", column: 4, row: 0, style: Style())
    return Frame(layer)
  }

  /// What is decorated, its attributes, and what is written of it.
  @Test(
    arguments: [
      (
        Decoration(link: LinkAddress(Array("https://a.example".utf8))), [],
        "a^0m^]8;id=1;https://a.example^\\b c^]8;;^\\^0md"
      ),
      (Decoration(underline: .curly), .underline, "a^0;4m^4:3mb c^0md"),
      (
        Decoration(underline: .double, underlineColour: .rgb(1, 22, 255)), [.underline, .bold],
        "a^0;1;4m^4:2m^58:2::1:22:255mb c^0md"
      ),
      (Decoration(underlineColour: .indexed(9)), .underline, "a^0;4m^58:5:9mb c^0md"),
    ] as [(Decoration, TextAttributes, String)])
  func `writes a decoration so that who does not know it shows the text`(
    _ decoration: Decoration, _ attributes: TextAttributes, _ written: String
  ) {
    let blank = frame([""], columns: 12)
    #expect(bytes(from: blank, to: decorated(decoration, attributes)) == "^H" + written)
  }

  @Test func `ends a link at the end of what it writes`() {
    let link = Decoration(link: LinkAddress(Array("https://a.example".utf8)))
    let layer = Layer(columns: 3, rows: 1, pool: pool)
    layer.put("abc", column: 0, row: 0, style: Style(decoration: layer.intern(link)))
    let written = bytes(from: frame([""], columns: 3), to: Frame(layer))
    #expect(written.hasSuffix("abc^]8;;^\\^0m"))
  }

  @Test func `writes no decoration that a terminal chokes on`() {
    let link = Decoration(
      underline: .curly, link: LinkAddress(Array("https://a.example".utf8)))
    var encoder = Encoder(StyleCapabilities.detect { $0 == "TERM" ? "linux" : nil })
    let blank = frame([""], columns: 12)
    encoder.encode(from: blank, to: decorated(link, .underline), isSynchronized: false)
    let written = String(decoding: encoder.bytes, as: UTF8.self)
    #expect(written.contains("4m"))
    #expect(!written.contains(":") && !written.contains("]"))
  }

  @Test(
    arguments: [
      (["TERM": "xterm-256color"], true, true), (["TERM": "linux"], false, false),
      ([:], false, false),
      (["TERM": "xterm", "VTE_VERSION": "4800"], false, true),
      (["TERM": "xterm", "VTE_VERSION": "6003"], true, true),
      (["TERM": "xterm", "VTE_VERSION": "4999"], false, true),
      (["TERM": "xterm", "VTE_VERSION": "5000"], true, true),
      (["TERM": "vt220"], false, false), (["TERM": "ansi"], false, false),
      (["TERM": "cons25"], false, false), (["TERM": "eterm-color"], false, false),
      (["TERM": "dumb"], false, false), (["TERM": "sun-color"], false, false),
    ] as [([String: String], Bool, Bool)])
  func `knows who chokes on what`(_ environment: [String: String], _ links: Bool, _ lines: Bool) {
    let capabilities = StyleCapabilities.detect { environment[$0] }
    #expect(capabilities == StyleCapabilities(hasLinks: links, hasUnderlines: lines))
  }

  @Test func `keeps room for decorations by forgetting those that nobody shows`() {
    let layer = Layer(columns: 4, rows: 1, pool: pool)
    func link(_ number: Int) -> Decoration {
      Decoration(link: LinkAddress(Array("https://a.example/\(number)".utf8)))
    }
    layer.put("kept", column: 0, row: 0, style: Style(decoration: layer.intern(link(0))))
    for number in 1...10_000 { #expect(layer.intern(link(number)) != .none) }
    let kept = layer.cell(column: 0, row: 0).map { layer.decoration($0.decoration) }
    #expect(kept == link(0))
  }

  @Test func `writes nothing for the same frame`() {
    let (shown, next) = (frame(["some", "text"], columns: 8), frame(["some", "text"], columns: 8))
    #expect(bytes(from: shown, to: next) == "")
    #expect(bytes(from: shown, to: next, isSynchronized: true) == "")
  }

  // The cursor stands after the last thing that was written for the first screen.
  @Test(
    arguments: [
      (["abc"], ["abd"], "bd"), (["abcdef"], ["abcdeX"], "bX"), (["abcdef"], ["Xbcdef"], "<X"),
      (["abcdef"], ["Xbcdeg"], "<Xbcdeg"), (["abcdefghijkl"], ["Xbcdefghijkm"], "<X^12Gm"),
      (["one", "two"], ["one", "twx"], "bx"), (["one", "two"], ["xne", "two"], "^Hx"),
      (["a", "b", "c"], ["x", "b", "y"], "^Hx<vvy"), (["abcdefgh"], ["ab"], "^3G^K"),
      (["abcdefgh"], [""], "<^K"), (["abc"], [""], "<   "), (["ab  cd  ef"], [""], "<^K"),
      (["ab  cd  ef"], ["a"], "^2G^K"), (["0123456789ab"], ["0123456789ac"], "^12Gc"),
      (["漢字"], ["漢x"], "bbx "), (["😀a"], ["😀b"], "bb"), (["a"], ["😀b"], "<😀^3Gb"),
    ] as [([String], [String], String)])
  func `chooses the shortest way`(_ shown: [String], _ next: [String], _ sent: String) {
    #expect(bytes(from: frame(shown, columns: 12), to: frame(next, columns: 12)) == sent)
  }

  @Test func `goes to any column, also in a very wide terminal`() {
    let row = String(repeating: "a", count: 4090)
    for column in [9, 99, 100, 998, 999, 1000, 1009, 1099, 2004, 3000] {
      var next = Array(row)
      next[column] = "x"
      #expect(
        bytes(from: frame([row], columns: 4096), to: frame([String(next)], columns: 4096))
          == "^\(column + 1)Gx")
    }
  }

  @Test func `changes only what differs in the style, and ends plain`() {
    let layer = Layer(columns: 9, rows: 1, pool: pool)
    layer.put("a", column: 0, row: 0, style: Style(attributes: [.bold, .underline]))
    layer.put("b", column: 1, row: 0, style: Style(attributes: [.bold]))
    layer.put("c", column: 2, row: 0, style: Style(attributes: [.dim]))
    layer.put("d", column: 3, row: 0, style: Style(foreground: .rgb(1, 2, 3), attributes: [.dim]))
    layer.put("e", column: 4, row: 0, style: Style())
    #expect(
      bytes(from: frame([""], columns: 9), to: Frame(layer))
        == "^H^1;4ma^24mb^0;2mc^38;2;1;2;3md^me")
  }

  @Test func `puts the whole of a frame between the marks of an update`() {
    #expect(
      bytes(from: frame(["a"], columns: 9), to: frame(["b"], columns: 9), isSynchronized: true)
        == "^?2026h<b^?2026l")
  }

  @Test func `shows the cursor where a layer wants it, and hides it while it writes`() {
    let layer = Layer(columns: 9, rows: 2, pool: pool)
    layer.put("ab", column: 0, row: 0, style: Style())
    layer.putCursor(at: CellPlace(column: 1, row: 1))
    let shown = Frame(layer)
    #expect(bytes(from: frame(["ab", ""], columns: 9), to: shown) == "<v^C^?25h")
    layer.putCursor(at: CellPlace(column: 2, row: 1))
    #expect(bytes(from: shown, to: Frame(layer)) == "^C")
    layer.putCursor(at: CellPlace(column: 1, row: 1))
    layer.put("c", column: 2, row: 0, style: Style())
    #expect(bytes(from: Frame(layer), to: Frame(layer)) == "")
    #expect(bytes(from: shown, to: Frame(layer)) == "^?25l^1;3Hc<v^C^?25h")
    layer.putCursor(at: nil)
    #expect(bytes(from: shown, to: Frame(layer)) == "^?25l^1;3Hc")
  }

  @Test func `scrolls a list that moved by lines`() {
    let lines = (1...20).map { "line \($0) of the list, with enough to say to make it long" }
    let head = ["head"]
    let foot = ["foot"]
    let before = frame(head + lines[0..<10] + foot, columns: 60)
    let after = frame(head + lines[1..<11] + foot, columns: 60)
    let up = bytes(from: before, to: after)
    #expect(up == "^2;11r^S^r^11H" + lines[10])
    let down = bytes(
      from: frame(head + lines[3..<13] + foot, columns: 60),
      to: frame(head + lines[1..<11] + foot, columns: 60))
    #expect(down == "^2;11r^2T^r^2H" + lines[1] + "<v" + lines[2])
    let all = bytes(
      from: frame(Array(lines[0..<10]), columns: 60), to: frame(Array(lines[1..<11]), columns: 60))
    #expect(all == "^S^10H" + lines[10])
  }
}
