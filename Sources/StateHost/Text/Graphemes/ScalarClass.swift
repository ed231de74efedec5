/// The part a scalar plays in a grapheme.
///
/// The grapheme-cluster-break classes of Unicode, without prepend (drawn alone on terminals) and
/// with the pictographs that a zero-width joiner ties together, and what colours them.
enum ScalarClass: UInt8 {
  case other = 0
  case control
  case extend
  case joiner
  case regionalIndicator
  case spacingMark
  case hangulLeading
  case hangulVowel
  case hangulTrailing
  case hangulOpenSyllable
  case hangulClosedSyllable
  case pictograph
  /// An emoji modifier: colours the pictograph before it, else stands alone.
  case skinTone
}

/// What a scalar is to a terminal.
struct ScalarProperties {
  let scalarClass: ScalarClass
  /// Whether it takes two columns where it begins a grapheme.
  let isWide: Bool

  private static let hangulSyllables: ClosedRange<UInt32> = 0xAC00...0xD7A3

  /// Looks up any value up to 0x10FFFF.
  init(of scalar: UInt32) {
    if scalar < 0xA9 {
      self.init(.other, isWide: false, unless: scalar < 0x20 || 0x7F...0x9F ~= scalar)
      return
    }
    if Self.hangulSyllables ~= scalar {
      let isOpen = (scalar - Self.hangulSyllables.lowerBound) % 28 == 0
      self.init(isOpen ? .hangulOpenSyllable : .hangulClosedSyllable, isWide: true)
      return
    }
    let value = Self.run(of: scalar)
    self.init(ScalarClass(rawValue: UInt8(value & 0x0F)) ?? .other, isWide: value & 0x80 != 0)
  }

  private init(_ scalarClass: ScalarClass, isWide: Bool, unless isControl: Bool = false) {
    self.scalarClass = isControl ? .control : scalarClass
    self.isWide = isWide
  }

  /// The entry of the run that holds the scalar.
  private static func run(of scalar: UInt32) -> UInt32 {
    let page = Int(min(scalar >> 8, 0x200))
    var low = Int(ScalarClassTable.pages[page])
    var high = Int(ScalarClassTable.pages[page + 1])
    // The last run of the page that does not begin after the scalar.
    while high - low > 1 {
      let middle = (low + high) / 2
      if ScalarClassTable.runs[middle] >> 8 <= scalar { low = middle } else { high = middle }
    }
    return ScalarClassTable.runs[low]
  }
}
