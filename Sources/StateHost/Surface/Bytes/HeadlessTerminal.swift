internal import HostText

/// A terminal without a screen: takes the bytes that would go to a real one, and shows what it
/// would.
///
/// It understands what the encoder writes, and counts whatever it does not understand. It also
/// serves to write frames down as text and as pictures.
package final class HeadlessTerminal {
  /// What it shows.
  ///
  /// The cursor is set while it is visible.
  package let screen: Frame
  /// The sequences it has not understood.
  package private(set) var unknownSequences: [String] = []
  /// The private modes that are on, by their numbers; at first a line goes on in the next one (7)
  /// and the cursor is seen (25).
  package private(set) var modes: Set<Int> = [7, 25]
  /// The window's title, and those that it has kept.
  package private(set) var title = ""
  private var keptTitles: [String] = []
  /// How many times its bell has rung.
  package private(set) var bellCount = 0
  /// What it was given for the clipboard last, in base 64.
  package private(set) var clipboard = ""
  package var isAlternateScreen: Bool { modes.contains(1049) }
  /// Whether a synchronized update has begun and not ended.
  package var isUpdating: Bool { modes.contains(2026) }
  /// Whether the style is plain and the whole screen the scroll region, as between frames.
  package var isAtRest: Bool {
    style == Style.plain && decoration.link == nil && region == 0..<screen.rows && !isUpdating
  }

  private var row = 0
  private var column = 0
  /// The last column was written: the next grapheme goes to the next line.
  private var isWrapPending = false
  private var style = Style.plain
  /// Of what is written next.
  private var decoration = Decoration.nothing
  private var region: Range<Int>
  /// What the alternate screen covers.
  private var covered: (grid: CellGrid, column: Int, row: Int)?
  private var replies: [UInt8] = []

  /// A blank terminal with the cursor at the top left, at least 1 × 1.
  package init(columns: Int, rows: Int, pool: GraphemePool = GraphemePool()) {
    screen = Frame(columns: max(1, columns), rows: max(1, rows), pool: pool)
    region = 0..<screen.rows
    showCursor()
  }

  /// The text of every row, spaces at the end left out.
  package var rows: [String] { screen.text }

  /// Takes whole sequences and whole graphemes.
  package func apply(_ bytes: [UInt8]) {
    var index = 0
    let span = bytes.span
    while index < span.count {
      if span[index] >= 0x20, span[index] != 0x7F {
        index = write(span, from: index)
      } else if span[index] == 0x1B {
        apply(ReceivedSequence(span, at: &index))
      } else {
        control(span[index])
        index += 1
      }
    }
    showCursor()
  }

  package func apply(_ text: String) { apply(Array(text.utf8)) }

  /// What it answers to the questions since the last call, as a terminal does that knows
  /// synchronized updates and keeps its colours to itself.
  package func takeReplies() -> [UInt8] {
    defer { replies.removeAll() }
    return replies
  }

  /// Takes a new size and becomes blank, whatever it showed, with the cursor where it was.
  package func resize(columns: Int, rows: Int) {
    screen.resize(columns: max(1, columns), rows: max(1, rows))
    covered?.grid.resize(columns: screen.columns, rows: screen.rows, filledWith: .blank)
    region = 0..<screen.rows
    move(column: column, row: row)
    showCursor()
  }

  /// Writes graphemes up to the next control; the place after them.
  private func write(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != 0x7F { end += 1 }
    let text = bytes.extracting(start..<end)
    var scanner = GraphemeScanner()
    while scanner.next(in: text) { write(scanner.cluster) }
    return end
  }

  private func write(_ cluster: GraphemeCluster) {
    if modes.contains(7), isWrapPending || column + cluster.width > screen.columns {
      column = 0
      lineFeed()
    }
    isWrapPending = false
    let width = min(cluster.width, screen.columns - column)
    var cell = Cell(
      width < cluster.width ? .replacement : screen.pool.intern(cluster), width: width,
      foreground: style.foreground, background: style.background, attributes: style.attributes,
      decoration: screen.pool.intern(shownDecoration))
    if cell.isBlank { cell = cell.cut }
    screen.grid.place(cell, column: column, row: row)
    column += width
    if column == screen.columns {
      column -= 1
      isWrapPending = true
    }
  }

  /// The decoration as far as it is to be seen.
  private var shownDecoration: Decoration {
    style.attributes.contains(.underline) ? decoration : Decoration(link: decoration.link)
  }

  private func control(_ byte: UInt8) {
    switch byte {
    case 0x07: bellCount += 1
    case 0x08: move(column: column - 1, row: row)
    case 0x0A: lineFeed()
    case 0x0D: move(column: 0, row: row)
    default: unknownSequences.append("\\x" + String(byte, radix: 16))
    }
  }

  private func lineFeed() {
    isWrapPending = false
    if row == region.upperBound - 1 {
      scroll(by: 1)
    } else {
      row = min(row + 1, screen.rows - 1)
    }
  }

  private func move(column: Int, row: Int) {
    self.column = min(max(0, column), screen.columns - 1)
    self.row = min(max(0, row), screen.rows - 1)
    isWrapPending = false
  }

  private func scroll(by lines: Int) {
    screen.grid.scroll(region, by: lines, filledWith: erased)
  }

  private var erased: Cell { Cell(.space, background: style.background) }

  private func erase(columns: Range<Int>, rows: Range<Int>) {
    let area = CellRectangle(
      column: columns.lowerBound, row: rows.lowerBound, columns: columns.count,
      rows: rows.count)
    screen.grid.fill(area, with: erased, keepsBackground: false)
  }

  private func showCursor() {
    screen.cursor = modes.contains(25) ? CellPlace(column: column, row: row) : nil
  }
}

