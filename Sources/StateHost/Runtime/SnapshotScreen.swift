internal import HostSurface
internal import HostSystem
internal import HostTerminal

/// A screen of which one frame is kept, as text or as a picture.
final class SnapshotScreen: Screen {
  private let frame: Frame
  private var compositor: Compositor

  init(columns: Int, rows: Int, colours: TerminalColours, depth: ColourDepth, pool: GraphemePool) {
    frame = Frame(columns: columns, rows: rows, pool: pool)
    compositor = Compositor(depth: depth, theme: colours.theme, terminal: colours)
  }

  var size: (columns: Int, rows: Int) { (frame.columns, frame.rows) }
  var input: CInt? { nil }
  var isVisible: Bool { true }
  var isBehind: Bool { false }
  var nextDeadline: Int64? { nil }

  func read(atNanoseconds now: Int64, into events: inout [InputEvent]) -> Bool { true }
  func expire(atNanoseconds now: Int64, into events: inout [InputEvent]) {}
  func flush() -> Bool { true }
  func learn(_ reply: TerminalReply) -> Bool { false }
  func sizeChanged() {}
  func suspend() { _ = host_signals_suspend() }
  func resume() {}
  func end() {}

  func show(_ stage: Stage) -> Bool {
    stage.compose(onto: frame, with: &compositor)
    return true
  }

  /// The frame shown last.
  ///
  /// - Parameters:
  ///   - isPicture: as an SVG, else as rows of text.
  ///   - title: what the picture is called.
  /// - Returns: the whole file.
  func contents(isPicture: Bool, title: String) -> String {
    isPicture
      ? SVGPicture(terminal: compositor.terminal, title: title).render(frame)
      : frame.text.joined(separator: "\n") + "\n"
  }
}
