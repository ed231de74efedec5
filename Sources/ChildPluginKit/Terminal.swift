internal import ChildPluginAPI

/// What is known of the terminal.
public struct Terminal: Equatable, Sendable {
  /// Whether it shows UTF-8; if not, draw ASCII only.
  public var hasUTF8 = false
  /// Whether it reports the mouse.
  public var hasMouse = false
  /// Whether nothing should move that need not move.
  public var reducesMotion = false
  /// Whether its background is dark, as far as known.
  public var isDark = false
  /// Of the whole surface, in cells.
  public var columns = 0
  /// Of the whole surface, in cells.
  public var rows = 0
  /// How many colours it has: 0, 16, 256 or 16777216.
  public var colours = 0

  init() {}

  init(_ table: childplugin_terminal_t) {
    hasUTF8 = table.flags & CHILDPLUGIN_TERMINAL_UTF8 != 0
    hasMouse = table.flags & CHILDPLUGIN_TERMINAL_MOUSE != 0
    reducesMotion = table.flags & CHILDPLUGIN_TERMINAL_REDUCED_MOTION != 0
    isDark = table.flags & CHILDPLUGIN_TERMINAL_DARK != 0
    columns = Int(table.columns)
    rows = Int(table.rows)
    colours = Int(table.colours)
  }
}