extension HeadlessTerminal {
  /// Where it shows something else than a frame, or its cursor elsewhere; nil where it shows the
  /// frame, cell by cell, whichever pools the two have.
  package func firstDifference(from frame: Frame) -> CellPlace? {
    for row in 0..<frame.rows {
      for column in 0..<frame.columns
      where !shows(frame.grid[column, row], of: frame.pool, column, row) {
        return CellPlace(column: column, row: row)
      }
    }
    return screen.cursor == frame.cursor ? nil : frame.cursor ?? screen.cursor
  }

  private func shows(_ wanted: Cell, of pool: GraphemePool, _ column: Int, _ row: Int) -> Bool {
    guard let cell = screen.cell(column: column, row: row) else { return false }
    if cell == wanted, wanted.grapheme.slot == nil, wanted.decoration == .none { return true }
    guard cell.foreground == wanted.foreground, cell.background == wanted.background,
      cell.attributes == wanted.attributes, cell.width == wanted.width,
      screen.pool[cell.decoration] == pool[wanted.decoration]
    else { return false }
    var bytes: [UInt8] = []
    screen.pool.append(cell.grapheme, to: &bytes)
    var wantedBytes: [UInt8] = []
    pool.append(wanted.grapheme, to: &wantedBytes)
    return bytes == wantedBytes
  }
}

extension HeadlessTerminal {
  private func apply(_ sequence: ReceivedSequence) {
    let count = max(1, sequence.parameter(0) ?? 1)
    switch sequence.kind {
    case .csi("A"): move(column: column, row: row - count)
    case .csi("B"): move(column: column, row: row + count)
    case .csi("C"): move(column: column + count, row: row)
    case .csi("D"): move(column: column - count, row: row)
    case .csi("G"): move(column: count - 1, row: row)
    case .csi("H"):
      move(column: max(1, sequence.parameter(1) ?? 1) - 1, row: count - 1)
    case .csi("K"): erase(columns: column..<screen.columns, rows: row..<row + 1)
    case .csi("J") where sequence.parameter(0) == 2:
      erase(columns: 0..<screen.columns, rows: 0..<screen.rows)
    case .csi("S"): scroll(by: count)
    case .csi("T"): scroll(by: -count)
    case .csi("m"):
      style.apply(sequence.parameters)
      decoration.reset(by: sequence.parameters)
    case .csi(":m"):
      if !decoration.apply(sequence.parameters) { unknownSequences.append(sequence.text) }
    case .csi("r"): setRegion(sequence)
    case .csi("?h"): setMode(sequence, isOn: true)
    case .csi("?l"): setMode(sequence, isOn: false)
    case .csi("c"): replies += Array("\u{1B}[?62;22c".utf8)
    case .csi("?$p") where sequence.parameter(0) == 2026:
      replies += Array("\u{1B}[?2026;2$y".utf8)
    case .string:
      if let address = sequence.linkAddress { decoration.link = LinkAddress(address) }
      if let title = sequence.words(after: "2;") { self.title = title }
      if let text = sequence.words(after: "52;c;") { clipboard = text }
    case .csi("t") where sequence.parameters == [22, 2]: keptTitles.append(title)
    case .csi("t") where sequence.parameters == [23, 2]: title = keptTitles.popLast() ?? title
    case .stringEnd, .brokenOff: break
    case .csi, .other: unknownSequences.append(sequence.text)
    }
  }

  private func setRegion(_ sequence: ReceivedSequence) {
    let first = (sequence.parameter(0) ?? 1) - 1
    let end = sequence.parameter(1) ?? screen.rows
    region = first >= 0 && end <= screen.rows && end - first > 1 ? first..<end : 0..<screen.rows
    move(column: 0, row: 0)
  }

  private static let knownModes: Set<Int> = [7, 25, 1002, 1003, 1004, 1006, 1049, 2004, 2026]

  private func setMode(_ sequence: ReceivedSequence, isOn: Bool) {
    guard let mode = sequence.parameter(0), Self.knownModes.contains(mode) else {
      unknownSequences.append(sequence.text)
      return
    }
    if mode == 1049 { isOn ? coverScreen() : uncoverScreen() }
    if isOn { modes.insert(mode) } else { modes.remove(mode) }
  }

  private func coverScreen() {
    guard covered == nil else { return }
    covered = (screen.grid, column, row)
    erase(columns: 0..<screen.columns, rows: 0..<screen.rows)
  }

  private func uncoverScreen() {
    guard let (grid, column, row) = covered else { return }
    covered = nil
    screen.grid = grid
    move(column: column, row: row)
  }
}
