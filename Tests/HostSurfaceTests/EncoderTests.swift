import Testing

@testable import HostSurface

@Suite struct `The encoder` {
  private let pool = GraphemePool()

  /// A frame of plain rows.
  private func frame(_ rows: [String], columns: Int) -> Frame {
    let layer = Layer(columns: columns, rows: rows.count, pool: pool)
    for (row, text) in rows.enumerated() { layer.put(text, column: 0, row: row, style: Style()) }
    return compose(layer)
  }

  private func compose(_ layer: Layer) -> Frame {
    let frame = Frame(columns: layer.columns, rows: layer.rows, pool: pool)
    var compositor = Compositor(depth: .trueColour, theme: .dark, terminal: .dark)
    compositor.compose([PlacedLayer(layer, in: layer.bounds)], onto: frame)
    return frame
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

  @Test func `writes nothing for the same frame`() {
    let rows = ["some", "text"]
    #expect(bytes(from: frame(rows, columns: 8), to: frame(rows, columns: 8)) == "")
    #expect(
      bytes(from: frame(rows, columns: 8), to: frame(rows, columns: 8), isSynchronized: true) == "")
  }

  /// Two screens and the bytes between them.
  struct Step: Sendable {
    let from: [String]
    let to: [String]
    let bytes: String
    init(_ from: [String], _ to: [String], _ bytes: String) {
      self.from = from
      self.to = to
      self.bytes = bytes
    }
  }

  // The cursor stands after the last thing that was written for the first screen.
  @Test(arguments: [
    Step(["abc"], ["abd"], "bd"),
    Step(["abcdef"], ["abcdeX"], "bX"),
    Step(["abcdef"], ["Xbcdef"], "<X"),
    Step(["abcdef"], ["Xbcdeg"], "<Xbcdeg"),
    Step(["abcdefghijkl"], ["Xbcdefghijkm"], "<X^12Gm"),
    Step(["one", "two"], ["one", "twx"], "bx"),
    Step(["one", "two"], ["xne", "two"], "^Hx"),
    Step(["a", "b", "c"], ["x", "b", "y"], "^Hx<vvy"),
    Step(["abcdefgh"], ["ab"], "^3G^K"),
    Step(["abcdefgh"], [""], "<^K"),
    Step(["abc"], [""], "<   "),
    Step(["ab  cd  ef"], [""], "<^K"),
    Step(["ab  cd  ef"], ["a"], "^2G^K"),
    Step(["0123456789ab"], ["0123456789ac"], "^12Gc"),
    Step(["漢字"], ["漢x"], "bbx "),
    Step(["😀a"], ["😀b"], "bb"),
    Step(["a"], ["😀b"], "<😀^3Gb"),
  ])
  func `chooses the shortest way`(_ step: Step) {
    #expect(
      bytes(from: frame(step.from, columns: 12), to: frame(step.to, columns: 12)) == step.bytes)
  }

  @Test func `changes only what differs in the style, and ends plain`() {
    let layer = Layer(columns: 9, rows: 1, pool: pool)
    layer.put("a", column: 0, row: 0, style: Style(attributes: [.bold, .underline]))
    layer.put("b", column: 1, row: 0, style: Style(attributes: [.bold]))
    layer.put("c", column: 2, row: 0, style: Style(attributes: [.dim]))
    layer.put("d", column: 3, row: 0, style: Style(foreground: .rgb(1, 2, 3), attributes: [.dim]))
    layer.put("e", column: 4, row: 0, style: Style())
    #expect(
      bytes(from: frame([""], columns: 9), to: compose(layer))
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
    layer.cursor = CellPlace(column: 1, row: 1)
    let shown = compose(layer)
    #expect(bytes(from: frame(["ab", ""], columns: 9), to: shown) == "<v^C^?25h")
    layer.put("c", column: 2, row: 0, style: Style())
    #expect(bytes(from: compose(layer), to: compose(layer)) == "")
    #expect(bytes(from: shown, to: compose(layer)) == "^?25l^1;3Hc<v^C^?25h")
    layer.cursor = nil
    #expect(bytes(from: shown, to: compose(layer)) == "^?25l^1;3Hc")
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
  }

  @Test func `takes terminals at their word after a forget only for nothing`() {
    var encoder = Encoder()
    let shown = frame(["ab", "cd"], columns: 4)
    let terminal = HeadlessTerminal(columns: 4, rows: 2, pool: pool)
    encoder.encode(from: Frame(columns: 4, rows: 2, pool: pool), to: shown, isSynchronized: false)
    terminal.apply(encoder.bytes)
    terminal.apply("\u{1B}[1;1Hrubbish\u{1B}[31m")
    encoder.forget()
    encoder.encode(from: frame(["ab", "cd"], columns: 4), to: shown, isSynchronized: false)
    terminal.apply(encoder.bytes)
    #expect(terminal.rows == ["ab", "cd"])
    #expect(terminal.isAtRest)
  }
}
