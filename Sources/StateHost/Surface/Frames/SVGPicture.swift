internal import HostText

/// A frame as a picture: one standalone SVG of monospaced text.
package struct SVGPicture {
  /// What stands for the terminal's own colours.
  package var terminal: TerminalColours
  /// Told to those who cannot see the picture.
  package var title: String

  private static let cellWidth = 8.4
  private static let cellHeight = 18.0
  private static let margin = 14.0
  private static let baseline = 13.5

  package init(terminal: TerminalColours = .dark, title: String = "Terminal") {
    self.terminal = terminal
    self.title = title
  }

  /// The SVG document.
  package func render(_ frame: Frame) -> String {
    let width = Double(frame.columns) * Self.cellWidth + 2 * Self.margin
    let height = Double(frame.rows) * Self.cellHeight + 2 * Self.margin
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(width))" \
      height="\(number(height))" viewBox="0 0 \(number(width)) \(number(height))" role="img" \
      font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
      <title>\(escaped(HarmlessText.cleanLine(title)))</title>
      <rect width="100%" height="100%" rx="8" fill="#\(hexadecimal(terminal.background))"/>

      """
    for row in 0..<frame.rows {
      for run in runs(of: frame, row: row) { svg += background(run, row: row) }
    }
    for row in 0..<frame.rows {
      for run in runs(of: frame, row: row) { svg += text(run, row: row) }
    }
    return svg + "</svg>\n"
  }

  /// Cells side by side that look the same.
  private struct Run {
    var columns: Range<Int>
    var style: Cell
    /// Without the spaces at the end.
    var text = ""
    var textColumns = 0
    var spaces = 0

    init(at column: Int, style: Cell) {
      columns = column..<column
      self.style = style
    }

    /// Whether the cell, which is next to it, can go with it.
    func takes(_ cell: Cell) -> Bool {
      if cell.width != 1 || style.width != 1 { return false }
      if style.hasStyle(of: cell) { return true }
      return cell.isBlank && cell.background == style.background
        && style.attributes.isDisjoint(with: .visibleOnBlank)
    }

    mutating func append(_ cell: Cell, text: String) {
      columns = columns.lowerBound..<columns.upperBound + cell.width
      if cell.isBlank {
        spaces += 1
      } else {
        self.text += String(repeating: " ", count: spaces) + text
        spaces = 0
        textColumns = columns.count
      }
    }
  }

  private func runs(of frame: Frame, row: Int) -> [Run] {
    var runs: [Run] = []
    for column in 0..<frame.columns {
      let cell = frame.grid[column, row]
      if cell.isContinuation { continue }
      var bytes: [UInt8] = []
      frame.pool.append(cell.grapheme == .none ? .space : cell.grapheme, to: &bytes)
      if runs.last?.takes(cell) != true { runs.append(Run(at: column, style: cell)) }
      runs[runs.count - 1].append(cell, text: String(decoding: bytes, as: UTF8.self))
    }
    return runs
  }

  private func background(_ run: Run, row: Int) -> String {
    let colour = colours(of: run.style).background
    guard colour != terminal.background else { return "" }
    return """
      <rect x="\(number(x(run.columns.lowerBound)))" y="\(number(y(row)))" \
      width="\(number(Double(run.columns.count) * Self.cellWidth))" \
      height="\(number(Self.cellHeight))" fill="#\(hexadecimal(colour))"/>

      """
  }

  private func text(_ run: Run, row: Int) -> String {
    guard !run.text.isEmpty else { return "" }
    return """
      <text x="\(number(x(run.columns.lowerBound)))" y="\(number(y(row) + Self.baseline))" \
      textLength="\(number(Double(run.textColumns) * Self.cellWidth))" xml:space="preserve" \
      fill="#\(hexadecimal(colours(of: run.style).foreground))"\(attributes(run.style))>\
      \(escaped(run.text))</text>

      """
  }

  private func attributes(_ cell: Cell) -> String {
    var text = ""
    if cell.attributes.contains(.bold) { text += " font-weight=\"bold\"" }
    if cell.attributes.contains(.italic) { text += " font-style=\"italic\"" }
    if cell.attributes.contains(.dim) { text += " opacity=\"0.6\"" }
    switch (cell.attributes.contains(.underline), cell.attributes.contains(.strike)) {
    case (true, true): text += " text-decoration=\"underline line-through\""
    case (true, false): text += " text-decoration=\"underline\""
    case (false, true): text += " text-decoration=\"line-through\""
    case (false, false): break
    }
    return text
  }

  private func colours(of cell: Cell) -> (foreground: UInt32, background: UInt32) {
    let foreground = value(cell.foreground, terminal.foreground)
    let background = value(cell.background, terminal.background)
    return cell.attributes.contains(.reverse) ? (background, foreground) : (foreground, background)
  }

  private func value(_ colour: Colour, _ own: UInt32) -> UInt32 {
    switch colour.kind {
    case .rgb: colour.value
    case .indexed: Palette.colour(of: UInt8(truncatingIfNeeded: colour.value))
    case .default, .transparent, .role: own
    }
  }

  private func x(_ column: Int) -> Double { Self.margin + Double(column) * Self.cellWidth }
  private func y(_ row: Int) -> Double { Self.margin + Double(row) * Self.cellHeight }

  /// A length with one decimal.
  private func number(_ value: Double) -> String {
    let tenths = Int(value * 10 + 0.5)
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private func hexadecimal(_ value: UInt32) -> String { ColourValue.hexadecimal(value) }

  private func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
