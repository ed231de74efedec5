import ChildPluginKit

/// That there is nothing, what was asked, and how to look again.
final class EmptyChild: ChildPlugin {
  static let descriptor = ChildDescriptor(
    id: "org.statehost.empty", name: "Nothing", vendor: "StateHost", version: "1.0.0",
    description: "That there is nothing, what was asked, and how to look again.",
    places: [ChildPlace("empty")], takesFocus: true)

  private static let headline = "Nothing to show"

  private let host: Host
  /// What the user's states file has it say in place of the headline.
  private let text: TextBuffer
  private var asked = TextBuffer()
  private var notice = TextBuffer()
  private var hasRead = false

  init(host: Host) {
    self.host = host
    text = TextBuffer(host.option("text") ?? Self.headline)
  }

  func willAppear(animated: Bool) { hasRead = false }

  func draw(on canvas: borrowing Canvas) {
    guard canvas.rows > 0, canvas.columns > 0 else { return }
    let glyphs = MessageGlyphs(hasUTF8: host.terminal.hasUTF8)
    read()
    let asks = !asked.isEmpty && canvas.rows >= 2
    let tells = !notice.isEmpty && canvas.rows >= 4
    let hasKeys = canvas.rows >= 3
    let gap = canvas.rows >= 7 ? 1 : 0
    let height = 1 + (asks ? 1 : 0) + (tells ? 1 : 0) + (hasKeys ? 1 + gap : 0)
    var row = (canvas.rows - height) / 2
    drawHeadline(on: canvas, row: row, glyphs: glyphs)
    if asks {
      row += 1
      putCentred(asked, on: canvas, row: row, glyphs: glyphs, style: Style(.muted))
    }
    if tells {
      row += 1
      putCentred(notice, on: canvas, row: row, glyphs: glyphs, style: Style(.warning))
    }
    guard hasKeys else { return }
    let keys: [(key: String, action: String)] =
      looksAgain ? [("r", "look again"), ("q", "quit")] : [("q", "quit")]
    let columns = min(canvas.columns, (looksAgain ? "r look again  q quit" : "q quit").utf8.count)
    drawKeys(
      keys, on: canvas, column: (canvas.columns - columns) / 2, row: row + 1 + gap, room: columns)
  }

  /// What comes through a pipe comes once.
  private var looksAgain: Bool { !(host.content?.isReadOnce ?? false) }

  /// Where there is something by now, or may be soon, it goes on saying what it said.
  private func read() {
    let content = host.content
    let isStillSo = content?.isComplete == true && content?.rows == 0 && content?.failure == nil
    guard !hasRead || isStillSo else { return }
    hasRead = true
    asked.clear()
    notice.clear()
    guard let content else { return }
    content.read(.title, into: &asked)
    content.read(.notice, into: &notice)
  }

  private func drawHeadline(on canvas: borrowing Canvas, row: Int, glyphs: MessageGlyphs) {
    let columns = min(canvas.columns, host.columns(of: text) + 2)
    let column = (canvas.columns - columns) / 2
    canvas.put(glyphs.nothing, column: column, row: row, style: Style(.accent))
    putCut(
      text, on: canvas, column: column + 2, row: row, room: columns - 2, host: host,
      glyphs: glyphs, style: Style(.title, .bold))
  }

  private func putCentred(
    _ text: TextBuffer, on canvas: borrowing Canvas, row: Int, glyphs: MessageGlyphs, style: Style
  ) {
    let columns = min(canvas.columns, host.columns(of: text))
    putCut(
      text, on: canvas, column: (canvas.columns - columns) / 2, row: row, room: columns,
      host: host, glyphs: glyphs, style: style)
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
  var keyHelp: [KeyHelp] { looksAgain ? [KeyHelp("r", "look again")] : [] }
}

extension EmptyChild: AccessibilityChild {
  var accessibilityText: String {
    let asked = host.content?.text(.title) ?? ""
    return text.string + (asked.isEmpty ? "" : ": " + asked)
  }
}
