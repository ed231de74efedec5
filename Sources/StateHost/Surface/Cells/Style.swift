/// How text looks beside its colours.
package struct TextAttributes: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let bold = TextAttributes(rawValue: 1)
  package static let dim = TextAttributes(rawValue: 2)
  package static let italic = TextAttributes(rawValue: 4)
  package static let underline = TextAttributes(rawValue: 8)
  package static let reverse = TextAttributes(rawValue: 16)
  package static let strike = TextAttributes(rawValue: 32)

  /// Those that show on a space too.
  static let visibleOnBlank: TextAttributes = [.underline, .reverse, .strike]
  /// All that there are.
  package static let all: TextAttributes = [.bold, .dim, .italic, .underline, .reverse, .strike]
}

/// Colours, attributes and decoration of text.
package struct Style: Equatable, Hashable, Sendable {
  package var foreground: Colour
  package var background: Colour
  package var attributes: TextAttributes
  /// One of the pool of the layer that is drawn on.
  package var decoration: DecorationID

  /// A style; without arguments the terminal's own text colour over whatever is beneath.
  package init(
    foreground: Colour = .default, background: Colour = .transparent,
    attributes: TextAttributes = [], decoration: DecorationID = .none
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.decoration = decoration
  }
}
