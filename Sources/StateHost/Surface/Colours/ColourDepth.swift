/// How many colours the terminal can show.
package enum ColourDepth: Int, Sendable, CaseIterable, Comparable {
  /// None, or none wanted. Attributes still show.
  case none
  /// The sixteen of ANSI.
  case sixteen
  /// The palette of 256.
  case palette
  case trueColour

  package static func < (one: ColourDepth, other: ColourDepth) -> Bool {
    one.rawValue < other.rawValue
  }

  /// Whether colours are fine enough to blend one layer into another.
  var blends: Bool { self >= .palette }

  /// The depth of a terminal of so many colours: none, 16, 256 or more.
  package init(colourCount: UInt32) {
    switch colourCount {
    case 0: self = .none
    case ..<256: self = .sixteen
    case 256: self = .palette
    default: self = .trueColour
    }
  }

  /// The depth that the environment promises.
  ///
  /// `environment` gives the value of a variable, nil if it is not set. It is asked for `NO_COLOR`
  /// (any value but the empty one), `COLORTERM` and `TERM`.
  package static func detect(_ environment: (String) -> String?) -> ColourDepth {
    if let refusal = environment("NO_COLOR"), !refusal.isEmpty { return .none }
    let term = environment("TERM") ?? ""
    if term.isEmpty || term == "dumb" { return .none }
    let promise = environment("COLORTERM") ?? ""
    if promise == "truecolor" || promise == "24bit" { return .trueColour }
    if term.hasSuffix("-direct") || trueColourTerms.contains(where: term.hasPrefix) {
      return .trueColour
    }
    if term.hasSuffix("-256color") || !promise.isEmpty { return .palette }
    if term.hasSuffix("-m") || term.hasSuffix("-mono") || term.hasPrefix("vt") { return .none }
    return .sixteen
  }

  /// Terminals that show true colour and say so by name alone.
  private static let trueColourTerms = [
    "xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "contour", "iterm",
  ]
}
