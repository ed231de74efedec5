import ChildPluginKit

/// The bundled component for `loading`, in the host's process by default: a spinner, or a bar for
/// known progress, with details; draws nothing once rows exist, unless its option `text` is set.
final class LoadingChild: ChildPlugin {
  static let descriptor = ChildDescriptor(
    id: "org.statehost.loading", name: "Loading", vendor: "StateHost", version: "1.0.0",
    description: "A spinner or a progress bar, with details of the load.",
    places: [ChildPlace("loading", place: 10)])

  private let host: Host
  /// The option that replaces the title.
  private let text: String?
  private var appearedNanoseconds: Int64 = 0
  private var progress = LoadingProgress()

  init(host: Host) {
    self.host = host
    text = host.option("text")
  }

  func timing(appearing: Bool) -> Timing? {
    Timing(duration: appearing ? .milliseconds(350) : .milliseconds(200))
  }

  func willAppear(animated: Bool) {
    appearedNanoseconds = host.nowNanoseconds
    wakeForNextChange()
  }

  func didDisappear(animated: Bool) { host.stopWaking() }

  /// Draws nothing once there are rows, which another child shows, unless the option `text` is set.
  func draw(on canvas: borrowing Canvas) {
    if text == nil, let content = host.content, content.rows > 0 { return }
    readProgress(at: canvas.timeNanoseconds)
    let glyphs = LoadingGlyphs(for: host.terminal)
    LoadingBox(host: host, progress: progress, glyphs: glyphs).draw(on: canvas)
  }

  private func readProgress(at timeNanoseconds: Int64) {
    progress.read(
      host.content, text: text, appearedNanoseconds: appearedNanoseconds,
      timeNanoseconds: timeNanoseconds)
  }

  /// The spinner changes ten times a second, the elapsed time once.
  private func wakeForNextChange() {
    readProgress(at: host.nowNanoseconds)
    let hasSpinner = progress.fraction == nil && !host.terminal.reducesMotion
    let wait =
      hasSpinner
      ? Self.remainder(of: LoadingProgress.frameNanoseconds, after: progress.spinnerNanoseconds)
      : Self.remainder(of: 1_000_000_000, after: progress.elapsedNanoseconds)
    host.wake(after: .nanoseconds(wait))
  }

  private static func remainder(of interval: Int64, after nanoseconds: Int64) -> Int64 {
    interval - nanoseconds % interval
  }
}

extension LoadingChild: WakeChild {
  func woke() { wakeForNextChange() }
}

extension LoadingChild: AccessibilityChild {
  var accessibilityText: String {
    readProgress(at: host.nowNanoseconds)
    var line = "Loading"
    if !progress.title.isEmpty { line += " " + progress.title.string }
    for detail in [progress.percent, progress.elapsed, progress.rows, progress.bytes]
    where !detail.isEmpty {
      line += ", " + detail.string
    }
    return progress.rows.isEmpty ? line : line + " so far"
  }
}
