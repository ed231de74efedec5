import TestSupport
import Testing

@testable import HostSurface

@Suite struct `A terminal that is sent what changed` {
  @Test(arguments: ColourDepth.allCases)
  func `shows the frame, whatever it showed before`(_ depth: ColourDepth) {
    let seed: UInt64 = .random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<150 {
      let columns = [1, 2, 3, 7, 20][Int.random(in: 0..<5, using: &random)]
      let rows = [1, 2, 5, 12][Int.random(in: 0..<4, using: &random)]
      let pool = CellPool()
      let connection = Connection(columns: columns, rows: rows, pool: pool)
      for _ in 0..<6 {
        let next = RandomScene.frame(
          columns: columns, rows: rows, pool: pool, depth: depth, using: &random)
        connection.isSynchronized = Bool.random(using: &random)
        if Int.random(in: 0..<4, using: &random) == 0 { connection.disturb() }
        #expect(connection.show(next), "seed \(seed), \(connection.report)")
      }
    }
  }

  @Test func `shows the frame after rows have moved`() {
    let seed: UInt64 = .random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let rows = Int.random(in: 4...16, using: &random)
      let pool = CellPool()
      let connection = Connection(columns: 18, rows: rows, pool: pool)
      let lines = (0..<40).map { "\($0 % 7) " + SampleText.random(using: &random, atMost: 8) }
      var offset = 10
      for _ in 0..<6 {
        let layer = Layer(columns: 18, rows: rows, pool: pool)
        let bar = Int.random(in: 0..<rows, using: &random)
        for row in 0..<rows {
          layer.put(
            lines[(offset + row) % 40], column: 0, row: row, style: Style(), maximumColumns: 17)
          layer.put(
            row == bar ? "█" : "│", column: 17, row: row, style: Style(background: .default))
        }
        #expect(connection.show(Frame(layer)), "seed \(seed), \(connection.report)")
        offset = max(0, offset + Int.random(in: -4...4, using: &random))
      }
    }
  }

  /// Rows in place have the shell's above them, and below what they made room for nothing.
  @Test func `shows rows in place, and is left as it was`() {
    let seed: UInt64 = .random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let columns = [2, 3, 7, 20][Int.random(in: 0..<4, using: &random)]
      let rows = Int.random(in: 1...8, using: &random)
      let height = Int.random(in: 1...rows, using: &random)
      let pool = CellPool()
      let terminal = HeadlessTerminal(columns: columns, rows: rows, pool: pool)
      let lines = Int.random(in: 0...9, using: &random)
      for line in 0..<lines { terminal.apply("\(line)\r\n") }
      let isInRow = Bool.random(using: &random)
      if isInRow { terminal.apply("$") }
      terminal.apply(EscapeSequence.saveRow(columns: columns))
      let top = min(lines + (isInRow ? 1 : 0), rows - height)
      var encoder = Encoder(isInPlace: true)
      var shown = Frame(columns: columns, rows: height, pool: pool)
      var above: [String] = []
      for step in 0..<5 {
        let next = RandomScene.frame(
          columns: columns, rows: height, pool: pool, depth: .trueColour, using: &random)
        if step == 3 { encoder.invalidate() }
        encoder.encode(
          from: shown, to: next, isSynchronized: Bool.random(using: &random))
        terminal.apply(encoder.bytes)
        let cells = terminal.screen.grid.cells
        #expect(
          Array(cells[top * columns..<(top + height) * columns]) == next.grid.cells,
          "seed \(seed) wanted \(next.text) shown \(terminal.rows)")
        #expect(
          terminal.screen.cursor
            == next.cursor.map { CellPlace(column: $0.column, row: $0.row + top) })
        if step == 0 { above = Array(terminal.rows.prefix(top)) }
        #expect(Array(terminal.rows.prefix(top)) == above)
        let below = Array(terminal.rows.suffix(rows - top - height))
        #expect(below == Array(repeating: "", count: below.count))
        shown = next
      }
      #expect(terminal.isAtRest && terminal.unknownSequences.isEmpty)
      terminal.apply(EscapeSequence.restoreTerminal(isInPlace: true))
      #expect(terminal.rows == above + Array(repeating: "", count: rows - top))
      #expect(terminal.screen.cursor == CellPlace(column: 0, row: top))
      // Nothing of what the shell had is lost but what has scrolled out of the screen.
      let kept = (0..<lines).map(String.init) + (isInRow ? ["$"] : [])
      #expect(above == Array(kept.suffix(top)))
    }
  }

  @Test func `is sent all of it after a new size, also where that is the same`() {
    let surface = Surface(columns: 6, rows: 2, depth: .trueColour, theme: .dark)
    let layer = Layer(columns: 6, rows: 2, pool: surface.pool)
    layer.put("words", column: 0, row: 1, style: Style())
    layer.putCursor(at: CellPlace(column: 2, row: 1))
    let placed = PlacedLayer(layer, in: surface.bounds)
    for _ in 0..<2 {
      surface.resize(columns: 6, rows: 2)
      surface.render([placed])
      let terminal = HeadlessTerminal(columns: 6, rows: 2)
      terminal.apply("junk\r\njunk")
      terminal.apply(surface.bytes)
      #expect(terminal.rows == surface.frame.text && terminal.rows[1].hasPrefix("words"))
      #expect(surface.frame.cursor == CellPlace(column: 2, row: 1))
    }
    surface.render([placed], showsCursor: false)
    #expect(surface.frame.cursor == nil)
  }

  /// An encoder and a terminal at the other end.
  final class Connection {
    var isSynchronized = false
    private(set) var report = ""
    private var encoder = Encoder()
    private var shown: Frame
    private let terminal: HeadlessTerminal

    init(columns: Int, rows: Int, pool: CellPool) {
      shown = Frame(columns: columns, rows: rows, pool: pool)
      terminal = HeadlessTerminal(columns: columns, rows: rows, pool: pool)
      // What stood there before, without autowrap to keep it in place.
      terminal.apply("\u{1B}[7mold text\u{1B}[?25h")
    }

    /// Something else writes on the terminal, and leaves its style and cursor.
    func disturb() {
      terminal.apply("\u{1B}[1;4;31;42m\u{1B}[1;1Hjunk\u{1B}[?25h")
      encoder.invalidate()
    }

    /// Sends a frame; whether the terminal then shows it, cell by cell.
    func show(_ next: Frame) -> Bool {
      encoder.encode(from: shown, to: next, isSynchronized: isSynchronized)
      terminal.apply(encoder.bytes)
      shown = next
      let isSame =
        terminal.screen.grid.cells == next.grid.cells && terminal.screen.cursor == next.cursor
        && terminal.isAtRest && terminal.unknownSequences.isEmpty
      if !isSame {
        report =
          "wanted \(next.text) \(String(describing: next.cursor)), shown \(terminal.rows)"
          + " \(String(describing: terminal.screen.cursor)) \(terminal.unknownSequences)"
          + " after \(String(decoding: encoder.bytes, as: UTF8.self).debugDescription)"
      }
      return isSame
    }
  }
}
