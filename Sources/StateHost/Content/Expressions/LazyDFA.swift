/// Runs a graph over texts: a deterministic automaton, whose states are made when they are first needed.
///
/// A state is the set of positions that may have matched the last character. States and their transitions take at
/// most so many bytes; when there is no room for another one all are forgotten. Where that happens again and again, it
/// keeps none for a while and makes each set anew (a simulation of the graph, some ten times slower).
///
/// A match is found one character late, since an assertion at its end depends on what comes next.
struct LazyDFA: Sendable {
  private struct State: Hashable {
    /// A bit for each position.
    var words: [UInt64]
    /// What its last character is to the place behind it.
    var side: BoundaryContexts.Side

    var isDead: Bool { words.allSatisfy { $0 == 0 } }
  }

  /// What states and transitions may take; an array that grows may take twice as much.
  static let mostBytes = 1 << 20
  /// So many steps are saved up at most, for making states.
  static let mostSaved = 1 << 22
  // A transition is where the row of the next state begins in the table, with these bits; or not known yet.
  private static let unknown = UInt32.max
  /// Something is to be said: a match, or that there will be none.
  private static let stopBit: UInt32 = 1 << 31
  /// What was read before this character is a match.
  static let matchBit: UInt32 = 1 << 30
  private static let rowBits = matchBit - 1

  /// How much has been done: about a nanosecond each.
  private(set) var stepCount = 0
  private var mostSteps = mostSaved
  /// How often all states were forgotten.
  private(set) var forgetCount = 0
  private var alphabet: CharacterClasses
  private let graph: ExpressionNFA
  private let beginsAnywhere: Bool
  private let mostBytes: Int

  // What is kept. The first state is dead.
  private var states: [State] = []
  private var rows: [State: Int] = [:]
  /// The transitions of each state, by groups of characters.
  private var table: [UInt32] = []
  private var stride = 0
  /// Where texts begin, by what stands before.
  private var firstRows: [Int?] = []
  private var readSinceForgotten = 0
  /// For so many more characters nothing is kept.
  private var unkeptCount = 0

  // The present state: its row, where it is kept, else itself.
  private var row = 0
  private var isKept = true
  private var present: State
  private var next: [UInt64]

  /// An automaton that looks for matches anywhere, or only for those that begin where reading does.
  init(
    _ graph: ExpressionNFA, _ style: ExpressionOptions, isSearching: Bool, mostBytes: Int
  ) {
    self.graph = graph
    self.mostBytes = mostBytes
    beginsAnywhere = isSearching && graph.startsAnywhere
    alphabet = CharacterClasses(graph, style)
    next = [UInt64](repeating: 0, count: graph.wordCount)
    present = State(words: next, side: .edge)
    forget()
  }

  /// Gives so many more steps, besides those that were saved.
  mutating func add(steps count: Int) {
    mostSteps = min(mostSteps, stepCount + Self.mostSaved) + count
  }

  /// Nothing has taken too long.
  var hasSteps: Bool { stepCount <= mostSteps }

  // MARK: - Reading

  /// Begins to read after what stands before.
  mutating func begin(after before: BoundaryContexts.Side) {
    isKept = unkeptCount <= 0
    if isKept, let first = firstRows[before.rawValue] {
      row = first
      return
    }
    present = State(words: [UInt64](repeating: 0, count: graph.wordCount), side: before)
    present.words[0] = 1
    keepPresent()
    if isKept { firstRows[before.rawValue] = row }
  }

  /// Reads on while all is known and nothing is to be said.
  mutating func run(_ text: Span<UInt8>, from index: inout Int) {
    guard isKept else { return }
    let start = index
    let (table, groups) = (self.table, alphabet.ofByte)
    var row = UInt32(self.row)
    while index < text.count {
      var transition = row
      // While the state stays, no step waits for the one before.
      while index < text.count {
        transition = table[Int(row) + Int(groups[Int(text[index])])]
        if transition != row { break }
        index += 1
      }
      if transition & Self.stopBit != 0 { break }
      if transition != row { (row, index) = (transition, index + 1) }
    }
    self.row = Int(row)
    readSinceForgotten += index - start
  }

  /// Reads backward while all is known, and leaves a mark at each place: whether a match is found there, and the state
  /// behind the character that follows.
  mutating func run(_ text: Span<UInt8>, backFrom index: inout Int, into marks: inout [UInt32]) {
    guard isKept else { return }
    let start = index
    let (table, groups) = (self.table, alphabet.ofByte)
    while index > 0 {
      let transition = table[row + Int(groups[Int(text[index - 1])])]
      if transition == Self.unknown { break }
      marks[index] |= transition & Self.matchBit
      row = Int(transition & Self.rowBits)
      index -= 1
      marks[index] = UInt32(row)
    }
    readSinceForgotten += start - index
  }

  /// Reads the next character, or the one before; whether what was read so far is a match.
  mutating func take(_ text: Span<UInt8>, at index: inout Int) -> Bool {
    let group = alphabet.group(text, at: &index, isBackward: graph.isReversed)
    stepCount += 8
    let known = isKept && group < stride ? table[row + group] : Self.unknown
    guard known == Self.unknown else {
      row = Int(known & Self.rowBits)
      readSinceForgotten += 1
      return known & Self.matchBit != 0
    }
    return takeUnknown(group)
  }

  /// Nothing matches any more, whatever comes.
  var isDead: Bool { isKept ? row == 0 : present.isDead }

  /// What was read is a match where the text ends.
  mutating func matchesAtEnd() -> Bool {
    if isKept { present = states[row / stride] }
    return isEnding(before: .edge)
  }

