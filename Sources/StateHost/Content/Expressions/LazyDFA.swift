/// A deterministic automaton for a regular expression that reads text forward or backward and
/// builds its states when a text first needs them.
///
/// A state is the set of positions that may have matched the last character. When the cache of
/// states and transitions is full, it is cleared. If that happens too often, nothing is cached for
/// a while and the NFA is simulated, about ten times slower.
///
/// A match is found a character late, since an assertion may depend on the next character.
struct LazyDFA: Sendable {
  /// Positions in the regular expression, and what was just read: word character, other or edge.
  private struct State: Hashable {
    /// One bit for each position.
    var words: [UInt64]
    /// What the last character is to the offset after it.
    var side: BoundaryContexts.Side

    var isDead: Bool { words.allSatisfy { $0 == 0 } }
  }

  /// The size of the cache; a growing array may take twice as much.
  static let maxBytes = 1 << 20
  /// The most unused steps that are saved for later.
  static let maxSavedSteps = 1 << 22
  // A transition is the next state's row in the table plus these bits, or `unknown`.
  private static let unknown = UInt32.max
  /// The run must stop: there is a match, or no match can follow.
  private static let stopBit: UInt32 = 1 << 31
  /// The text before this character is a match.
  static let matchBit: UInt32 = 1 << 30
  private static let rowBits = matchBit - 1

  /// The cost so far; a step takes about a nanosecond.
  private(set) var stepCount = 0
  private var maxSteps = maxSavedSteps
  /// How often the cache was cleared.
  private(set) var clearCount = 0
  private var classes: CharacterClasses
  private let nfa: RegexNFA
  private let beginsAnywhere: Bool
  private let maxBytes: Int

  // The cache; its first state is dead.
  private var states: [State] = []
  private var rows: [State: Int] = [:]
  /// The transitions of each state, by character class.
  private var table: [UInt32] = []
  private var stride = 0
  /// The start states, by what precedes them.
  private var firstRows: [Int?] = []
  private var readSinceClear = 0
  /// For how many more characters nothing is cached.
  private var uncachedCount = 0

  // The current state: its row if cached, otherwise itself.
  private var row = 0
  private var isCached = true
  private var current: State
  private var next: [UInt64]

  /// Finds matches anywhere if `isSearching`, otherwise only where reading begins.
  init(_ nfa: RegexNFA, _ options: RegexOptions, isSearching: Bool, maxBytes: Int) {
    self.nfa = nfa
    self.maxBytes = maxBytes
    beginsAnywhere = isSearching && nfa.startsAnywhere
    classes = CharacterClasses(nfa, options)
    next = [UInt64](repeating: 0, count: nfa.wordCount)
    current = State(words: next, side: .edge)
    clearCache()
  }

  mutating func add(steps count: Int) {
    maxSteps = min(maxSteps, stepCount + Self.maxSavedSteps) + count
  }

  var hasSteps: Bool { stepCount <= maxSteps }

  /// Starts reading after a character of this kind.
  mutating func begin(after before: BoundaryContexts.Side) {
    isCached = uncachedCount <= 0
    if isCached, let first = firstRows[before.rawValue] {
      row = first
      return
    }
    current = State(words: [UInt64](repeating: 0, count: nfa.wordCount), side: before)
    current.words[0] = 1
    cacheCurrent()
    if isCached { firstRows[before.rawValue] = row }
  }

  /// Reads while transitions are cached and none stops.
  mutating func run(_ text: Span<UInt8>, from index: inout Int) {
    guard isCached else { return }
    let start = index
    let (table, groups) = (self.table, classes.ofByte)
    var row = UInt32(self.row)
    while index < text.count {
      var transition = row
      // While the state stays the same, no iteration depends on the one before.
      while index < text.count {
        transition = table[Int(row) + Int(groups[Int(text[index])])]
        if transition != row { break }
        index += 1
      }
      if transition & Self.stopBit != 0 { break }
      if transition != row { (row, index) = (transition, index + 1) }
    }
    self.row = Int(row)
    readSinceClear += index - start
  }

  /// Reads backward while transitions are cached; marks the state, and whether there is a match.
  mutating func run(_ text: Span<UInt8>, backFrom index: inout Int, into marks: inout [UInt32]) {
    guard isCached else { return }
    let start = index
    let (table, groups) = (self.table, classes.ofByte)
    while index > 0 {
      let transition = table[row + Int(groups[Int(text[index - 1])])]
      if transition == Self.unknown { break }
      marks[index] |= transition & Self.matchBit
      row = Int(transition & Self.rowBits)
      index -= 1
      marks[index] = UInt32(row)
    }
    readSinceClear += start - index
  }

