internal import HostText

/// The keys that terminals send as control sequences: xterm, VT220, rxvt, the Linux console, and
/// kitty's protocol (`CSI u`).
extension Key {
  /// The key of a `CSI` sequence, or nil when it is none.
  init?(control sequence: ControlSequence) {
    guard sequence.prefix == 0, sequence.detail(1) != 3 else { return nil }
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
        sequence.value(0, otherwise: 1) == 1
      else { return nil }
      self.init(code, sequence.modifiers(1))
    }
  }

  /// The key of an `SS3` sequence (`ESC O`), or nil when it is none.
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
    let number = sequence.value(0, otherwise: 0)
    if number == 27, sequence.count == 3 {
      self.init(scalarValue: sequence.value(2, otherwise: 0), sequence.modifiers(1))
    } else {
      guard sequence.count <= 2, let code = Code(number: number) else { return nil }
      self.init(code, sequence.modifiers(1))
    }
  }

  private init?(rxvt sequence: ControlSequence, _ modifiers: Modifiers) {
    guard sequence.count == 1, let code = Code(number: sequence.value(0, otherwise: 0))
    else { return nil }
    self.init(code, modifiers)
  }

  private init?(kitty sequence: ControlSequence) {
    guard sequence.count >= 1 else { return nil }
    let value = sequence.value(0, otherwise: 0)
    let modifiers = sequence.modifiers(1)
    if let code = Code(kitty: value) {
      self.init(code, modifiers)
    } else if let shifted = sequence.detail(0), modifiers.contains(.shift),
      !modifiers.contains(.control)
    {
      self.init(scalarValue: shifted, modifiers.subtracting(.shift))
    } else {
      self.init(scalarValue: value, modifiers)
    }
  }

  /// A key by the number of its character, which may be Enter's, Tab's, Backspace's or Escape's.
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
