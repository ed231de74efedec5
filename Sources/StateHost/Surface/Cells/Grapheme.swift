/// What one cell shows: nothing, one scalar, or an entry of the grapheme pool.
struct Grapheme: Equatable, Hashable, Sendable {
  /// 0 for none, a scalar's value, or a pool slot with bit 31 set.
  let code: UInt32

  @inline(__always)
  init(code: UInt32) { self.code = code }

  static let none = Grapheme(code: 0)
  static let space = Grapheme(code: 0x20)
  static let replacement = Grapheme(code: 0xFFFD)

  static func pooled(slot: Int) -> Grapheme {
    Grapheme(code: 0x8000_0000 | UInt32(truncatingIfNeeded: slot))
  }

  /// The slot in the pool, for a grapheme of several scalars.
  var slot: Int? { code & 0x8000_0000 == 0 ? nil : Int(code & 0x7FFF_FFFF) }

  var isASCII: Bool { code < 0x80 }
  var isBlank: Bool { code == 0 || code == 0x20 }

  /// Whether terminals disagree on how many columns it takes or on where it ends: several scalars,
  /// newer emoji, Hangul letters that wait for a vowel.
  var isUncertain: Bool {
    code >= 0x1F000 || 0x1100...0x115F ~= code || 0xA960...0xA97C ~= code
  }
}