  /// What the character that ends at `end` is to the place behind it.
  mutating func side(_ text: Span<UInt8>, endingAt end: Int) -> BoundaryContexts.Side {
    var place = end
    let group = alphabet.group(text, at: &place, isBackward: true)
    return alphabet.sides[group]
  }

  /// The present state as it is left at a place, which means something until `forgetCount` changes.
  var mark: UInt32 { isKept ? UInt32(row) : Self.rowBits }

  /// The positions of the state that was left in a mark; nil where it was not kept.
  func positions(of mark: UInt32) -> [UInt64]? {
    let row = mark & Self.rowBits
    return row == Self.rowBits ? nil : states[Int(row) / stride].words
  }

  /// Some of the positions are those of the present state, the start aside.
  func shares(_ positions: [UInt64]) -> Bool {
    var own = isKept ? states[row / stride].words : present.words
    own[0] &= ~1
    return zip(own, positions).contains { $0 & $1 != 0 }
  }
}

// MARK: - Unknown transitions

extension LazyDFA {
  private mutating func takeUnknown(_ group: Int) -> Bool {
    let (from, forgotten) = (row, forgetCount)
    if isKept { present = states[from / stride] } else { unkeptCount -= 1 }
    let after = alphabet.sides[group]
    let isMatch = isEnding(before: after)
    advance(to: group, before: after)
    swap(&present.words, &next)
    present.side = after
    guard isKept else { return isMatch }
    readSinceForgotten += 1
    if group >= stride { forget() }
    keepPresent()
    if isKept, forgetCount == forgotten {
      let bits = (isMatch ? Self.matchBit : 0) | (isMatch || row == 0 ? Self.stopBit : 0)
      table[from + group] = UInt32(row) | bits
    }
    return isMatch
  }

  /// A match may end in the present state, with this after it.
  private mutating func isEnding(before after: BoundaryContexts.Side) -> Bool {
    let context = BoundaryContexts(present.side, after)
    for word in present.words.indices {
      var bits = present.words[word] & graph.ends[word]
      while bits != 0 {
        let position = word * 64 + bits.trailingZeroBitCount
        if !graph.endings[position].intersection(context).isEmpty { return true }
        bits &= bits - 1
        stepCount += 1
      }
    }
    return false
  }

  /// Puts the positions into `next` that follow the present ones and match a group.
  private mutating func advance(to group: Int, before after: BoundaryContexts.Side) {
    let context = BoundaryContexts(present.side, after)
    var carry: UInt64 = 0
    for place in next.indices {
      let word = graph.isReversed ? next.count - 1 - place : place
      let shifted = present.words[word] & graph.shifts[word]
      next[word] = (graph.isReversed ? shifted >> 1 : shifted << 1) | carry
      carry = graph.isReversed ? shifted << 63 : shifted >> 63
    }
    for word in next.indices {
      var bits = present.words[word] & graph.branches[word]
      while bits != 0 {
        let position = word * 64 + bits.trailingZeroBitCount
        bits &= bits - 1
        let edges = graph.branchStarts[position]..<graph.branchStarts[position + 1]
        stepCount += 2 * edges.count
        for index in edges {
          let edge = graph.branchEdges[index]
          if edge.contexts.intersection(context).isEmpty { continue }
          next[Int(edge.position) / 64] |= 1 << UInt64(edge.position % 64)
        }
      }
    }
    for word in next.indices { next[word] &= alphabet.members[group * next.count + word] }
    if beginsAnywhere { next[0] |= 1 }
    stepCount += 4 * next.count
  }
}

// MARK: - Keeping states

extension LazyDFA {
  private mutating func forget() {
    forgetCount += 1
    readSinceForgotten = 0
    if alphabet.count > stride { stride = alphabet.count * 5 / 4 + 1 }
    table.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    firstRows = [nil, nil, nil]
    append(State(words: [UInt64](repeating: 0, count: graph.wordCount), side: .edge))
  }

  private mutating func append(_ state: State) {
    rows[state] = states.count * stride
    states.append(state)
    table.append(contentsOf: repeatElement(Self.unknown, count: stride))
  }

  /// Finds the row of the present state, or makes one; where there is no room, nothing may be kept any more.
  private mutating func keepPresent() {
    stepCount += 200 + stride / 4
    if present.isDead { present.side = .edge }
    if let known = rows[present] {
      row = known
      return
    }
    // What is counted for a state besides its bits are the two collections that hold it.
    if states.count >= max(16, mostBytes / (4 * stride + 8 * graph.wordCount + 128)) {
      // States that were used less than ten times each do not pay.
      isKept = readSinceForgotten >= 10 * states.count
      unkeptCount = isKept ? 0 : 10 * states.count
      forget()
      if !isKept { return }
    }
    row = states.count * stride
    append(present)
  }
}

/// The characters of texts, in groups of those that an expression cannot tell apart.
struct CharacterClasses: Sendable {
  /// A byte that the groups of single bytes say nothing about: the first of a character of several.
  static let long = 0

  /// The group of each byte.
  private(set) var ofByte = [UInt16](repeating: UInt16(CharacterClasses.long), count: 256)
  /// The positions that match the characters of each group, a bit each.
  private(set) var members: [UInt64]
  /// What characters of each group are to a place beside them.
  private(set) var sides: [BoundaryContexts.Side] = [.edge]

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
    let side: BoundaryContexts.Side
  }

  init(_ graph: ExpressionNFA, _ style: ExpressionOptions) {
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
struct ExpressionOptions: Sendable {
  let ignoresCase: Bool
  /// Each byte of a text is a character.
  let isBytewise: Bool
  /// Places between words count.
  let usesWords: Bool
}
