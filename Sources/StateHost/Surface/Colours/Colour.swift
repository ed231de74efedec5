/// The colour of a cell's text or background, in four bytes.
///
/// What a child draws with is `default`, `transparent`, a true colour, a palette entry or a role of the
/// theme. A frame that is ready for the terminal holds only `default`, true colours and palette entries.
package struct Colour: Equatable, Hashable, Sendable {
  /// What sort of colour it is.
  package enum Kind: UInt32, Sendable {
    /// The terminal's own colour.
    case `default` = 0
    /// What is beneath shows.
    case transparent = 1
    /// Red, green and blue, eight bits each.
    case rgb = 2
    /// An entry of the theme; resolved when layers are composed.
    case role = 3
    /// An entry of the terminal's palette of 256; made by the compositor, too, for terminals without
    /// true colour.
    case indexed = 4
  }

  /// The kind in the upper eight bits, the value in the lower 24.
  package let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A colour that a child may draw with, from its bits; nil where they are none.
  package init?(drawn rawValue: UInt32) {
    let value = rawValue & 0xFF_FFFF
    switch Kind(rawValue: rawValue >> 24) {
    case .default, .transparent: if value != 0 { return nil }
    case .rgb: break
    case .role:
      guard let index = UInt8(exactly: value), ThemeRole(rawValue: index) != nil else {
        return nil
      }
    case .indexed: if value > UInt8.max { return nil }
    case nil: return nil
    }
    self.rawValue = rawValue
  }

  package static let `default` = Colour(rawValue: 0)
  package static let transparent = Colour(rawValue: Kind.transparent.rawValue << 24)

  /// A true colour.
  package static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Colour {
    rgb(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// A true colour as 0xRRGGBB; the upper eight bits are ignored.
  package static func rgb(_ value: UInt32) -> Colour {
    Colour(rawValue: Kind.rgb.rawValue << 24 | value & 0xFF_FFFF)
  }

  package static func role(_ role: ThemeRole) -> Colour {
    Colour(rawValue: Kind.role.rawValue << 24 | UInt32(role.rawValue))
  }

  package static func indexed(_ index: UInt8) -> Colour {
    Colour(rawValue: Kind.indexed.rawValue << 24 | UInt32(index))
  }

  package var kind: Kind { Kind(rawValue: rawValue >> 24) ?? .default }

  /// 0xRRGGBB of a true colour, the index of a role or of a palette entry.
  package var value: UInt32 { rawValue & 0xFF_FFFF }

  var isRGB: Bool { rawValue >> 24 == Kind.rgb.rawValue }
  var isIndexed: Bool { rawValue >> 24 == Kind.indexed.rawValue }
  package var isRole: Bool { rawValue >> 24 == Kind.role.rawValue }
}

extension Colour: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .default: "default"
    case .transparent: "transparent"
    case .rgb: "#" + ColourValue.hexadecimal(value)
    case .role: ThemeRole(rawValue: UInt8(truncatingIfNeeded: value)).map { "\($0)" } ?? "role"
    case .indexed: "palette \(value)"
    }
  }
}