  /// Reads a character, backward if reversed; returns whether the text before it is a match.
  mutating func take(_ text: Span<UInt8>, at index: inout Int) -> Bool {
    let group = classes.group(text, at: &index, isBackward: nfa.isReversed)
    stepCount += 8
    let known = isCached && group < stride ? table[row + group] : Self.unknown
    guard known == Self.unknown else {
      row = Int(known & Self.rowBits)
      readSinceClear += 1
      return known & Self.matchBit != 0
    }
    return takeUncached(group)
  }

  /// Whether no match can follow.
  var isDead: Bool { isCached ? row == 0 : current.isDead }

  /// Whether the text read so far is a match at the end of the text.
  mutating func matchesAtEnd() -> Bool {
    if isCached { current = states[row / stride] }
    return isEnding(before: .edge)
  }

  /// The kind of the character that ends at `end`.
  mutating func side(_ text: Span<UInt8>, endingAt end: Int) -> BoundaryContexts.Side {
    var place = end
    let group = classes.group(text, at: &place, isBackward: true)
    return classes.sides[group]
  }

  /// The current state as left in the marks, valid until `clearCount` changes.
  var mark: UInt32 { isCached ? UInt32(row) : Self.rowBits }

  /// The positions of a marked state; nil if it was not cached.
  func positions(of mark: UInt32) -> [UInt64]? {
    let row = mark & Self.rowBits
    return row == Self.rowBits ? nil : states[Int(row) / stride].words
  }

  /// Whether the current state has any of the positions, other than the start.
  func shares(_ positions: [UInt64]) -> Bool {
    var own = isCached ? states[row / stride].words : current.words
    own[0] &= ~1
    return zip(own, positions).contains { $0 & $1 != 0 }
  }

  private mutating func takeUncached(_ group: Int) -> Bool {
    let (from, clears) = (row, clearCount)
    if isCached { current = states[from / stride] } else { uncachedCount -= 1 }
    let after = classes.sides[group]
    let isMatch = isEnding(before: after)
    advance(to: group, before: after)
    swap(&current.words, &next)
    current.side = after
    guard isCached else { return isMatch }
    readSinceClear += 1
    if group >= stride { clearCache() }
    cacheCurrent()
    if isCached, clearCount == clears {
      let bits = (isMatch ? Self.matchBit : 0) | (isMatch || row == 0 ? Self.stopBit : 0)
      table[from + group] = UInt32(row) | bits
    }
    return isMatch
  }

  /// Whether a match may end in the current state before this kind of character.
  private mutating func isEnding(before after: BoundaryContexts.Side) -> Bool {
    let context = BoundaryContexts(current.side, after)
    for word in current.words.indices {
      var bits = current.words[word] & nfa.ends[word]
      while bits != 0 {
        let position = word * 64 + bits.trailingZeroBitCount
        if !nfa.endings[position].intersection(context).isEmpty { return true }
        bits &= bits - 1
        stepCount += 1
      }
    }
    return false
  }

  /// Computes in `next` the positions that follow the current ones and match a class.
  private mutating func advance(to group: Int, before after: BoundaryContexts.Side) {
    let context = BoundaryContexts(current.side, after)
    var carry: UInt64 = 0
    for place in next.indices {
      let word = nfa.isReversed ? next.count - 1 - place : place
      let shifted = current.words[word] & nfa.shifts[word]
      next[word] = (nfa.isReversed ? shifted >> 1 : shifted << 1) | carry
      carry = nfa.isReversed ? shifted << 63 : shifted >> 63
    }
    for word in next.indices {
      var bits = current.words[word] & nfa.branches[word]
      while bits != 0 {
        let position = word * 64 + bits.trailingZeroBitCount
        bits &= bits - 1
        let edges = nfa.branchStarts[position]..<nfa.branchStarts[position + 1]
        stepCount += 2 * edges.count
        for index in edges {
          let edge = nfa.branchEdges[index]
          if edge.contexts.intersection(context).isEmpty { continue }
          next[Int(edge.position) / 64] |= 1 << UInt64(edge.position % 64)
        }
      }
    }
    for word in next.indices { next[word] &= classes.members[group * next.count + word] }
    if beginsAnywhere { next[0] |= 1 }
    stepCount += 4 * next.count
  }

  // MARK: - Keeping states

  private mutating func clearCache() {
    clearCount += 1
    readSinceClear = 0
    if classes.count > stride { stride = classes.count * 5 / 4 + 1 }
    table.removeAll(keepingCapacity: true)
    states.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
    firstRows = [nil, nil, nil]
    append(State(words: [UInt64](repeating: 0, count: nfa.wordCount), side: .edge))
  }

