internal import HostText

/// The colour of a cell's text or background in the host, in four bytes: the terminal's default,
/// transparent, RGB, a theme role or a palette entry.
///
/// A layer holds all kinds. A composed frame holds only `default`, RGB colours and palette entries.
package struct Colour: Equatable, Hashable, Sendable {
  /// The kind of a colour of the host: the terminal's default, transparent, RGB, a role of the
  /// theme, or an entry of the palette of 256.
  package enum Kind: UInt32, Sendable {
    /// The terminal's own colour.
    case `default` = 0
    /// Shows what is beneath.
    case transparent = 1
    /// Red, green and blue, eight bits each.
    case rgb = 2
    /// An entry of the theme, resolved when layers are composed.
    case role = 3
    /// An entry of the terminal's palette of 256.
    case indexed = 4
  }

  /// The kind in the upper eight bits, the value in the lower 24.
  package let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A colour from a plugin; nil for bits that are no colour.
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

  package static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Colour {
    rgb(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
  }

  /// An RGB colour as 0xRRGGBB; the upper eight bits are ignored.
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

  /// 0xRRGGBB of an RGB colour, or the index of a role or palette entry.
  package var value: UInt32 { rawValue & 0xFF_FFFF }

  var isRGB: Bool { rawValue >> 24 == Kind.rgb.rawValue }
  var isIndexed: Bool { rawValue >> 24 == Kind.indexed.rawValue }
  package var isRole: Bool { rawValue >> 24 == Kind.role.rawValue }

  /// 0xRRGGBB of an RGB colour or palette entry; `fallback` for the other kinds.
  func rgbValue(or fallback: UInt32) -> UInt32 {
    switch kind {
    case .rgb: value
    case .indexed: Palette.colour(of: UInt8(truncatingIfNeeded: value))
    case .default, .transparent, .role: fallback
    }
  }
}

extension Colour: CustomStringConvertible {
  package var description: String {
    switch kind {
    case .default: "default"
    case .transparent: "transparent"
    case .rgb: "#" + RGB.hexadecimal(value)
    case .role: ThemeRole(rawValue: UInt8(truncatingIfNeeded: value)).map { "\($0)" } ?? "role"
    case .indexed: "palette \(value)"
    }
  }
}

/// Functions for 0xRRGGBB colours: mixing, perceived distance, luminance, components, hex text.
enum RGB {
  /// Interpolates from `from` at amount 0 to `to` at amount 256.
  @inline(__always)
  static func mix(_ from: UInt32, _ to: UInt32, amount: UInt32) -> UInt32 {
    let rest = 256 &- amount
    let redBlue = (from & 0xFF00FF) &* rest &+ (to & 0xFF00FF) &* amount &+ 0x800080
    let green = (from & 0x00FF00) &* rest &+ (to & 0x00FF00) &* amount &+ 0x008000
    return (redBlue >> 8) & 0xFF00FF | (green >> 8) & 0x00FF00
  }

  static func red(_ value: UInt32) -> Int { Int(value >> 16 & 0xFF) }
  static func green(_ value: UInt32) -> Int { Int(value >> 8 & 0xFF) }
  static func blue(_ value: UInt32) -> Int { Int(value & 0xFF) }

  /// The squared perceived distance of two colours: green counts most, blue least.
  static func distance(_ one: UInt32, _ other: UInt32) -> Int {
    let red = red(one) - red(other)
    let green = green(one) - green(other)
    let blue = blue(one) - blue(other)
    return 3 * red * red + 6 * green * green + blue * blue
  }

  /// Six lower-case digits.
  static func hexadecimal(_ value: UInt32) -> String {
    String(hexadecimal: value & 0xFF_FFFF, digits: 6)
  }
}
