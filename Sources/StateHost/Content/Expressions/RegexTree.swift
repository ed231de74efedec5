internal import CHostSystem

/// The syntax tree of a pattern: characters, assertions, sequences, alternatives and repetitions.
indirect enum RegexTree: Sendable {
  case characters(CharacterSet)
  case assertion(BoundaryContexts)
  /// An empty sequence matches the empty text.
  case sequence([RegexTree])
  case alternatives([RegexTree])
  /// The maximum is nil if unlimited.
  case repeated(RegexTree, least: Int, most: Int?)

  /// The length with repetitions expanded, or a number above `limit`.
  func size(upTo limit: Int) -> Int {
    switch self {
    case .characters: 1
    case .assertion: 0
    case .sequence(let parts), .alternatives(let parts):
      parts.reduce(0) { min(limit + 1, $0 + $1.size(upTo: limit)) }
    case .repeated(let part, let least, let most):
      min(limit + 1, part.size(upTo: limit) * (most ?? max(1, least)))
    }
  }
}

/// The contexts in which an assertion such as `^` or `\b` holds: a set of pairs of kinds of
/// character before and after an offset.
struct BoundaryContexts: Hashable, Sendable {
  /// The kind of character at one side of an offset; `edge` is the start or the end of the text.
  enum Side: Int, CaseIterable, Sendable { case edge, word, other }

  private var bits: UInt16 = 0

  @inline(__always)
  init(_ before: Side, _ after: Side) { bits = 1 << (before.rawValue * 3 + after.rawValue) }

  private init(_ holds: (Side, Side) -> Bool) {
    for before in Side.allCases {
      for after in Side.allCases where holds(before, after) { bits |= Self(before, after).bits }
    }
  }

  static let none = BoundaryContexts { _, _ in false }
  static let all = BoundaryContexts { _, _ in true }
  static let textStart = BoundaryContexts { before, _ in before == .edge }
  static let textEnd = BoundaryContexts { _, after in after == .edge }
  static let wordStart = BoundaryContexts { $0 != .word && $1 == .word }
  static let wordEnd = BoundaryContexts { $0 == .word && $1 != .word }
  static let wordEdge = BoundaryContexts { ($0 == .word) != ($1 == .word) }
  static let noWordEdge = BoundaryContexts { ($0 == .word) == ($1 == .word) }

  @inline(__always)
  func intersection(_ other: BoundaryContexts) -> BoundaryContexts {
    var both = self
    both.bits &= other.bits
    return both
  }

  mutating func formUnion(_ other: BoundaryContexts) { bits |= other.bits }

  var isEmpty: Bool { bits == 0 }

  /// The same contexts for reading backward.
  var mirrored: BoundaryContexts {
    BoundaryContexts { !self.intersection(BoundaryContexts($1, $0)).isEmpty }
  }
}

extension RegexTree {
  /// The longest text that every match contains, and the whole match if it is one text.
  ///
  /// `isPlain` returns whether a character matches no other character.
  func required(_ isPlain: (UInt32) -> Bool) -> (whole: [UInt8]?, longest: [UInt8]) {
    switch self {
    case .assertion: return ([], [])
    case .characters(let set):
      guard let character = set.single, isPlain(character) else { return (nil, []) }
      let bytes =
        character < CharacterSet.firstByte
        ? Unicode.Scalar(character).map { Array(String($0).utf8) } ?? []
        : [UInt8(truncatingIfNeeded: character)]
      return (bytes, bytes)
    case .sequence(let parts):
      var (longest, run): ([UInt8], [UInt8]) = ([], [])
      var isWhole = true
      for part in parts {
        let found = part.required(isPlain)
        run += found.whole ?? []
        let candidate = found.whole == nil ? found.longest : []
        for text in [run, candidate] where text.count > longest.count { longest = text }
        if found.whole == nil { (run, isWhole) = ([], false) }
      }
      return (isWhole ? run : nil, longest)
    case .alternatives: return (nil, [])
    case .repeated(let part, let least, _):
      return (nil, least > 0 ? part.required(isPlain).longest : [])
    }
  }
}

