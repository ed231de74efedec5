// @name@: a child of StateHost, in Swift. ChildPluginKit does the talking; each of its protocols,
// such as InputChild or WakeChild, adds something that the child can do.
import ChildPluginAPI
import ChildPluginKit

final class @Type@Child: ChildPlugin, ChildPluginKit.AccessibilityChild {
  static let descriptor = ChildDescriptor(
    id: "@id@", name: "@name@", version: "0.1.0",
    description: "Shows how many rows there are, and the first of them.",
    // What it presents. Without insteadOfBundled it lies over the program's own child.
    places: [
      ChildPlace("@state@", insteadOfBundled: true),
    ])

  private let host: Host
  private var line = TextBuffer()

  init?(host: Host) {
    self.host = host
  }

  /// How it comes and goes; nil would be the host's default, a fade of 350 ms.
  func timing(appearing: Bool) -> Timing? {
    Timing(duration: .milliseconds(200), effect: appearing ? .slideUp : .fade)
  }

  /// Draws everything anew; the host asks for it whenever the content or the size has changed.
  func draw(on canvas: borrowing Canvas) {
    canvas.put(summary, column: 1, row: 0, style: Style(.title, .bold))
    guard let content = host.content else { return }
    for row in 0..<max(0, min(content.rows, canvas.rows - 2)) {
      content.read(row: row, into: &line, limit: canvas.columns * 4)
      canvas.put(line, column: 1, row: row + 2)
    }
  }

  /// What it shows, in words: for --plain and for readers of the screen.
  var accessibilityText: String { summary }

  private var summary: String { "@name@: \(host.content?.rows ?? 0) rows" }
}

/// What the host looks for.
@c @implementation
public func childplugin_entry(_ major: UInt32, _ minor: UInt32) -> PluginEntry {
  exportPlugin(@Type@Child.self)
}
