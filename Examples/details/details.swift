// The rows at the left, and at the right every column of the chosen one by its name: for tables that
// are wider than the terminal.
//
// What to see here: the protocols of the kit, one for each thing that the child can do, and a place
// that is kept when rows are loaded anew.
import ChildPluginAPI
import ChildPluginKit

final class DetailsChild: ChildPlugin, InputChild, SavedStateChild, KeyHelpChild,
  ChildPluginKit.AccessibilityChild
{
  static let descriptor = ChildDescriptor(
    id: "org.statehost.example.details", name: "Details", vendor: "StateHost", version: "1.0.0",
    description: "The rows, and all columns of the chosen one.",
    places: [ChildPlace("content", insteadOfBundled: true)], takesFocus: true)

  private let host: Host
  private var chosen = 0
  private var buffer = TextBuffer()

  init?(host: Host) {
    self.host = host
  }

  // MARK: Drawing

  func draw(on canvas: borrowing Canvas) {
    guard let content = host.content, content.rows > 0 else { return }
    let chosen = min(chosen, content.rows - 1)
    // A row that is one text needs more room to be told from others than a first column does.
    let width = max(8, content.columns > 0 ? canvas.columns / 3 : canvas.columns / 2)
    let top = max(0, min(chosen - canvas.rows / 2, content.rows - canvas.rows))
    for line in 0..<min(canvas.rows, content.rows - top) {
      let row = top + line
      let style =
        row == chosen ? Style(.selectionText, on: .selectionBackground) : Style()
      content.read(row: row, column: content.columns > 0 ? 0 : nil, into: &buffer, limit: 256)
      canvas.fill(column: 0, row: line, columns: width, rows: 1, style: style)
      canvas.put(buffer, column: 1, row: line, width: width - 2, style: style)
    }
    canvas.fill(
      column: width, row: 0, columns: 1, rows: canvas.rows,
      with: host.terminal.hasUTF8 ? "│" : "|", style: Style(.border))
    drawDetails(of: chosen, in: content, from: width + 2, on: canvas)
  }

  /// A line a column, names and values side by side; a row that is one text goes on over lines.
  private func drawDetails(
    of row: Int, in content: Content, from left: Int, on canvas: borrowing Canvas
  ) {
    let room = canvas.columns - left
    guard content.columns > 0, room > 0 else {
      content.read(row: row, into: &buffer, limit: 4096)
      return drawWrapped(buffer.string, from: left, width: room, on: canvas)
    }
    var names: [(text: TextBuffer, width: Int)] = []
    for column in 0..<min(content.columns, canvas.rows) {
      var name = TextBuffer("")
      _ = content.column(column, name: &name)
      names.append((name, host.columns(of: name.string)))
    }
    let widest = min(names.map(\.width).max() ?? 0, room / 2)
    for (line, name) in names.enumerated() {
      canvas.put(name.text, column: left, row: line, width: widest, style: Style(.title, .bold))
      content.read(row: row, column: line, into: &buffer, limit: 4096)
      canvas.put(buffer, column: left + widest + 2, row: line)
    }
  }

  private func drawWrapped(_ text: String, from left: Int, width: Int, on canvas: borrowing Canvas)
  {
    var rest = text[...]
    for row in 0..<canvas.rows where !rest.isEmpty {
      var room = width
      let line = rest.prefix { character in
        room -= host.columns(of: String(character))
        return room >= 0
      }
      guard !line.isEmpty else { return }
      canvas.put(String(line), column: left, row: row)
      rest = rest.dropFirst(line.count)
    }
  }

  // MARK: Keys

  func key(_ key: Key) -> Bool {
    guard key.modifiers.isEmpty, let rows = host.content?.rows, rows > 0 else { return false }
    switch key.code {
    case .up: chosen = max(0, min(chosen, rows - 1) - 1)
    case .down: chosen = min(rows - 1, chosen + 1)
    case .home: chosen = 0
    case .end: chosen = rows - 1
    case .enter: return host.perform(.acceptRow(min(chosen, rows - 1)))
    default: return false
    }
    host.invalidate()
    return true
  }

  var keyHelp: [KeyHelp] {
    [KeyHelp("up down", "choose"), KeyHelp("enter", "take")]
  }

  // MARK: State and words

  func save() -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: chosen >> ($0 * 8)) }
  }

  func restore(_ state: [UInt8]) -> Bool {
    guard state.count == 8, state[7] == 0 else { return false }
    chosen = state.reversed().reduce(0) { $0 << 8 | Int($1) }
    return true
  }

  var accessibilityText: String {
    guard let content = host.content, content.rows > 0 else { return "no rows" }
    return "row \(min(chosen, content.rows - 1) + 1) of \(content.rows)"
  }
}

/// What the host looks for.
@c @implementation
public func childplugin_entry(_ major: UInt32, _ minor: UInt32) -> PluginEntry {
  exportPlugin(DetailsChild.self)
}
