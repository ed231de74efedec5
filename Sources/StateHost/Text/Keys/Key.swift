/// A key that was pressed, with the modifiers that were held.
///
/// One key has one value, however the terminal encodes it: Shift on a character is in the character
/// itself, and a character with Ctrl is lower case.
package struct Key: Hashable, Sendable {
  /// Opens the host's page; nothing else gets this key: no plugin of 1.0 uses it, and terminals pass it on.
  package static let hostPage = Key(.function(12))

  /// Which key.
  package enum Code: Hashable, Sendable {
    case character(Unicode.Scalar)
    /// F1 and up, from 1.
    case function(UInt8)
    case enter, tab, backspace, escape
    case up, down, left, right
    case home, end, pageUp, pageDown
    case insert, delete
  }

  /// What was held.
  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
    package static let `super` = Modifiers(rawValue: 8)
  }

  package let code: Code
  package let modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    guard case .character(let scalar) = code else {
      self.code = code
      self.modifiers = modifiers
      return
    }
    if modifiers.contains(.control) {
      self.code = .character(Self.lowercased(scalar))
      self.modifiers = modifiers
    } else {
      self.code = .character(modifiers.contains(.shift) ? Self.uppercased(scalar) : scalar)
      self.modifiers = scalar == " " ? modifiers : modifiers.subtracting(.shift)
    }
  }

  private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
  }

  private static func uppercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    ("a"..."z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) - 32) : scalar
  }
}
