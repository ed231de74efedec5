/// Functions that decode and encode UTF-8 one Unicode scalar at a time.
package enum UTF8Scalar {
  /// U+FFFD, for invalid UTF-8.
  package static let replacement: UInt32 = 0xFFFD

  /// Reads the scalar at `index` and advances.
  ///
  /// Invalid UTF-8 gives one U+FFFD for each maximal subpart, as the Unicode standard recommends.
  @inlinable @inline(__always)
  package static func read(_ bytes: Span<UInt8>, at index: inout Int) -> UInt32 {
    let lead = bytes[index]
    if lead < 0x80 {
      index += 1
      return UInt32(lead)
    }
    return readLong(bytes, at: &index) ?? replacement
  }

  /// Reads the scalar at `index` and advances; nil for a maximal invalid subpart.
  package static func readStrictly(_ bytes: Span<UInt8>, at index: inout Int) -> Unicode.Scalar? {
    let lead = bytes[index]
    if lead < 0x80 {
      index += 1
      return Unicode.Scalar(lead)
    }
    return readLong(bytes, at: &index).flatMap { Unicode.Scalar($0) }
  }

  @usableFromInline
  static func readLong(_ bytes: Span<UInt8>, at index: inout Int) -> UInt32? {
    let lead = bytes[index]
    index += 1
    guard var sequence = UTF8Sequence(lead: lead) else { return nil }
    while !sequence.isWhole {
      guard index < bytes.count, sequence.take(bytes[index]) else { return nil }
      index += 1
    }
    return sequence.value
  }

  /// Appends the bytes of a scalar; nothing for 0.
  @inlinable
  package static func append(_ scalar: UInt32, to bytes: inout [UInt8]) {
    encode(scalar) { bytes.append($0) }
  }

  /// Appends the bytes of a scalar; nothing for 0.
  @inlinable
  package static func append(_ scalar: UInt32, to bytes: inout OutputSpan<UInt8>) {
    encode(scalar) { bytes.append($0) }
  }

  @inlinable @inline(__always)
  static func encode(_ scalar: UInt32, _ put: (UInt8) -> Void) {
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

/// An incremental decoder for one UTF-8 character of two to four bytes: begins with the lead byte,
/// takes the others one by one, and then has the Unicode scalar.
///
/// Invalid bytes are rejected, so a complete sequence is never overlong, a surrogate or beyond
/// U+10FFFF.
package struct UTF8Sequence: Equatable {
  /// The scalar, once complete.
  package private(set) var value: UInt32
  private var missingCount: UInt8
  /// The valid values of the next byte.
  private var range: ClosedRange<UInt8>

  private static let continuation: ClosedRange<UInt8> = 0x80...0xBF

  /// - Returns: nil if no multi-byte scalar begins with this byte.
  package init?(lead: UInt8) {
    // The range of the second byte excludes overlong forms, surrogates and values beyond U+10FFFF.
    switch lead {
    case 0xC2...0xDF: (missingCount, range) = (1, Self.continuation)
    case 0xE0: (missingCount, range) = (2, 0xA0...0xBF)
    case 0xED: (missingCount, range) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (missingCount, range) = (2, Self.continuation)
    case 0xF0: (missingCount, range) = (3, 0x90...0xBF)
    case 0xF1...0xF3: (missingCount, range) = (3, Self.continuation)
    case 0xF4: (missingCount, range) = (3, 0x80...0x8F)
    default: return nil
    }
    value = UInt32(lead & (0x3F >> missingCount))
  }

  package var isWhole: Bool { missingCount == 0 }

  /// Takes the next byte; returns false and changes nothing if it is invalid.
  package mutating func take(_ byte: UInt8) -> Bool {
    guard missingCount > 0, range ~= byte else { return false }
    value = value << 6 | UInt32(byte & 0x3F)
    missingCount -= 1
    range = Self.continuation
    return true
  }
}

extension String {
  /// The text whose UTF-8 a function appends.
  package init(writing append: (inout [UInt8]) -> Void) {
    var bytes: [UInt8] = []
    append(&bytes)
    self.init(decoding: bytes, as: UTF8.self)
  }
}
