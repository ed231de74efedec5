import ChildPluginKit

/// The bundled plugin component for the state `empty`, by default in the host's process: shows that
/// there are no rows, for which command or file, and reloads at a key.
final class EmptyChild: ChildPlugin {
  static let descriptor = ChildDescriptor(
    id: "org.statehost.empty", name: "Nothing", vendor: "StateHost", version: "1.0.0",
    description: "A message that there is nothing to show, and how to reload.",
    places: [ChildPlace("empty")], takesFocus: true)

  private static let headline = "Nothing to show"

  private let host: Host
  /// The option that replaces the headline.
  private let text: TextBuffer
  private var title = TextBuffer()
  private var notice = TextBuffer()
  private var hasRead = false

  init(host: Host) {
    self.host = host
    text = TextBuffer(host.option("text") ?? Self.headline)
  }

  func willAppear(animated: Bool) { hasRead = false }

  func draw(on canvas: borrowing Canvas) {
    guard canvas.rows > 0, canvas.columns > 0 else { return }
    read()
    let status = MessageStatusLine(host: host)
    let rows = status.rows(of: canvas)
    let hasTitle = !title.isEmpty && rows >= 2
    let hasNotice = !notice.isEmpty && rows >= 4
    let hasKeys = rows >= 3
    let gap = rows >= 7 ? 1 : 0
    let height = 1 + (hasTitle ? 1 : 0) + (hasNotice ? 1 : 0) + (hasKeys ? 1 + gap : 0)
    status.draw(on: canvas)
    var row = (rows - height) / 2
    drawHeadline(on: canvas, row: row)
    if hasTitle {
      row += 1
      putCentred(title, on: canvas, row: row)
    }
    if hasNotice {
      row += 1
      putCentred(notice, on: canvas, row: row)
    }
    guard hasKeys else { return }
    var keys = [(key: host.quitKey, action: "quit")]
    if canReload { keys.insert((host.reloadKey, "look again"), at: 0) }
    let text = keys.map { $0.key + " " + $0.action }.joined(separator: "  ")
    let columns = min(canvas.columns, text.utf8.count)
    drawKeys(
      keys, on: canvas, column: (canvas.columns - columns) / 2, row: row + 1 + gap, room: columns)
  }

  /// Whether the source can be read again.
  private var canReload: Bool { !(host.content?.isReadOnce ?? false) }

  /// Reads the texts; once there are rows, or a load is running, the previous ones stay.
  private func read() {
    let content = host.content
    let isEmpty = content?.isComplete == true && content?.rows == 0 && content?.failure == nil
    guard !hasRead || isEmpty else { return }
    hasRead = true
    title.clear()
    notice.clear()
    guard let content else { return }
    content.read(.title, into: &title)
    content.read(.notice, into: &notice)
  }

  private func drawHeadline(on canvas: borrowing Canvas, row: Int) {
    let columns = min(canvas.columns, host.columns(of: text) + 2)
    let column = (canvas.columns - columns) / 2
    canvas.put(MessageGlyphs(host).nothing, column: column, row: row, style: Style(.accent))
    putTruncated(
      text, on: canvas, column: column + 2, row: row, room: columns - 2, host: host,
      style: Style(.title, .bold))
  }

  private func putCentred(_ text: TextBuffer, on canvas: borrowing Canvas, row: Int) {
    let columns = min(canvas.columns, host.columns(of: text))
    putTruncated(
      text, on: canvas, column: (canvas.columns - columns) / 2, row: row, room: columns, host: host,
      style: Style(.muted))
  }
}

extension EmptyChild: InputChild {
  func key(_ key: Key) -> Bool {
    guard key.modifiers.isDisjoint(with: [.control, .alt]), key.code == .character("r") else {
      return false
    }
    return host.perform(.reload)
  }
}

extension EmptyChild: KeyHelpChild {
  var keyHelp: [KeyHelp] { canReload ? [KeyHelp(host.reloadKey, "look again")] : [] }
}

extension Host {
  /// The key that loads again; in a pick, letters are text.
  var reloadKey: String { isPick ? "alt-r" : "r" }
  /// The key that ends the run; in a pick, letters are text.
  var quitKey: String { isPick ? "escape" : "q" }
}

extension EmptyChild: AccessibilityChild {
  var accessibilityText: String {
    let title = host.content?.text(.title) ?? ""
    return text.string + (title.isEmpty ? "" : ": " + title)
  }
}
