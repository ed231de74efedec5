// SPDX-License-Identifier: 0BSD (make of it what you like)
// The cursor's row: every column with its name, long texts over several lines, and a search
// in it. It docks beside the rows.
//
// It shows the protocols of the kit, one for each feature, and the container's selection, which
// makes this child and a list independent of each other.
import ChildPluginAPI
import ChildPluginKit

/// The child of this example plugin: shows all columns of the cursor's row, with long texts over
/// several lines and a search in them.
final class DetailsChild: ChildPlugin, LayoutChild, SelectionChild, ContentChild, InputChild,
  SavedStateChild, KeyHelpChild, ChildPluginKit.AccessibilityChild
{
  static let descriptor = ChildDescriptor(
    id: "com.example.details", name: "Details", vendor: "StateHost", version: "2.0.0",
    description: "All of the row that the user is on.",
    places: [ChildPlace("content", place: 10, dock: Dock(.right, .percent(50), minimum: 20))],
    takesFocus: true)

  /// The maximum number of bytes of a text.
  private static let mostBytes = 16384

  private let host: Host
  private var row: Int?
  private var fields: [Field] = []
  private var lines: [Line] = []
  private var size = (columns: 0, rows: 0)
  /// The first column of the texts, after the names and the border.
  private var left = 2
  /// The first visible line.
  private var top = 0
  /// The text to find; empty for none.
  private var wanted = ""
  private var isTyping = false

  init?(host: Host) {
    self.host = host
  }

  // MARK: Content

  func willAppear(animated: Bool) { read() }
  func selectionDidChange() { read() }
  func contentDidChange() { read() }

  /// Reads the cursor's row; the first row if there is none.
  private func read() {
    let chosen = host.selection.map(\.row) ?? 0
    if chosen != row { top = 0 }
    row = chosen
    fields = []
    if let content = host.content, let row = chosen {
      let columns = content.columns > 0 ? (0..<content.columns).map(Optional.some) : [nil]
      fields = columns.map { Field(column: $0, row: row, of: content, limit: Self.mostBytes) }
    }
    look()
    wrap()
    // Without a row there is nothing to show.
    host.collapse(fields.isEmpty)
  }

  func resized(columns: Int, rows: Int) {
    size = (columns, rows)
    wrap()
  }

  private func wrap() {
    lines = []
    let widest = fields.map { host.columns(of: $0.name) }.max() ?? 0
    left = widest == 0 ? 2 : 2 + min(widest, size.columns / 3) + 2
    let width = max(1, size.columns - left)
    for (index, field) in fields.enumerated() {
      for bytes in field.text.wrapped(to: width, measuredBy: host) {
        lines.append(Line(field: index, bytes: bytes))
      }
    }
    top = max(0, min(top, lines.count - room))
  }

  /// The rows for fields; the last row is for the text to find.
  private var room: Int { max(1, size.rows - (wanted.isEmpty && !isTyping ? 0 : 1)) }

  // MARK: Drawing

  func draw(on canvas: borrowing Canvas) {
    let plain = Style(.text, on: .terminalDefault)
    canvas.fill(style: plain)
    canvas.fill(
      columns: 1, with: host.terminal.hasUTF8 ? "│" : "|",
      style: Style(.border, on: .terminalDefault))
    for (row, line) in lines[min(top, lines.count)...].prefix(room).enumerated() {
      if line.bytes.lowerBound == 0 {
        canvas.put(
          fields[line.field].name, column: 2, row: row, width: left - 4,
          style: Style(.title, on: .terminalDefault, .bold))
      }
      draw(line, row: row, plain: plain, on: canvas)
    }
    if isTyping || !wanted.isEmpty { drawFind(on: canvas) }
  }

  private func draw(_ line: Line, row: Int, plain: Style, on canvas: borrowing Canvas) {
    let field = fields[line.field]
    var column = left
    var place = line.bytes.lowerBound
    for match in field.matches where match.overlaps(line.bytes) {
      let match = match.clamped(to: line.bytes)
      column += canvas.put(
        field.text, bytes: place..<match.lowerBound, column: column, row: row, style: plain)
      column += canvas.put(
        field.text, bytes: match, column: column, row: row,
        style: Style(.selectionText, on: .selectionBackground))
      place = match.upperBound
    }
    canvas.put(
      field.text, bytes: place..<line.bytes.upperBound, column: column, row: row, style: plain)
  }

  private func drawFind(on canvas: borrowing Canvas) {
    let row = canvas.rows - 1
    let muted = Style(.muted, on: .terminalDefault)
    var column = 2 + canvas.put("find: ", column: 2, row: row, style: muted)
    column += canvas.put(
      wanted, column: column, row: row, style: Style(.accent, on: .terminalDefault))
    if isTyping { canvas.showCursor(column: column, row: row) }
    canvas.put("\(matchCount) found", column: column + 2, row: row, style: muted)
  }

  // MARK: Keys

  func key(_ key: Key) -> Bool {
    guard key.modifiers.isEmpty else { return false }
    guard isTyping ? type(key) : act(on: key) else { return false }
    host.invalidate()
    return true
  }

  /// Handles keys that a list does not use; an unused key goes on to it.
  private func act(on key: Key) -> Bool {
    switch key.code {
    case .character("<"): top = max(0, top - 1)
    case .character(">"): top = max(0, min(top + 1, lines.count - room))
    case .character("f"):
      isTyping = true
      wanted = ""
      look()
    case .character("F") where matchCount > 0: showMatch(from: top + room)
    default: return false
    }
    return true
  }

  private func type(_ key: Key) -> Bool {
    switch key.code {
    case .enter: isTyping = false
    case .escape:
      isTyping = false
      wanted = ""
    case .backspace: wanted = String(wanted.dropLast())
    default:
      guard !key.text.isEmpty else { return false }
      wanted += key.text
    }
    look()
    if key.code != .enter { showMatch(from: 0) }
    return true
  }

  // MARK: Finding

  private var matchCount: Int { fields.reduce(0) { $0 + $1.matches.count } }

  private func look() {
    for index in fields.indices { fields[index].look(for: wanted) }
  }

  /// Scrolls to the next line with a match, around the end, unless it is visible.
  private func showMatch(from line: Int) {
    let places = lines.indices.filter { index in
      fields[lines[index].field].matches.contains { lines[index].bytes.contains($0.lowerBound) }
    }
    guard let place = places.first(where: { $0 >= line }) ?? places.first else { return }
    if !(top..<top + room).contains(place) { top = max(0, min(place, lines.count - room)) }
  }

  var keyHelp: [KeyHelp] {
    guard !isTyping else { return [KeyHelp("enter", "keep"), KeyHelp("escape", "end")] }
    let next = matchCount > 0 ? [KeyHelp("F", "next")] : []
    return [KeyHelp("< >", "scroll"), KeyHelp("f", "find in row")] + next
  }

  // MARK: State and text

  func save() -> [UInt8] { Array(wanted.utf8.prefix(1024)) }

  func restore(_ state: [UInt8]) -> Bool {
    guard let text = String(validating: state, as: UTF8.self), state.count <= 1024 else {
      return false
    }
    wanted = text
    return true
  }

  var accessibilityText: String {
    guard let row else { return "no row" }
    return "row \(row + 1), \(lines.count) lines"
  }
}

/// A line of the wrapped texts: the index of a field, and a range of its text's bytes.
private struct Line {
  let field: Int
  let bytes: Range<Int>
}

/// The plugin's entry.
@c @implementation
public func childplugin_entry(_ major: UInt32, _ minor: UInt32) -> PluginEntry {
  exportPlugin(DetailsChild.self)
}
