/// What a colour is for, so that a child names the purpose and the theme the colour.
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

/// The colour of every role.
package struct Theme: Equatable, Sendable {
  /// By raw value of the role; the places beyond the last role are `default`.
  private(set) var colours: InlineArray<16, UInt32>

  /// A theme of the given colours; a role that is not named has the terminal's own colour.
  package init(_ colours: KeyValuePairs<ThemeRole, Colour>) {
    self.colours = InlineArray(repeating: Colour.default.rawValue)
    for (role, colour) in colours { self[role] = colour }
  }

  /// The colour of a role; never itself a role.
  package subscript(role: ThemeRole) -> Colour {
    get { Colour(rawValue: colours[Int(role.rawValue)]) }
    set { colours[Int(role.rawValue)] = newValue.isRole ? 0 : newValue.rawValue }
  }

  /// The colour itself, or that of the role it names.
  @inline(__always)
  func resolve(_ colour: Colour) -> Colour {
    colour.isRole ? Colour(rawValue: colours[Int(colour.rawValue & 15)]) : colour
  }

  package static func == (one: Theme, other: Theme) -> Bool {
    ThemeRole.allCases.allSatisfy { one[$0] == other[$0] }
  }

  /// For a dark background.
  ///
  /// Text and background are the terminal's own.
  package static let dark = Theme([
    .muted: .rgb(0x8B93A1), .accent: .rgb(0x5FAFFF), .success: .rgb(0x7BC275),
    .warning: .rgb(0xE5B454), .error: .rgb(0xF2777A), .selectionText: .rgb(0xFFFFFF),
    .selectionBackground: .rgb(0x2F5C8F), .border: .rgb(0x4E5663), .title: .rgb(0xDCE3EC),
  ])

  /// For a light background.
  ///
  /// Text and background are the terminal's own.
  package static let light = Theme([
    .muted: .rgb(0x6A7280), .accent: .rgb(0x0060C0), .success: .rgb(0x2A7D2E),
    .warning: .rgb(0x8F5F00), .error: .rgb(0xB3261E), .selectionText: .rgb(0x10243A),
    .selectionBackground: .rgb(0xBBD9F7), .border: .rgb(0xB4BCC8), .title: .rgb(0x1B2430),
  ])
}
