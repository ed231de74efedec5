/// What the terminal's own colours look like: asked of it, or guessed.
///
/// Needed only to blend: a text of colour `default` that fades in needs a colour to come from.
package struct TerminalColours: Equatable, Sendable {
  /// The terminal's text colour, 0xRRGGBB.
  package var foreground: UInt32
  /// The terminal's background colour, 0xRRGGBB.
  package var background: UInt32

  package init(foreground: UInt32, background: UInt32) {
    self.foreground = foreground & 0xFF_FFFF
    self.background = background & 0xFF_FFFF
  }

  package static let dark = TerminalColours(foreground: 0xD0D4DA, background: 0x101216)
  package static let light = TerminalColours(foreground: 0x20242A, background: 0xFFFFFF)

  /// Whether the background is nearer to black than to white.
  package var isDark: Bool {
    ColourValue.distance(background, 0) < ColourValue.distance(background, 0xFF_FFFF)
  }

  /// The theme that is readable on this background.
  package var theme: Theme { isDark ? .dark : .light }
}
