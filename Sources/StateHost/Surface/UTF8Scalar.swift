/// UTF-8 one scalar at a time.
enum UTF8Scalar {
  static let replacement: UInt32 = 0xFFFD

  /// Reads the scalar at `index` and moves past it.
  ///
  /// What is not UTF-8 gives U+FFFD, one for each maximal part that could have begun a scalar, as
  /// the Unicode standard advises.
  @inline(__always)
  static func read(_ bytes: Span<UInt8>, at index: inout Int) -> UInt32 {
    let lead = bytes[index]
    if lead < 0x80 {
      index += 1
      return UInt32(lead)
    }
    return readLong(bytes, lead: lead, at: &index)
  }

  private static func readLong(_ bytes: Span<UInt8>, lead: UInt8, at index: inout Int) -> UInt32 {
    index += 1
    // The range of the second byte excludes overlong forms, surrogates and what lies past U+10FFFF.
    var lowest: UInt8 = 0x80
    var highest: UInt8 = 0xBF
    var following: Int
    var scalar: UInt32
    switch lead {
    case 0xC2...0xDF: (following, scalar) = (1, UInt32(lead & 0x1F))
    case 0xE0...0xEF:
      (following, scalar) = (2, UInt32(lead & 0x0F))
      if lead == 0xE0 { lowest = 0xA0 }
      if lead == 0xED { highest = 0x9F }
    case 0xF0...0xF4:
      (following, scalar) = (3, UInt32(lead & 0x07))
      if lead == 0xF0 { lowest = 0x90 }
      if lead == 0xF4 { highest = 0x8F }
    default: return replacement
    }
    while following > 0 {
      guard index < bytes.count, bytes[index] >= lowest, bytes[index] <= highest else {
        return replacement
      }
      scalar = scalar << 6 | UInt32(bytes[index] & 0x3F)
      index += 1
      following -= 1
      lowest = 0x80
      highest = 0xBF
    }
    return scalar
  }

  /// Appends the scalar's bytes; nothing for 0.
  static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    encode(scalar) { bytes.append($0) }
  }

  /// Appends the scalar's bytes; nothing for 0.
  static func append(_ scalar: UInt32, to bytes: inout OutputSpan<UInt8>) {
    encode(scalar) { bytes.append($0) }
  }

  @inline(__always)
  private static func encode(_ scalar: UInt32, _ put: (UInt8) -> Void) {
    func tail(_ shift: UInt32) { put(UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F)) }
    switch scalar {
    case 0: return
    case ..<0x80:
      put(UInt8(truncatingIfNeeded: scalar))
      return
    case ..<0x800: put(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
    case ..<0x1_0000:
      put(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      tail(6)
    default:
      put(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18 & 0x07))
      tail(12)
      tail(6)
    }
    tail(0)
  }
}
