package import HostText

/// A key that the program itself has, where no child uses it.
package enum ProgramKey {
  case quit, reload, redraw, showKeys, showStandardError, follow
  /// Opens the host's page; no child and no states file ever gets this key.
  case showPage
  /// Puts the next of the children that take keys in front, or the one before.
  case next, previous
  /// Makes a child that docks larger or smaller.
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
}
