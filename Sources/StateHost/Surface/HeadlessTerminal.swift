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
  package private(set) var isAlternateScreen = false
  /// Whether a synchronized update has begun and not ended.
  package private(set) var isUpdating = false
  /// Whether the style is plain and the whole screen the scroll region, as between frames.
  package var isAtRest: Bool { style == Style.plain && region == 0..<screen.rows && !isUpdating }

  private var row = 0
  private var column = 0
  /// The last column was written: the next grapheme goes to the next line.
  private var isWrapPending = false
  private var wraps = true
  private var isCursorVisible = true
  private var style = Style.plain
  private var region: Range<Int>

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
        apply(ControlSequence(span, at: &index))
      } else {
        control(span[index])
        index += 1
      }
    }
    showCursor()
  }

  package func apply(_ text: String) { apply(Array(text.utf8)) }

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
    if wraps, isWrapPending || column + cluster.width > screen.columns {
      column = 0
      lineFeed()
    }
    isWrapPending = false
    let width = min(cluster.width, screen.columns - column)
    var cell = Cell(
      width < cluster.width ? .replacement : screen.pool.intern(cluster), width: width,
      foreground: style.foreground, background: style.background, attributes: style.attributes)
    if cell.isBlank { cell = cell.cut }
    screen.grid.place(cell, column: column, row: row)
    column += width
    if column == screen.columns {
      column -= 1
      isWrapPending = true
    }
  }

  private func control(_ byte: UInt8) {
    switch byte {
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
    screen.cursor = isCursorVisible ? CellPlace(column: column, row: row) : nil
  }
}

extension HeadlessTerminal {
  private func apply(_ sequence: ControlSequence) {
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
    case .csi("m"): style.apply(sequence.parameters)
    case .csi("r"): setRegion(sequence)
    case .csi("?h"): setMode(sequence, isOn: true)
    case .csi("?l"): setMode(sequence, isOn: false)
    case .csi, .other: unknownSequences.append(sequence.text)
    }
  }

  private func setRegion(_ sequence: ControlSequence) {
    let first = (sequence.parameter(0) ?? 1) - 1
    let end = sequence.parameter(1) ?? screen.rows
    region = first >= 0 && end <= screen.rows && end - first > 1 ? first..<end : 0..<screen.rows
    move(column: 0, row: 0)
  }

  private func setMode(_ sequence: ControlSequence, isOn: Bool) {
    switch sequence.parameter(0) {
    case 7: wraps = isOn
    case 25: isCursorVisible = isOn
    case 1049: isAlternateScreen = isOn
    case 2026: isUpdating = isOn
    case 1002, 1004, 1006, 2004: break
    default: unknownSequences.append(sequence.text)
    }
  }
}
