// @name@: a child of StateHost, in Swift. Each protocol of ChildPluginKit, such as WakeChild or
// SavedStateChild, adds a feature.
// SPDX-License-Identifier: 0BSD (what is from the template: make of it what you like)
import ChildPluginAPI
import ChildPluginKit

final class @Type@Child: ChildPlugin, ChildPluginKit.AccessibilityChild,
  ChildPluginKit.InputChild, ChildPluginKit.KeyHelpChild
{
  static let descriptor = ChildDescriptor(
    id: "@id@", name: "@name@", version: "0.1.0",
    description: "Shows how many rows there are, and the first of them.",
    // The states it presents. Without insteadOfBundled it is above the bundled child.
    places: [
      ChildPlace("@state@", insteadOfBundled: true),
    ], takesFocus: true)

  private let host: Host
  private var line = TextBuffer()
  private var isNumbered = false

  init?(host: Host) {
    self.host = host
  }

  /// The timing of its transition; nil would be the host's default, a fade of 350 ms.
  func timing(appearing: Bool) -> Timing? {
    Timing(duration: .milliseconds(200), effect: appearing ? .slideUp : .fade)
  }

  /// Draws the whole child; called when the content or the size has changed.
  func draw(on canvas: borrowing Canvas) {
    canvas.put(summary, column: 1, row: 0, style: Style(.title, .bold))
    guard let content = host.content else { return }
    for row in 0..<max(0, min(content.rows, canvas.rows - 2)) {
      content.read(row: row, into: &line, limit: canvas.columns * 4)
      var column = 1
      if isNumbered { column += canvas.put("\(row + 1) ", column: column, row: row + 2) }
      canvas.put(line, column: column, row: row + 2)
    }
  }

  /// Handles a key while the child is in front; an unused key goes on to other children.
  func key(_ key: Key) -> Bool {
    guard key.code == .character("n"), key.modifiers.isEmpty else { return false }
    isNumbered.toggle()
    host.invalidate()
    return true
  }

  /// The keys that work now, for the host's help.
  var keyHelp: [KeyHelp] { [KeyHelp("n", isNumbered ? "no numbers" : "numbers")] }

  /// A text of what it shows, for --plain and for screen readers.
  var accessibilityText: String { summary }

  private var summary: String { "@name@: \(host.content?.rows ?? 0) rows" }
}

/// The plugin's entry.
@c @implementation
public func childplugin_entry(_ major: UInt32, _ minor: UInt32) -> PluginEntry {
  exportPlugin(.child(@Type@Child.self))
}
