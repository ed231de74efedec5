internal import ChildPluginAPI
internal import HostSurface

extension ThemeRole {
  /// The role of `CHILDPLUGIN_ROLE_…`; nil for an unknown number.
  init?(foreign number: UInt32) {
    guard number > 0, let raw = UInt8(exactly: number - 1) else { return nil }
    self.init(rawValue: raw)
  }
}

extension Colour {
  /// Converts a plugin's colour; an unknown one counts as none.
  ///
  /// - Parameters:
  ///   - number: a colour of the ABI.
  ///   - none: the colour to use for "none".
  init(foreign number: UInt32, none: Colour) {
    let value = number & 0xFF_FFFF
    switch number >> 24 {
    case 1: self = .rgb(value)
    case 2: self = .default
    case 3: self = ThemeRole(foreign: value).map { .role($0) } ?? none
    case 4: self = UInt8(exactly: value).map(Colour.indexed) ?? none
    default: self = none
    }
  }

  /// The colour in the ABI: a true colour, or the default.
  var foreign: UInt32 {
    kind == .rgb ? 0x0100_0000 | value : CHILDPLUGIN_COLOUR_DEFAULT
  }
}

extension Style {
  /// Converts a plugin's style; unknown attributes are ignored.
  init(foreign style: childplugin_style_t) {
    self.init(
      foreground: Colour(foreign: style.foreground, none: .default),
      background: Colour(foreign: style.background, none: .transparent),
      attributes: TextAttributes(foreign: style.attributes))
  }
}

extension TextAttributes {
  /// Converts `CHILDPLUGIN_ATTRIBUTE_…` bits; unknown ones are ignored.
  fileprivate init(foreign bits: UInt32) {
    self.init(rawValue: UInt8(truncatingIfNeeded: bits & 0x3F))
  }
}
