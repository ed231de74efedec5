/// The characters of texts, in groups of those that an expression cannot tell apart.
struct Alphabet: Sendable {
  /// A byte that the groups of single bytes say nothing about: the first of a character of several.
  static let long = 0

  /// The group of each byte.
  private(set) var ofByte = [UInt16](repeating: UInt16(Alphabet.long), count: 256)
  /// The positions that match the characters of each group, a bit each.
  private(set) var members: [UInt64]
  /// What characters of each group are to a place beside them.
  private(set) var sides: [Contexts.Side] = [.edge]

  private let isBytewise: Bool
  private let ignoresCase: Bool
  private let usesWords: Bool
  private let wordCount: Int
  /// The sets of the graph, each once, with the positions that have it.
  private let sets: [(set: CharacterSet, positions: [Int])]
  private var groups: [Key: Int] = [:]
  /// The groups of characters that were met last, by the low bits of their numbers.
  private var known = [(character: UInt32, group: UInt16)](
    repeating: (.max, 0), count: knownCount)
  private static let knownCount = 1024

  private struct Key: Hashable {
    let members: [UInt64]
    let side: Contexts.Side
  }

  init(_ graph: ExpressionGraph, _ style: ExpressionStyle) {
    isBytewise = style.isBytewise
    ignoresCase = style.ignoresCase
    usesWords = style.usesWords
    wordCount = graph.wordCount
    members = [UInt64](repeating: 0, count: wordCount)
    var positions: [CharacterSet: [Int]] = [:]
    for (position, set) in graph.sets.enumerated().dropFirst() {
      positions[set, default: []].append(position)
    }
    sets = positions.map { (set: $0.key, positions: $0.value) }
    for byte in 0..<(isBytewise ? 256 : 128) { ofByte[byte] = UInt16(group(of: UInt32(byte))) }
  }

  /// How many groups there are so far.
  var count: Int { sides.count }

  /// Moves over the next character, or the one before, and gives its group.
  mutating func group(_ text: Span<UInt8>, at index: inout Int, isBackward: Bool) -> Int {
    let group = Int(ofByte[Int(text[isBackward ? index - 1 : index])])
    if group != Self.long {
      index += isBackward ? -1 : 1
      return group
    }
    let (character, count) =
      isBackward
      ? ExpressionCharacter.read(text, endingAt: index) : ExpressionCharacter.read(text, at: index)
    index += isBackward ? -count : count
    let slot = Int(character) % Self.knownCount
    if known[slot].character != character {
      known[slot] = (character, UInt16(self.group(of: character)))
    }
    return Int(known[slot].group)
  }

  private mutating func group(of character: UInt32) -> Int {
    let compared = ignoresCase ? ExpressionCharacter.capital(character) : character
    var words = [UInt64](repeating: 0, count: wordCount)
    for (set, positions) in sets where set.contains(compared) {
      for position in positions { words[position / 64] |= 1 << UInt64(position % 64) }
    }
    let isWord = usesWords && ExpressionCharacter.isWord(compared)
    let key = Key(members: words, side: isWord ? .word : .other)
    if let group = groups[key] { return group }
    groups[key] = sides.count
    members += words
    sides.append(key.side)
    return sides.count - 1
  }
}

/// How the characters of an expression and of a text are compared.
struct ExpressionStyle: Sendable {
  let ignoresCase: Bool
  /// Each byte of a text is a character.
  let isBytewise: Bool
  /// Places between words count.
  let usesWords: Bool
}
