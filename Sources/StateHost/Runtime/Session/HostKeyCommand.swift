package import HostText

/// A command of the host, such as quit, reload or key help, looked up by a key that triggers it;
/// children and states files may use these keys first, except that of the page about plugins (F12).
package enum HostKeyCommand {
  case quit, reload, redraw, showKeys, showStandardError, follow
  /// Opens the host's page; this key is never available to children or states files.
  case showPage
  case next, previous
  case moveBorder(Stage.BorderStep)

  package init?(_ key: Key) {
    switch key.name {
    case "q": self = .quit
    case "r", "ctrl-r", "f5": self = .reload
    case "ctrl-l": self = .redraw
    case "F": self = .follow
    case "?", "f1": self = .showKeys
    case "e": self = .showStandardError
    case Key.hostPage.name: self = .showPage
    case "tab", "f6": self = .next
    case "shift-tab": self = .previous
    case "ctrl-up": self = .moveBorder(.up)
    case "ctrl-right": self = .moveBorder(.right)
    case "ctrl-down": self = .moveBorder(.down)
    case "ctrl-left": self = .moveBorder(.left)
    default: return nil
    }
  }

  /// Names of keys that no child ever receives; the terminal turns all but the last into signals.
  static let reserved: Set<String> = ["ctrl-c", "ctrl-z", "ctrl-\\", Key.hostPage.name]

  /// Whether it may act differently once there are rows.
  var dependsOnRows: Bool {
    switch self {
    case .quit, .reload, .redraw, .showKeys, .showStandardError, .showPage: false
    case .follow, .next, .previous, .moveBorder: true
    }
  }
}
