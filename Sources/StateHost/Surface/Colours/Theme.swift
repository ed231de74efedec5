/// The purpose of a colour, such as accent, error or border: plugins and the host's own pages draw
/// with these roles, and the theme decides the colours.
package enum ThemeRole: UInt8, CaseIterable, Sendable {
  case text
  case muted
  case accent
  case success
  case warning
  case error
  case selectionText
  case selectionBackground
  case border
  case title
  case background
}

/// The colours that replace the theme roles, such as accent or error, when layers are composed;
/// there is one theme for dark and one for light backgrounds.
package struct Theme: Equatable, Sendable {
  /// Indexed by the role's raw value.
  private(set) var colours: InlineArray<16, UInt32>

  /// A theme of the given colours; all other roles have the terminal's own colour.
  package init(_ colours: KeyValuePairs<ThemeRole, Colour>) {
    self.colours = InlineArray(repeating: Colour.default.rawValue)
    for (role, colour) in colours { self[role] = colour }
  }

  /// The colour of a role; never a role itself.
  package subscript(role: ThemeRole) -> Colour {
    get { Colour(rawValue: colours[Int(role.rawValue)]) }
    set { colours[Int(role.rawValue)] = newValue.isRole ? 0 : newValue.rawValue }
  }

  /// The colour, with roles replaced by their colours.
  @inline(__always)
  func resolve(_ colour: Colour) -> Colour {
    colour.isRole ? Colour(rawValue: colours[Int(colour.rawValue & 15)]) : colour
  }

  package static func == (one: Theme, other: Theme) -> Bool {
    ThemeRole.allCases.allSatisfy { one[$0] == other[$0] }
  }

  /// Colours for a dark background; text and background are the terminal's own.
  package static let dark = Theme([
    .muted: .rgb(0x8B93A1), .accent: .rgb(0x5FAFFF), .success: .rgb(0x7BC275),
    .warning: .rgb(0xE5B454), .error: .rgb(0xF2777A), .selectionText: .rgb(0xFFFFFF),
    .selectionBackground: .rgb(0x2F5C8F), .border: .rgb(0x4E5663), .title: .rgb(0xDCE3EC),
  ])

  /// Colours for a light background; text and background are the terminal's own.
  package static let light = Theme([
    .muted: .rgb(0x6A7280), .accent: .rgb(0x0060C0), .success: .rgb(0x2A7D2E),
    .warning: .rgb(0x8F5F00), .error: .rgb(0xB3261E), .selectionText: .rgb(0x10243A),
    .selectionBackground: .rgb(0xBBD9F7), .border: .rgb(0xB4BCC8), .title: .rgb(0x1B2430),
  ])
}

/// The RGB colours of the terminal's own default text and background, as reported by it, or assumed
/// for a dark background, or for a light one if the user chose that theme.
///
/// Needed to blend (a text of colour `default` that fades in needs a colour to start from) and to
/// choose the theme.
package struct TerminalColours: Equatable, Sendable {
  /// The text colour, 0xRRGGBB.
  package var foreground: UInt32
  /// The background colour, 0xRRGGBB.
  package var background: UInt32

  package init(foreground: UInt32, background: UInt32) {
    self.foreground = foreground & 0xFF_FFFF
    self.background = background & 0xFF_FFFF
  }

  package static let dark = TerminalColours(foreground: 0xD0D4DA, background: 0x101216)
  package static let light = TerminalColours(foreground: 0x20242A, background: 0xFFFFFF)

  /// Whether the background is nearer to black than to white.
  package var isDark: Bool {
    RGB.distance(background, 0) < RGB.distance(background, 0xFF_FFFF)
  }

  /// The theme that is readable on this background.
  package var theme: Theme { isDark ? .dark : .light }
}
