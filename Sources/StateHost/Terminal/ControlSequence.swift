internal import HostText

/// A control sequence (CSI or SS3) received from the terminal, parsed: `CSI < 0 ; 12 ; 5 M` has the
/// prefix `<`, three numbers (at most 16) and the final byte `M`.
struct ControlSequence {
  private static let valueLimit = 16
  /// Larger numbers are clamped to this one, which is no scalar value.
  private static let largestValue = 2_000_000

  /// One of `< = > ?`, or 0.
  private(set) var prefix: UInt8 = 0
  /// The last byte before the final one that is neither digit nor separator, or 0.
  private(set) var intermediate: UInt8 = 0
  let final: UInt8
  private(set) var count = 0
  private var values = InlineArray<16, Int>(repeating: -1)
  private var subparameters = InlineArray<16, Int>(repeating: -1)

  /// Parses the bytes between the introducer and the final byte; nil if they are malformed.
  init?(_ bytes: Span<UInt8>, final: UInt8) {
    self.final = final
    var colons = 0
    for index in bytes.indices {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard intermediate == 0 else { return nil }
        if count == 0 { count = 1 }
        append(digit: Int(byte - UInt8(ascii: "0")), colons: colons)
      case UInt8(ascii: ";"):
        guard intermediate == 0, count < Self.valueLimit else { return nil }
        count = max(count, 1) + 1
        guard count <= Self.valueLimit else { return nil }
        colons = 0
      case UInt8(ascii: ":"):
        guard intermediate == 0 else { return nil }
        if count == 0 { count = 1 }
        colons += 1
      case 0x3C...0x3F:
        guard index == 0 else { return nil }
        prefix = byte
      default:
        guard intermediate == 0 else { return nil }
        intermediate = byte
      }
    }
  }

  private mutating func append(digit: Int, colons: Int) {
    guard colons < 2 else { return }
    let slot = count - 1
    let before = max(0, colons == 0 ? values[slot] : subparameters[slot])
    let value = min(before * 10 + digit, Self.largestValue)
    if colons == 0 { values[slot] = value } else { subparameters[slot] = value }
  }

  /// The value at an index from 0, or the default where it is left out.
  func value(_ index: Int, default: Int) -> Int {
    index < count && values[index] >= 0 ? values[index] : `default`
  }

  /// The subparameter after the value's first colon, or nil.
  func subparameter(_ index: Int) -> Int? {
    index < count && subparameters[index] >= 0 ? subparameters[index] : nil
  }

  /// The modifiers in a value: 1 plus a bit for each (1 shift, 2 alt, 4 ctrl, 8 super, 32 meta).
  func modifiers(_ index: Int) -> Key.Modifiers {
    let bits = value(index, default: 1) - 1
    guard (0...255).contains(bits) else { return [] }
    var modifiers = Key.Modifiers(rawValue: UInt8(bits & 0b1111))
    if bits & 0b10_0000 != 0 { modifiers.insert(.alt) }
    return modifiers
  }

  /// Whether it is `CSI 200 ~`.
  var isPasteStart: Bool {
    final == UInt8(ascii: "~") && prefix == 0 && count == 1 && value(0, default: 0) == 200
  }

  /// Whether `CSI I` or `CSI O` reports that the window has the focus; nil for other sequences.
  var focus: Bool? {
    guard prefix == 0, count == 0, intermediate == 0 else { return nil }
    return switch final {
    case UInt8(ascii: "I"): true
    case UInt8(ascii: "O"): false
    default: nil
    }
  }
}
