internal import HostPlugins
internal import HostSurface
internal import HostText
internal import HostWorkers
internal import StateContainer

/// The host's child in place of a plugin's that failed or could not be created in its worker: draws
/// what failed, why, and when or by which key it restarts; takes no input; keeps the saved state.
final class FailureNotice: HostedChild {
  let type: ChildType
  /// The last line: what happens next.
  var outlook = "R starts it again"

  /// The index of this notice, and the number of notices.
  var place = (index: 0, count: 1)

  private let title: String
  /// The title without the plugin's id, for a layer that is too narrow for both.
  private let shortTitle: String
  private let details: [String]
  private let insets: CellInsets
  private let saved: [UInt8]?

  init(
    for type: ChildType, of file: String, _ failure: WorkerFailure, place: CellInsets,
    saved: [UInt8]?
  ) {
    var withoutFocus = type
    withoutFocus.takesFocus = false
    self.type = withoutFocus
    self.insets = place
    self.saved = saved
    // The failed call may have been to another child of the same plugin.
    let culprit = failure.culprit.flatMap { $0 == type.id ? nil : HarmlessText.cleanLine($0) }
    title = "\(culprit ?? type.quotedName): \(failure.what)"
    shortTitle = "\(culprit ?? type.shortQuotedName): \(failure.what)"
    details =
      [HarmlessText.cleanLine(file)]
      + failure.lines.map { "says \(HarmlessText.quoted($0, limit: 200))" }
    if !failure.isOfPlugin { outlook = "\(failure.remedy); R tries it again" }
  }

  var follows: HandledEvents { HandledEvents() }

  func send(_ event: ChildEvent) {}
  func report(_ fault: ChildFault.Kind) {}
  func restore(_ state: [UInt8]) {}
  func destroy() {}
  func offer(_ input: ChildInput, drawingInto layer: Layer?) -> InputAnswer { .unused }

  /// The notice appears without a transition.
  func timing(appearing: Bool) -> TransitionTiming {
    TransitionTiming(delayNanoseconds: 0, durationNanoseconds: 0, curve: .linear, effect: .still)
  }

  func insets(columns: Int, rows: Int) -> CellInsets { insets }
  func keyHelp() -> [KeyHelpItem] { [KeyHelpItem(key: "R", action: "restart \(type.shortName)")] }
  func accessibilityText() -> String? { title }
  func saveState() -> [UInt8]? { saved }

  func draw(into layer: Layer, timeNanoseconds: Int64) {
    layer.clear()
    // Each notice has its own rows.
    let first = layer.rows * place.index / place.count
    let count = layer.rows * (place.index + 1) / place.count - first
    let room = max(0, layer.columns - 4)
    let title = TextWidth.columns(of: title) <= room ? title : shortTitle
    let lines = [title] + details.prefix(max(0, count - 2)) + (count > 1 ? [outlook] : [])
    let width = min(lines.map { TextWidth.columns(of: $0) }.max() ?? 0, room)
    let isFramed = count >= lines.count + 2
    let box = CellRectangle(
      column: (layer.columns - width) / 2 - 2,
      row: first + max(0, (count - lines.count) / 2 - (isFramed ? 1 : 0)),
      columns: width + 4, rows: lines.count + (isFramed ? 2 : 0))
    layer.fill(box, style: Style(background: .default))
    for (index, line) in lines.enumerated() {
      let role: ThemeRole = index == 0 ? .error : index == lines.count - 1 ? .accent : .muted
      layer.put(
        line, column: box.column + 2, row: box.row + (isFramed ? 1 : 0) + index,
        style: Style(foreground: .role(role), background: .default), maximumColumns: width)
    }
  }
}
