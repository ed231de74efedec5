/// A regular expression as it is written.
indirect enum ExpressionTree: Sendable {
  case characters(CharacterSet)
  case assertion(Contexts)
  /// One part after the other; none matches the empty text.
  case sequence([ExpressionTree])
  case alternatives([ExpressionTree])
  /// At least and at most so many times; nil: without end.
  case repeated(ExpressionTree, least: Int, most: Int?)

  /// How many characters it stands for when its repetitions are written out, or a number above `limit`.
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

// MARK: - Contexts

/// Pairs of what stands before a place in a text and what stands after it: those in which an assertion such as `^`
/// or `\b` holds.
struct Contexts: Hashable, Sendable {
  /// What stands on one side of a place.
  enum Side: Int, CaseIterable, Sendable {
    /// Nothing: the text begins or ends there.
    case edge, word, other
  }

  private var bits: UInt16 = 0

  @inline(__always)
  init(_ before: Side, _ after: Side) { bits = 1 << (before.rawValue * 3 + after.rawValue) }

  private init(_ holds: (Side, Side) -> Bool) {
    for before in Side.allCases {
      for after in Side.allCases where holds(before, after) { bits |= Self(before, after).bits }
    }
  }

  static let none = Contexts { _, _ in false }
  static let all = Contexts { _, _ in true }
  static let textStart = Contexts { before, _ in before == .edge }
  static let textEnd = Contexts { _, after in after == .edge }
  static let wordStart = Contexts { $0 != .word && $1 == .word }
  static let wordEnd = Contexts { $0 == .word && $1 != .word }
  static let wordEdge = Contexts { ($0 == .word) != ($1 == .word) }
  static let noWordEdge = Contexts { ($0 == .word) == ($1 == .word) }

  @inline(__always)
  func intersection(_ other: Contexts) -> Contexts {
    var both = self
    both.bits &= other.bits
    return both
  }

  mutating func formUnion(_ other: Contexts) { bits |= other.bits }

  var isEmpty: Bool { bits == 0 }

  /// The same pairs as somebody sees them who reads backward.
  var mirrored: Contexts { Contexts { !self.intersection(Contexts($1, $0)).isEmpty } }
}

// MARK: - Text that every match holds

extension ExpressionTree {
  /// The longest text that stands in every match, or nothing, and all that it matches, where that is one text;
  /// `isPlain` says whether a character of the expression stands for no other one in a text.
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
