/// Decides, scalar by scalar, whether the next one belongs to the grapheme begun before it.
struct GraphemeBreaker {
  private var last: ScalarClass = .other
  /// How many regional indicators the grapheme has.
  private var indicators = 0
  /// Whether a pictograph with only marks after it came before.
  private var followsPictograph = false

  mutating func start(with first: ScalarClass) {
    last = first
    indicators = first == .regionalIndicator ? 1 : 0
    followsPictograph = first == .pictograph
  }

  /// Whether the next scalar joins; if so it is taken into account.
  mutating func joins(_ next: ScalarClass) -> Bool {
    guard belongs(next) else { return false }
    if next == .regionalIndicator { indicators += 1 }
    if next == .pictograph { followsPictograph = true }
    if next == .spacingMark { followsPictograph = false }
    last = next
    return true
  }

  /// Whether U+FE0F after this base asks for a picture two columns wide.
  func hasPictureForm(_ base: UInt32) -> Bool {
    if base < 0x80 { return base == 0x23 || base == 0x2A || 0x30...0x39 ~= base }
    return ScalarProperties(of: base).scalarClass == .pictograph
  }

  private func belongs(_ next: ScalarClass) -> Bool {
    switch next {
    case .extend, .joiner, .spacingMark: true
    case .regionalIndicator: last == .regionalIndicator && indicators == 1
    case .pictograph: last == .joiner && followsPictograph
    case .skinTone: last == .pictograph
    case .hangulLeading, .hangulOpenSyllable, .hangulClosedSyllable: last == .hangulLeading
    case .hangulVowel:
      last == .hangulLeading || last == .hangulVowel || last == .hangulOpenSyllable
    case .hangulTrailing:
      last == .hangulVowel || last == .hangulTrailing || last == .hangulOpenSyllable
        || last == .hangulClosedSyllable
    case .other, .control: false
    }
  }
}