  private mutating func append(_ state: State) {
    rows[state] = states.count * stride
    states.append(state)
    table.append(contentsOf: repeatElement(Self.unknown, count: stride))
  }

  /// Finds or adds the row of the current state; stops caching if there is no room.
  private mutating func cacheCurrent() {
    stepCount += 200 + stride / 4
    if current.isDead { current.side = .edge }
    if let known = rows[current] {
      row = known
      return
    }
    // The overhead of a state in its two collections is 128 bytes.
    if states.count >= max(16, maxBytes / (4 * stride + 8 * nfa.wordCount + 128)) {
      // States that were used less than ten times each are not worth caching.
      isCached = readSinceClear >= 10 * states.count
      uncachedCount = isCached ? 0 : 10 * states.count
      clearCache()
      if !isCached { return }
    }
    row = states.count * stride
    append(current)
  }
}

/// The classes of characters that a regular expression treats alike: a table from characters to
/// classes, the columns of a DFA's transition table, with the NFA positions that match each class.
struct CharacterClasses: Sendable {
  /// The class of the first byte of a multi-byte character, which needs decoding.
  static let long = 0

  private(set) var ofByte = [UInt16](repeating: UInt16(CharacterClasses.long), count: 256)
  /// Bit sets of the positions that match each class.
  private(set) var members: [UInt64]
  /// What the characters of each class are to an adjacent offset.
  private(set) var sides: [BoundaryContexts.Side] = [.edge]

  private let options: RegexOptions
  private let wordCount: Int
  /// The distinct sets of the NFA with their positions.
  private let sets: [(set: CharacterSet, positions: [Int])]
  private var groups: [Key: Int] = [:]
  /// A cache of the classes of recent characters, by their low bits.
  private var known = [(character: UInt32, group: UInt16)](repeating: (.max, 0), count: knownCount)
  private static let knownCount = 1024

  /// The key of a character class: the NFA positions matching it and its kind at word boundaries.
  private struct Key: Hashable {
    let members: [UInt64]
    let side: BoundaryContexts.Side
  }

  init(_ nfa: RegexNFA, _ options: RegexOptions) {
    self.options = options
    wordCount = nfa.wordCount
    members = [UInt64](repeating: 0, count: wordCount)
    var positions: [CharacterSet: [Int]] = [:]
    for (position, set) in nfa.sets.enumerated().dropFirst() {
      positions[set, default: []].append(position)
    }
    sets = positions.map { (set: $0.key, positions: $0.value) }
    for byte in 0..<(options.isBytewise ? 256 : 128) {
      ofByte[byte] = UInt16(group(of: UInt32(byte)))
    }
  }

  var count: Int { sides.count }

  /// Skips the next or the previous character and returns its class.
  mutating func group(_ text: Span<UInt8>, at index: inout Int, isBackward: Bool) -> Int {
    let group = Int(ofByte[Int(text[isBackward ? index - 1 : index])])
    if group != Self.long {
      index += isBackward ? -1 : 1
      return group
    }
    let (character, count) =
      isBackward
      ? RegexCharacter.read(text, endingAt: index) : RegexCharacter.read(text, at: index)
    index += isBackward ? -count : count
    let slot = Int(character) % Self.knownCount
    if known[slot].character != character {
      known[slot] = (character, UInt16(self.group(of: character)))
    }
    return Int(known[slot].group)
  }

  private mutating func group(of character: UInt32) -> Int {
    let compared = options.ignoresCase ? RegexCharacter.capital(character) : character
    var words = [UInt64](repeating: 0, count: wordCount)
    for (set, positions) in sets where set.contains(compared) {
      for position in positions { words[position / 64] |= 1 << UInt64(position % 64) }
    }
    let isWord = options.usesWords && RegexCharacter.isWord(compared)
    let key = Key(members: words, side: isWord ? .word : .other)
    if let group = groups[key] { return group }
    groups[key] = sides.count
    members += words
    sides.append(key.side)
    return sides.count - 1
  }
}

/// Properties of a regular expression beside its NFA, fixed when it is compiled: whether case is
/// ignored and, as the parser found, whether each byte is a character and whether it has word
/// assertions such as `\b`, so that word characters must be told from others.
struct RegexOptions: Sendable {
  let ignoresCase: Bool
  /// Whether each byte of the text is a character.
  let isBytewise: Bool
  /// Whether word boundaries matter.
  let usesWords: Bool
}
