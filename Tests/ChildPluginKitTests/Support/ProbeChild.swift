import ChildPluginAPI
import ChildPluginKit
import Testing

/// A child that offers everything and writes down what it hears.
final class ProbeChild: ChildPlugin {
  static let descriptor = ChildDescriptor(
    id: "org.example.probe", name: "Probe", vendor: "Example", version: "1.2.3",
    description: "Writes down what it hears.",
    places: [
      ChildPlace("loading", place: -3), ChildPlace("own", place: 7, insteadOfBundled: true),
      ChildPlace("docked", dock: Dock(.right, .percent(40), minimum: 9)),
    ],
    takesFocus: true, needs: [.network, .run],
    keys: [DefaultKey("f3", state: "own", label: "mine"), DefaultKey("x", state: "loading")],
    options: [
      .text("title", "a", help: "of the text"), .flag("on", true, help: "of the flag"),
      .integer("depth", 3, in: 1...9, help: "of the number"),
      .number("share", in: -0.5...2, help: "of the share"),
      .duration("wait", "5s", inSeconds: 1...60, help: "of the time"),
      .choice("mode", "slow", of: ["fast", "slow"], help: "of the choice"),
    ])

  /// The probe made last; the tests that use it run one after another.
  nonisolated(unsafe) static weak var latest: ProbeChild?
  /// Probes that are alive.
  nonisolated(unsafe) static var alive = 0

  let host: Host
  var heard: [String] = []
  var wantedTiming: Timing?
  var state: [UInt8] = [1, 2, 3]

  init?(host: Host) {
    guard host.option("refuse") == nil else {
      host.log("refused", level: .error)
      return nil
    }
    self.host = host
    unsafe ProbeChild.alive += 1
    unsafe ProbeChild.latest = self
  }

  deinit { unsafe ProbeChild.alive -= 1 }

  func draw(on canvas: borrowing Canvas) {
    heard.append("draw \(canvas.columns)×\(canvas.rows) at \(canvas.timeNanoseconds)")
    let used = canvas.put(
      "日本x", column: 1, row: 0, width: 4, style: Style(.accent, on: .error, .bold))
    heard.append("used \(used)")
    canvas.put("clip", column: -2, row: 1)
    canvas.fill(column: 0, row: 2, columns: 2, rows: 9, with: "#", style: Style(.rgb(1, 2, 3)))
    canvas.put("far", column: .min, row: .max)
    canvas.showCursor(column: 2, row: 1)
    guard canvas.columns > 6 else { return }
    var style = Style(.index(200), on: .none, .underline)
    style.underline = .curly
    style.underlineColour = .rgb(1, 2, 3)
    style.link = canvas.link(to: "https://a.example/")
    canvas.put("L", column: 5, row: 1, style: style)
    canvas.dim(column: 1, row: 1)
  }

  func willAppear(animated: Bool) { heard.append("willAppear \(animated)") }
  func didAppear(animated: Bool) { heard.append("didAppear \(animated)") }
  func willDisappear(animated: Bool) { heard.append("willDisappear \(animated)") }
  func didDisappear(animated: Bool) { heard.append("didDisappear \(animated)") }
  func timing(appearing: Bool) -> Timing? { wantedTiming }
}

extension ProbeChild: LayoutChild {
  var insets: Insets { Insets(top: 1, right: 2, bottom: 3, left: .max) }
  func resized(columns: Int, rows: Int) { heard.append("resized \(columns)×\(rows)") }
}

extension ProbeChild: TransitionChild {
  func transitionWillBegin(appearing: Bool) { heard.append("willBegin \(appearing)") }
  func transitionDidProgress(to progress: Double, appearing: Bool) {
    heard.append("progress \(progress) \(appearing)")
  }
  func transitionDidEnd(appearing: Bool) { heard.append("didEnd \(appearing)") }
}

extension ProbeChild: InputChild {
  func key(_ key: Key) -> Bool {
    heard.append("\(key.code) \(key.modifiers.rawValue) \(key.text)")
    return true
  }
  func mouse(_ mouse: Mouse) -> Bool {
    heard.append("\(mouse.kind) \(mouse.column),\(mouse.row)")
    return true
  }
  func focusDidChange(_ focused: Bool) { heard.append("focus \(focused)") }
}

extension ProbeChild: ContentChild, WakeChild, ThemeChild {
  func contentDidChange() { heard.append("content") }
  func woke() { heard.append("woke") }
  func themeDidChange() { heard.append("theme") }
}

extension ProbeChild: SavedStateChild, KeyHelpChild, AccessibilityChild {
  func save() -> [UInt8] { state }
  func restore(_ state: [UInt8]) -> Bool {
    self.state = state
    return !state.isEmpty
  }
  var keyHelp: [KeyHelp] { (0..<40).map { KeyHelp("key \($0)", "action \($0)") } }
  var accessibilityText: String { "a probe — ∞" }
}

/// A child with nothing but what must be written.
final class PlainChild: ChildPlugin {
  static let descriptor = ChildDescriptor(id: "org.example.probe.plain", name: "Plain")
  init(host: Host) {}
  func draw(on canvas: borrowing Canvas) { canvas.put("plain", column: 0, row: 0) }
}

/// Where an extension of the plugin's own has its table.
var probeTable: UnsafeRawPointer? { unsafe UnsafeRawPointer(bitPattern: 4096) }

/// A probe on a host, and the author's object behind it.
func probe(
  on host: FakeHost = FakeHost()
) throws -> (child: TestChild, probe: ProbeChild) {
  let plugin = try unsafe #require(unsafe probePlugin())
  let child = try unsafe TestChild(plugin, id: ProbeChild.descriptor.id, host: host)
  return (child, try #require(unsafe ProbeChild.latest))
}

/// The plugin that the tests themselves are.
func probePlugin() -> PluginEntry {
  exportPlugin(
    ProbeChild.self, PlainChild.self, sources: [ProbeSource.self],
    begin: { host, path in
      guard let host else { return "a host of 1.0 has none: \(path)" }
      host.log("\(host.name) \(host.version), \(host.columns(of: "ab")) columns", level: .warning)
      return host.hasExtension("org.example.refuses/1") ? "refused" : nil
    },
    extensionTable: { id in unsafe id == "org.example.probe/1" ? probeTable : nil })
}
