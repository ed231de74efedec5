/// Reads untrusted text scalar by scalar and gives only what may be shown.
///
/// Left out whole: escape sequences (ESC and C1 forms of CSI, OSC, DCS, APC, PM, SOS, and two-byte
/// ones), C1 controls, bidirectional controls and other invisible format characters. Made visible:
/// other C0 controls and DEL as control pictures, what is not UTF-8 as U+FFFD. Capped: marks on one
/// base. Tab and newline come as they are; what they mean is the caller's. Costs one pass.
package struct HarmlessScanner {
  /// The most scalars without width that may follow one another.
  package static let markLimit = 8

  /// Where the next scalar begins.
  package private(set) var index = 0
  /// Where the last scalar that is not plain ASCII began.
  private(set) var unusualStart = 0
  private var marks = 0

  package init() {}

  /// Whether a scalar is given as it is wherever it stands.
  static func admits(_ scalar: UInt32) -> Bool {
    scalar != 0x7F && ScalarProperties(of: scalar).scalarClass != .control
  }

  /// The next harmless scalar, nil at the end.
  ///
  /// Every call must be given the same bytes.
  @inline(__always)
  package mutating func next(in bytes: Span<UInt8>) -> UInt32? {
    if index < bytes.count, 0x20..<0x7F ~= bytes[index] {
      let scalar = UInt32(bytes[index])
      index += 1
      marks = 0
      return scalar
    }
    return nextUnusual(in: bytes)
  }

  /// Moves over plain ASCII that the caller has taken without `next`.
  @inline(__always)
  package mutating func skip(to index: Int) {
    self.index = index
    marks = 0
  }

  private mutating func nextUnusual(in bytes: Span<UInt8>) -> UInt32? {
    while index < bytes.count {
      unusualStart = index
      let scalar = UTF8Scalar.read(bytes, at: &index)
      switch scalar {
      case 0x20..<0x7F, 0x09, 0x0A:
        marks = 0
        return scalar
      case 0x0D:
        if index < bytes.count, bytes[index] == 0x0A { continue }
        marks = 0
        return 0x20
      case 0x1B: skipEscape(in: bytes)
      case 0x00..<0x20:
        marks = 0
        return 0x2400 + scalar
      case 0x7F:
        marks = 0
        return 0x2421
      case 0x80...0x9F: skipSequence(introducer: UInt8(scalar - 0x40), in: bytes)
      case 0x2028, 0x2029:
        marks = 0
        return 0x0A
      default:
        if let harmless = admit(scalar) { return harmless }
      }
    }
    return nil
  }

  /// The scalar, unless it is invisible or one mark too many.
  private mutating func admit(_ scalar: UInt32) -> UInt32? {
    switch ScalarProperties(of: scalar).scalarClass {
    case .control: return nil
    case .extend, .joiner, .spacingMark:
      marks += 1
      return marks <= Self.markLimit ? scalar : nil
    case .other, .regionalIndicator, .hangulLeading, .hangulVowel, .hangulTrailing,
      .hangulOpenSyllable, .hangulClosedSyllable, .pictograph, .skinTone:
      marks = 0
      return scalar
    }
  }

  /// What follows ESC.
  private mutating func skipEscape(in bytes: Span<UInt8>) {
    guard index < bytes.count else { return }
    switch bytes[index] {
    case 0x20...0x2F:
      while index < bytes.count, 0x20...0x2F ~= bytes[index] { index += 1 }
      if index < bytes.count, 0x30...0x7E ~= bytes[index] { index += 1 }
    case 0x30...0x7E:
      index += 1
      skipSequence(introducer: bytes[index - 1], in: bytes)
    default: break
    }
  }

  /// The rest of a sequence whose introducer, in its seven-bit form, has been read.
  private mutating func skipSequence(introducer: UInt8, in bytes: Span<UInt8>) {
    switch introducer {
    case UInt8(ascii: "["):
      while index < bytes.count, 0x20...0x3F ~= bytes[index] { index += 1 }
      if index < bytes.count, 0x40...0x7E ~= bytes[index] { index += 1 }
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"),
      UInt8(ascii: "_"):
      skipString(in: bytes)
    default: break
    }
  }

  /// A control string up to its end.
  ///
  /// BEL, or ST in either form. One that is never ended is text: only its introducer is left out.
  /// Any other control ends the search, so no byte is searched twice.
  private mutating func skipString(in bytes: Span<UInt8>) {
    var end = index
    while end < bytes.count {
      switch bytes[end] {
      case 0x07:
        index = end + 1
        return
      case 0x1B:
        if end + 1 < bytes.count, bytes[end + 1] == UInt8(ascii: "\\") { index = end + 2 }
        return
      case 0xC2 where end + 1 < bytes.count && 0x80...0x9F ~= bytes[end + 1]:
        if bytes[end + 1] == 0x9C { index = end + 2 }
        return
      case 0x00..<0x09, 0x0A..<0x20: return
      default: end += 1
      }
    }
  }
}
