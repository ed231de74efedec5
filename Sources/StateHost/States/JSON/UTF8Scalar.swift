/// Decodes UTF-8 one scalar at a time, strictly: no overlong form, no surrogate, nothing cut short.
enum UTF8Scalar {
  /// The scalar whose encoding begins at `offset`, and how many bytes it takes; nil if none does.
  static func read(_ bytes: [UInt8], at offset: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let first = bytes[offset]
    switch first {
    case 0..<0x80:
      return (Unicode.Scalar(first), 1)
    case 0xC2...0xDF:
      return decode(bytes, at: offset, length: 2, leadingBits: first & 0x1F, least: 0x80)
    case 0xE0...0xEF:
      return decode(bytes, at: offset, length: 3, leadingBits: first & 0x0F, least: 0x800)
    case 0xF0...0xF4:
      return decode(bytes, at: offset, length: 4, leadingBits: first & 0x07, least: 0x1_0000)
    default:
      return nil
    }
  }

  private static func decode(
    _ bytes: [UInt8], at offset: Int, length: Int, leadingBits: UInt8, least: UInt32
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard offset + length <= bytes.count else { return nil }
    var value = UInt32(leadingBits)
    for index in offset + 1..<offset + length {
      guard bytes[index] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(bytes[index] & 0x3F)
    }
    guard value >= least, let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }
}
