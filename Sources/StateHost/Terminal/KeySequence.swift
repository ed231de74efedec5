internal import HostText

/// Keys as sequences of xterm, VT220, rxvt, the Linux console, and kitty's protocol (`CSI u`).
extension Key {
  /// The key of a `CSI` sequence; nil if it is no key.
  init?(control sequence: ControlSequence) {
    guard sequence.prefix == 0, sequence.subparameter(1) != 3 else { return nil }
    if sequence.intermediate != 0 { return nil }
    switch sequence.final {
    case UInt8(ascii: "u"): self.init(kitty: sequence)
    case UInt8(ascii: "~"): self.init(numbered: sequence)
    case UInt8(ascii: "^"): self.init(rxvt: sequence, .control)
    case UInt8(ascii: "$"): self.init(rxvt: sequence, .shift)
    case UInt8(ascii: "@"): self.init(rxvt: sequence, [.control, .shift])
    case UInt8(ascii: "Z"): self.init(.tab, .shift)
    case UInt8(ascii: "a")...UInt8(ascii: "d"):
      guard sequence.count == 0, let code = Code(letter: sequence.final - 32) else { return nil }
      self.init(code, .shift)
    default:
      guard let code = Code(letter: sequence.final), sequence.count <= 2,
        sequence.value(0, default: 1) == 1
      else { return nil }
      self.init(code, sequence.modifiers(1))
    }
  }

  /// The key of an `SS3` sequence (`ESC O`); nil if it is no key.
  init?(application sequence: ControlSequence) {
    let modifiers = sequence.modifiers(sequence.count > 1 ? 1 : 0)
    if (UInt8(ascii: "a")...UInt8(ascii: "d")).contains(sequence.final) {
      guard let code = Code(letter: sequence.final - 32) else { return nil }
      self.init(code, .control)
    } else if let code = Code(letter: sequence.final) ?? Code(keypad: sequence.final) {
      self.init(code, modifiers)
    } else {
      return nil
    }
  }

  private init?(numbered sequence: ControlSequence) {
    let number = sequence.value(0, default: 0)
    if number == 27, sequence.count == 3 {
      self.init(scalarValue: sequence.value(2, default: 0), sequence.modifiers(1))
    } else {
      guard sequence.count <= 2, let code = Code(number: number) else { return nil }
      self.init(code, sequence.modifiers(1))
    }
  }

  private init?(rxvt sequence: ControlSequence, _ modifiers: Modifiers) {
    guard sequence.count == 1, let code = Code(number: sequence.value(0, default: 0))
    else { return nil }
    self.init(code, modifiers)
  }

  private init?(kitty sequence: ControlSequence) {
    guard sequence.count >= 1 else { return nil }
    let value = sequence.value(0, default: 0)
    let modifiers = sequence.modifiers(1)
    if let code = Code(kitty: value) {
      self.init(code, modifiers)
    } else if let shifted = sequence.subparameter(0), modifiers.contains(.shift),
      !modifiers.contains(.control)
    {
      self.init(scalarValue: shifted, modifiers.subtracting(.shift))
    } else {
      self.init(scalarValue: value, modifiers)
    }
  }

  /// The key of a scalar value, which may be that of Enter, Tab, Backspace or Escape.
  private init?(scalarValue: Int, _ modifiers: Modifiers) {
    switch scalarValue {
    case 9: self.init(.tab, modifiers)
    case 13: self.init(.enter, modifiers)
    case 27: self.init(.escape, modifiers)
    case 8, 127: self.init(.backspace, modifiers)
    default:
      guard let scalar = UInt32(exactly: scalarValue).flatMap(Unicode.Scalar.init),
        !Self.isControl(scalar), !(0xE000...0xF8FF).contains(scalar.value)
      else { return nil }
      self.init(.character(scalar), modifiers)
    }
  }
}

extension Key.Code {
  /// The final byte of `CSI` and `SS3` sequences.
  fileprivate init?(letter: UInt8) {
    switch letter {
    case UInt8(ascii: "A"): self = .up
    case UInt8(ascii: "B"): self = .down
    case UInt8(ascii: "C"): self = .right
    case UInt8(ascii: "D"): self = .left
    case UInt8(ascii: "H"): self = .home
    case UInt8(ascii: "F"): self = .end
    case UInt8(ascii: "P")...UInt8(ascii: "S"): self = .function(letter - UInt8(ascii: "P") + 1)
    default: return nil
    }
  }

  /// The keypad's final byte in `SS3` sequences: `p` to `y` are the digits.
  fileprivate init?(keypad letter: UInt8) {
    switch letter {
    case UInt8(ascii: "M"): self = .enter
    case UInt8(ascii: "I"): self = .tab
    case UInt8(ascii: " "): self = .character(" ")
    case UInt8(ascii: "X"): self = .character("=")
    case UInt8(ascii: "j")...UInt8(ascii: "y"): self = .character(Unicode.Scalar(letter - 64))
    default: return nil
    }
  }

  /// The number before `~`.
  fileprivate init?(number: Int) {
    switch number {
    case 1, 7: self = .home
    case 2: self = .insert
    case 3: self = .delete
    case 4, 8: self = .end
    case 5: self = .pageUp
    case 6: self = .pageDown
    case 11...15: self = .function(UInt8(number - 10))
    case 17...21: self = .function(UInt8(number - 11))
    case 23...26: self = .function(UInt8(number - 12))
    case 28, 29: self = .function(UInt8(number - 13))
    case 31...34: self = .function(UInt8(number - 14))
    default: return nil
    }
  }

  /// The number before `u` of keys without a character (kitty): F13 and up, then the keypad.
  fileprivate init?(kitty number: Int) {
    switch number {
    case 57376...57398: self = .function(UInt8(number - 57376 + 13))
    case 57399...57408: self = .character(Unicode.Scalar(UInt8(number - 57399) + 48))
    case 57409...57426: self = Self.kittyKeypad[number - 57409]
    default: return nil
    }
  }

  private static let kittyKeypad: [Key.Code] = [
    .character("."), .character("/"), .character("*"), .character("-"), .character("+"), .enter,
    .character("="), .character(","), .left, .right, .up, .down, .pageUp, .pageDown, .home, .end,
    .insert, .delete,
  ]
}