/// The characters that match one place of a pattern, as ranges and POSIX classes, possibly negated.
///
/// A character is a Unicode scalar, or a byte that is not valid UTF-8. If case is ignored, pattern
/// and text are compared in uppercase as by `towupper`.
struct CharacterSet: Hashable, Sendable {
  /// The number of the first character that is an invalid byte, after the last scalar.
  static let firstByte: UInt32 = 0x11_0000
  /// The characters that `.` matches: all but NUL and invalid bytes.
  static let any = CharacterSet(ranges: [0...0], isNegated: true)
  /// The characters that `\w` matches.
  static let word = CharacterSet(ranges: [0x5F...0x5F], kinds: [.alnum])
  static let space = CharacterSet(kinds: [.space])
  /// The characters that `\d` matches: ASCII digits.
  static let digit = CharacterSet(ranges: [0x30...0x39])

  var ranges: [ClosedRange<UInt32>] = []
  var kinds: [POSIXClass] = []
  /// A negated set never matches invalid bytes.
  var isNegated = false

  static func only(_ character: UInt32) -> CharacterSet {
    CharacterSet(ranges: [character...character])
  }

  var negated: CharacterSet { CharacterSet(ranges: ranges, kinds: kinds, isNegated: !isNegated) }

  /// The only character that it matches; nil if there are several or none.
  var single: UInt32? {
    guard !isNegated, kinds.isEmpty, ranges.count == 1, ranges[0].count == 1 else { return nil }
    return ranges[0].lowerBound
  }

  func contains(_ character: UInt32) -> Bool {
    if isNegated, character >= Self.firstByte { return false }
    return (ranges.contains { $0.contains(character) } || kinds.contains { $0.has(character) })
      != isNegated
  }
}

/// A POSIX character class, such as `[:alpha:]`; tests characters as the C library does in C.UTF-8.
enum POSIXClass: String, CaseIterable, Sendable {
  // In the order of host_text.h.
  case alnum, alpha, blank, cntrl, digit, graph, lower, print, punct, space, upper, xdigit

  func has(_ character: UInt32) -> Bool {
    guard character < CharacterSet.firstByte, let number = Self.allCases.firstIndex(of: self)
    else { return false }
    return host_character_is(character, Int32(number)) != 0
  }
}

/// Functions for characters in regular expressions: decode UTF-8 forward or backward (an invalid
/// byte is a character above all scalars), convert to uppercase, and test for word characters.
enum RegexCharacter {
  /// The uppercase form, which is compared if case is ignored.
  static func capital(_ character: UInt32) -> UInt32 {
    if character < 0x80 {
      return character >= 0x61 && character <= 0x7A ? character & ~0x20 : character
    }
    return character < CharacterSet.firstByte ? host_character_upper(character) : character
  }

  /// Whether it is a letter, a digit or `_`; an invalid byte counts as its value, as in glibc.
  static func isWord(_ character: UInt32) -> Bool {
    let first = CharacterSet.firstByte
    return CharacterSet.word.contains(character >= first ? character - first : character)
  }

  /// The character at `index` and its length in bytes.
  @inline(__always)
  static func read(_ text: Span<UInt8>, at index: Int) -> (character: UInt32, count: Int) {
    let lead = UInt32(text[index])
    if lead < 0x80 { return (lead, 1) }
    let none = (CharacterSet.firstByte + lead, 1)
    let count = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard 0xC2...0xF4 ~= lead, count <= text.count - index else { return none }
    var scalar = lead & (0x7F >> UInt32(count))
    for place in index + 1..<index + count {
      let byte = UInt32(text[place])
      guard byte & 0xC0 == 0x80 else { return none }
      scalar = scalar << 6 | byte & 0x3F
    }
    // Overlong forms and surrogates are invalid.
    let least: UInt32 = count == 2 ? 0x80 : count == 3 ? 0x800 : 0x1_0000
    let isScalar = scalar >= least && scalar < 0x11_0000 && !(0xD800...0xDFFF ~= scalar)
    return isScalar ? (scalar, count) : none
  }

  /// The character that ends at `end`, which is greater than 0, and its length in bytes.
  @inline(__always)
  static func read(_ text: Span<UInt8>, endingAt end: Int) -> (character: UInt32, count: Int) {
    let last = UInt32(text[end - 1])
    if last < 0x80 { return (last, 1) }
    for count in 2...4 where count <= end && text[end - count] >= 0xC2 {
      let found = read(text, at: end - count)
      if found.count == count { return found }
    }
    return (CharacterSet.firstByte + last, 1)
  }
}
