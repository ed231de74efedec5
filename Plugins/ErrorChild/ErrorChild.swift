import ChildPluginKit

/// The bundled plugin component for the state `error`, by default in the host's process: shows the
/// failure, its cause and the end of standard error, which scrolls, and retries at a key.
final class ErrorChild: ChildPlugin {
  static let descriptor = ChildDescriptor(
    id: "org.statehost.error", name: "Error", vendor: "StateHost", version: "1.0.0",
    description: "What failed, why, and how to try again.",
    places: [ChildPlace("error")], takesFocus: true)

  private let host: Host
  private var text = ErrorText()
  /// How many lines standard error is scrolled up from its end.
  private var linesFromEnd = 0
  /// How many lines of standard error the last draw showed.
  private var visible = 1

  init(host: Host) { self.host = host }

  func willAppear(animated: Bool) {
    linesFromEnd = 0
    text.invalidate()
  }

  func draw(on canvas: borrowing Canvas) {
    text.read(host.content, host: host)
    let columns = ErrorLayout.columns(of: canvas.columns, for: text.detail.columns)
    let status = MessageStatusLine(host: host)
    let rows = status.rows(of: canvas)
    let isFramed = ErrorLayout.canFrame(columns: canvas.columns, rows: rows)
    text.wrap(
      columns: columns - 2, detailColumns: isFramed ? columns - 4 : columns, host: host)
    let layout = ErrorLayout(
      size: (canvas.columns, rows), columns: columns, causeLines: text.cause.lines.count,
      hasEnding: !text.ending.isEmpty, hasRemedy: !text.remedy.isEmpty,
      blockLines: text.detail.lines.count)
    visible = max(1, layout.textRows.count)
    ErrorDrawing(
      host: host, glyphs: MessageGlyphs(host), text: text, layout: layout,
      firstLine: max(0, text.detail.lines.count - visible - clampedLinesFromEnd)
    ).draw(on: canvas)
    status.draw(on: canvas)
  }

  private var clampedLinesFromEnd: Int {
    max(0, min(linesFromEnd, text.detail.lines.count - visible))
  }

  private func scroll(by lines: Int) -> Bool {
    linesFromEnd = clampedLinesFromEnd - max(-1 << 30, min(1 << 30, lines))
    linesFromEnd = clampedLinesFromEnd
    host.invalidate()
    return true
  }
}

extension ErrorChild: InputChild {
  func key(_ key: Key) -> Bool {
    guard key.modifiers.isDisjoint(with: [.control, .alt]) else { return false }
    return switch key.code {
    case .character("r"): host.perform(.reload)
    case .up, .character("k"): scroll(by: -1)
    case .down, .character("j"): scroll(by: 1)
    case .pageUp, .character("b"): scroll(by: -max(1, visible - 1))
    case .pageDown, .character(" "): scroll(by: max(1, visible - 1))
    case .home, .character("g"): scroll(by: -1 << 30)
    case .end, .character("G"): scroll(by: 1 << 30)
    default: false
    }
  }

  func mouse(_ mouse: Mouse) -> Bool {
    guard case .wheel(let lines) = mouse.kind else { return false }
    return scroll(by: lines)
  }
}

extension ErrorChild: KeyHelpChild {
  var keyHelp: [KeyHelp] {
    let scrolls = text.detail.lines.count > visible
    let canRetry = text.hasFailed && !(host.content?.isReadOnce ?? false)
    return (canRetry ? [KeyHelp(host.reloadKey, "try again")] : [])
      + (scrolls ? [KeyHelp("up/down", "scroll")] : [])
  }
}

extension ErrorChild: AccessibilityChild {
  var accessibilityText: String {
    text.read(host.content, host: host)
    let parts = [text.title, text.cause.text, text.ending].filter { !$0.isEmpty }
    return (text.hasFailed ? "Error: " : "No error: ")
      + parts.map { $0.string }.joined(separator: ", ")
  }
}
