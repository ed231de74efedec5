import ChildPluginKit

/// What the box is drawn with, by what the terminal can show.
struct LoadingGlyphs {
  let hasUTF8: Bool
  let moves: Bool

  init(for terminal: Terminal) {
    hasUTF8 = terminal.hasUTF8
    moves = !terminal.reducesMotion
  }

  var corners: (topLeft: String, topRight: String, bottomLeft: String, bottomRight: String) {
    hasUTF8 ? ("╭", "╮", "╰", "╯") : ("+", "+", "+", "+")
  }
  var horizontal: String { hasUTF8 ? "─" : "-" }
  var vertical: String { hasUTF8 ? "│" : "|" }
  var done: String { hasUTF8 ? "━" : "=" }
  var ahead: String { hasUTF8 ? "─" : "-" }
  var separator: String { hasUTF8 ? " · " : ", " }
  var ellipsis: String { hasUTF8 ? "…" : ">" }

  /// The spinner's picture after that long.
  func spinner(after nanoseconds: Int64) -> String {
    guard moves else { return hasUTF8 ? "•" : "*" }
    let turn = Int(nanoseconds / LoadingProgress.turnNanoseconds)
    return hasUTF8 ? Self.braille(turn % 10) : Self.plain(turn % 4)
  }

  private static func braille(_ turn: Int) -> String {
    switch turn {
    case 0: "⠋"
    case 1: "⠙"
    case 2: "⠹"
    case 3: "⠸"
    case 4: "⠼"
    case 5: "⠴"
    case 6: "⠦"
    case 7: "⠧"
    case 8: "⠇"
    default: "⠏"
    }
  }

  private static func plain(_ turn: Int) -> String {
    switch turn {
    case 0: "|"
    case 1: "/"
    case 2: "-"
    default: "\\"
    }
  }
}
