/// Puts together the bytes of one UTF-8 character that arrive one by one.
struct ScalarDecoder {
  private var missingCount = 0
  private var value: UInt32 = 0
  private var smallest: UInt32 = 0

  /// Whether a character has begun and not ended.
  var isPending: Bool { missingCount > 0 }

  /// Begins a character of several bytes; false when no character begins so.
  mutating func begin(_ lead: UInt8) -> Bool {
    switch lead {
    case 0xC2...0xDF: (missingCount, value, smallest) = (1, UInt32(lead & 0x1F), 0x80)
    case 0xE0...0xEF: (missingCount, value, smallest) = (2, UInt32(lead & 0x0F), 0x800)
    case 0xF0...0xF4: (missingCount, value, smallest) = (3, UInt32(lead & 0x07), 0x10000)
    default: return false
    }
    return true
  }

  /// Takes a continuation byte of the pending character; the character once it is whole and valid.
  mutating func take(_ continuation: UInt8) -> Unicode.Scalar? {
    value = value << 6 | UInt32(continuation & 0x3F)
    missingCount -= 1
    guard missingCount == 0, value >= smallest else { return nil }
    return Unicode.Scalar(value)
  }

  mutating func reset() {
    missingCount = 0
  }
}
