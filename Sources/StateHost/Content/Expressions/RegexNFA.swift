/// The nondeterministic automaton of a regular expression (Glushkov's construction), made from its
/// `RegexTree`; `LazyDFA` reads text with it.
///
/// Each character of the expression is a position, numbered from 1; 0 is start and end. An edge
/// leads to a position matching the next character, or to the end. Assertions are edge conditions.
struct RegexNFA: Sendable {
  /// A transition to a position, and the contexts (such as a word boundary) in which it is allowed.
  struct Edge: Sendable {
    let position: UInt16
    let contexts: BoundaryContexts
  }

  /// Bounds the cost of a step.
  private static let maxEdges = 1 << 16

  /// The characters that each position matches.
  private(set) var sets: [CharacterSet] = [CharacterSet()]
  private var edges: [[Edge]] = [[]]
  private var edgeCount = 0
  private(set) var isReversed = false

  // Bit sets over positions, derived from `edges`, for the DFA.

  private(set) var wordCount = 1
  /// Positions with an unconditional edge to the next (if reversed, the previous) position.
  private(set) var shifts: [UInt64] = []
  /// Positions with other edges.
  private(set) var branches: [UInt64] = []
  /// Those edges by position, and where the edges of each position begin.
  private(set) var branchEdges: [Edge] = []
  private(set) var branchStarts: [Int] = []
  /// Positions with an edge to the end.
  private(set) var ends: [UInt64] = []
  /// The contexts of those edges.
  private(set) var endings: [BoundaryContexts] = []

  /// - Throws: an error if the expression repeats too much.
  init(_ tree: RegexTree) throws(ViewProblem) {
    let whole = try add(tree)
    edges[0] = whole.first + [Edge(position: 0, contexts: whole.empty)]
    for edge in whole.last {
      edges[Int(edge.position)].append(Edge(position: 0, contexts: edge.contexts))
    }
    prepare()
  }

  /// The same expression with the same positions for reading backward.
  var reversed: RegexNFA {
    var reversed = self
    reversed.isReversed = true
    reversed.edges = edges.map { _ in [] }
    for (position, leading) in edges.enumerated() {
      for edge in leading {
        reversed.edges[Int(edge.position)].append(
          Edge(position: UInt16(position), contexts: edge.contexts.mirrored))
      }
    }
    reversed.prepare()
    return reversed
  }

  /// Whether a match can begin elsewhere than at the start of the text.
  var startsAnywhere: Bool {
    edges[0].contains { $0.contexts.intersection(.textStart) != $0.contexts }
  }

  private mutating func prepare() {
    wordCount = sets.count / 64 + 1
    shifts = [UInt64](repeating: 0, count: wordCount)
    (branches, ends) = (shifts, shifts)
    (branchEdges, branchStarts, endings) = ([], [0], [])
    for position in sets.indices {
      func mark(_ words: inout [UInt64]) { words[position / 64] |= 1 << UInt64(position % 64) }
      var leading: [UInt16: BoundaryContexts] = [:]
      for edge in edges[position] {
        leading[edge.position, default: .none].formUnion(edge.contexts)
      }
      endings.append(leading.removeValue(forKey: 0) ?? .none)
      if endings[position] != .none { mark(&ends) }
      let beside = UInt16(isReversed ? max(1, position) - 1 : position + 1)
      if leading[beside] == .all {
        leading[beside] = nil
        mark(&shifts)
      }
      if !leading.isEmpty { mark(&branches) }
      branchEdges += leading.map { Edge(position: $0, contexts: $1) }
      branchStarts.append(branchEdges.count)
    }
  }

  /// The positions with which matches of a part of a regular expression can begin and end, and the
  /// contexts in which the part matches the empty text; used while the automaton is built.
  private struct Part {
    /// The contexts in which it matches the empty text.
    var empty: BoundaryContexts
    /// The positions with which its matches begin and end.
    var first: [Edge] = []
    var last: [Edge] = []

    static let nothing = Part(empty: .all)
  }

  private mutating func add(_ tree: RegexTree) throws(ViewProblem) -> Part {
    switch tree {
    case .characters(let set):
      sets.append(set)
      edges.append([])
      let edge = Edge(position: UInt16(sets.count - 1), contexts: .all)
      return Part(empty: .none, first: [edge], last: [edge])
    case .assertion(let contexts): return Part(empty: contexts)
    case .sequence(let trees):
      var part = Part.nothing
      for tree in trees { part = try join(part, add(tree)) }
      return part
    case .alternatives(let trees):
      var part = Part(empty: .none)
      for tree in trees {
        let other = try add(tree)
        part.empty.formUnion(other.empty)
        part.first += other.first
        part.last += other.last
      }
      return part
    case .repeated(let tree, let least, let most): return try add(tree, least: least, most: most)
    }
  }

  private mutating func add(_ tree: RegexTree, least: Int, most: Int?) throws(ViewProblem) -> Part {
    if most == 0 { return .nothing }
    if tree.size(upTo: 0) == 0 {
      // Repeating an empty match changes nothing.
      var part = try add(tree)
      if least == 0 { part.empty = .all }
      return part
    }
    var parts: [Part] = []
    for _ in 0..<(most ?? max(1, least)) { parts.append(try add(tree)) }
    if most == nil, let loop = parts.indices.last {
      try connect(parts[loop].last, to: parts[loop].first)
      if least == 0 { parts[loop].empty = .all }
    }
    // a{2,4} becomes aa(a(a)?)?, so that each copy has an edge only to the next one.
    var whole = Part.nothing
    for (number, part) in parts.enumerated().reversed() {
      whole = try join(part, whole)
      if number >= least { whole.empty = .all }
    }
    return whole
  }

  private mutating func join(_ one: Part, _ other: Part) throws(ViewProblem) -> Part {
    try connect(one.last, to: other.first)
    return Part(
      empty: one.empty.intersection(other.empty),
      first: one.first + Self.narrowed(other.first, to: one.empty),
      last: Self.narrowed(one.last, to: other.empty) + other.last)
  }

  private static func narrowed(_ edges: [Edge], to contexts: BoundaryContexts) -> [Edge] {
    if contexts.isEmpty { return [] }
    return edges.compactMap { edge in
      let both = edge.contexts.intersection(contexts)
      return both.isEmpty ? nil : Edge(position: edge.position, contexts: both)
    }
  }

  private mutating func connect(_ last: [Edge], to first: [Edge]) throws(ViewProblem) {
    edgeCount += last.count * first.count
    guard edgeCount <= Self.maxEdges else { throw .repeatsTooMuch }
    for edge in last { edges[Int(edge.position)] += Self.narrowed(first, to: edge.contexts) }
  }
}
