internal import HostText

/// The renderer of a frame of terminal cells as a standalone SVG document of monospaced text,
/// without links, for `--snapshot` with a file named `.svg`.
package struct SVGRenderer {
  /// The colours for `default` text and background.
  package var terminal: TerminalColours
  /// The accessible title.
  package var title: String

  private static let cellWidth = 8.4
  private static let cellHeight = 18.0
  private static let margin = 14.0
  private static let baseline = 13.5

  package init(terminal: TerminalColours = .dark, title: String = "Terminal") {
    self.terminal = terminal
    self.title = title
  }

  package func render(_ frame: Frame) -> String {
    let width = Double(frame.columns) * Self.cellWidth + 2 * Self.margin
    let height = Double(frame.rows) * Self.cellHeight + 2 * Self.margin
    var svg = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(number(width))" \
      height="\(number(height))" viewBox="0 0 \(number(width)) \(number(height))" role="img" \
      font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="14">
      <title>\(Self.escaped(HarmlessText.cleanLine(title)))</title>
      <rect width="100%" height="100%" rx="8" fill="#\(RGB.hexadecimal(terminal.background))"/>

      """
    for row in 0..<frame.rows {
      for run in runs(of: frame, row: row) { svg += background(run, row: row) }
    }
    for row in 0..<frame.rows {
      for run in runs(of: frame, row: row) { svg += text(run, row: row) }
    }
    return svg + "</svg>\n"
  }

  /// Adjacent cells of one row of a frame that have the same style, drawn as one SVG text.
  private struct Run {
    var columns: Range<Int>
    var style: Cell
    /// The text without trailing spaces.
    var text = ""
    var textColumns = 0
    var spaces = 0

    init(at column: Int, style: Cell) {
      columns = column..<column
      self.style = style
    }

    /// Whether the next cell can be part of the run.
    func accepts(_ cell: Cell) -> Bool {
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
      if runs.last?.accepts(cell) != true { runs.append(Run(at: column, style: cell)) }
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
      height="\(number(Self.cellHeight))" fill="#\(RGB.hexadecimal(colour))"/>

      """
  }

  private func text(_ run: Run, row: Int) -> String {
    guard !run.text.isEmpty else { return "" }
    return """
      <text x="\(number(x(run.columns.lowerBound)))" y="\(number(y(row) + Self.baseline))" \
      textLength="\(number(Double(run.textColumns) * Self.cellWidth))" xml:space="preserve" \
      fill="#\(RGB.hexadecimal(colours(of: run.style).foreground))"\(attributes(run.style))>\
      \(Self.escaped(run.text))</text>

      """
  }

  private func attributes(_ cell: Cell) -> String {
    var text = ""
    if cell.attributes.contains(.bold) { text += " font-weight=\"bold\"" }
    if cell.attributes.contains(.italic) { text += " font-style=\"italic\"" }
    if cell.attributes.contains(.dim) { text += " opacity=\"0.6\"" }
    let lines =
      (cell.attributes.contains(.underline) ? ["underline"] : [])
      + (cell.attributes.contains(.strike) ? ["line-through"] : [])
    return lines.isEmpty ? text : text + " text-decoration=\"\(lines.joined(separator: " "))\""
  }

  private func colours(of cell: Cell) -> (foreground: UInt32, background: UInt32) {
    let foreground = cell.foreground.rgbValue(or: terminal.foreground)
    let background = cell.background.rgbValue(or: terminal.background)
    return cell.attributes.contains(.reverse) ? (background, foreground) : (foreground, background)
  }

  private func x(_ column: Int) -> Double { Self.margin + Double(column) * Self.cellWidth }
  private func y(_ row: Int) -> Double { Self.margin + Double(row) * Self.cellHeight }

  /// A length with one decimal.
  private func number(_ value: Double) -> String {
    let tenths = Int(value * 10 + 0.5)
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// Text with XML's special characters escaped.
  package static func escaped(_ text: String) -> String {
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
