internal import HostText
internal import Synchronization

/// A POSIX extended regular expression, compiled: the first and longest match, in a time that the length of a text
/// bounds.
///
/// It may be used on any thread. Whether a text matches is found in one pass. Where it matches is found in two: one
/// backward, which marks the places where a match begins, and one forward from each of these to where the longest
/// match ends. What the first has left says at each place whether something of the second can still match, so that
/// none of both looks at a character again and again.
///
/// Each character may cost a bounded number of steps. An expression that takes more has given up: nothing matches it
/// from then on.
final class Expression: Sendable {
  /// The pattern, for messages.
  let pattern: [UInt8]
  /// A text that stands in whatever matches; nil where there is none.
  let required: TextPattern?
  /// For each byte of a text; less where places are found, which the loop does.
  private let stepsPerByte: Int
  private let search: Mutex<ExpressionMatcher>
  private let givenUp = Atomic(false)

  /// - Parameters:
  ///   - pattern: as text.
  ///   - ignoresCase: whether capital and small letters are the same.
  ///   - findsPlaces: whether `ranges` will be asked for, or else `matches`.
  /// - Throws: what is wrong with the pattern.
  init(_ pattern: [UInt8], ignoresCase: Bool, findsPlaces: Bool) throws(ViewProblem) {
    self.pattern = pattern
    var parser = ExpressionParser(pattern, ignoresCase: ignoresCase)
    let tree = try parser.parse()
    let style = ExpressionOptions(
      ignoresCase: ignoresCase, isBytewise: parser.isBytewise, usesWords: parser.usesWords)
    let graph = try ExpressionNFA(tree)
    // The small letters ſ and ı have capitals in ASCII, S and I.
    let text = tree.required {
      !ignoresCase || $0 < 0x80 && (style.isBytewise || $0 != 0x53 && $0 != 0x49)
    }.longest
    required = text.isEmpty ? nil : TextPattern(text, ignoresCase: ignoresCase)
    stepsPerByte = findsPlaces ? 64 : 256
    search = Mutex(ExpressionMatcher(graph, style, findsPlaces: findsPlaces))
  }

  /// A text has taken too long.
  var hasGivenUp: Bool { givenUp.load(ordering: .relaxed) }

  func matches(_ text: Span<UInt8>) -> Bool {
    hasGivenUp ? false : withSteps(for: text.count) { $0.matches(text) } && !hasGivenUp
  }

  /// Gives each match that is not empty, in order, none of them over another.
  func forEachRange(in text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    if hasGivenUp || required.map({ $0.range(in: text) == nil }) ?? false { return }
    withSteps(for: text.count) { $0.findRanges(in: text, body) }
  }

  private func withSteps<Result: Sendable>(
    for count: Int, _ body: (inout ExpressionMatcher) -> Result
  ) -> Result {
    search.withLock { search in
      search.add(steps: stepsPerByte * (count + 16))
      let result = body(&search)
      if !search.hasSteps { givenUp.store(true, ordering: .relaxed) }
      return result
    }
  }
}

/// The automata of an expression.
struct ExpressionMatcher: Sendable {
  /// Finds that there is a match, or, where places are asked for, where one ends.
  private var forward: LazyDFA
  /// Finds where matches begin, where places are asked for.
  private var backward: LazyDFA
  /// What `backward` has left at each place.
  private var marks: [UInt32] = []

  init(
    _ graph: ExpressionNFA, _ style: ExpressionOptions, findsPlaces: Bool,
    mostBytes: Int = LazyDFA.mostBytes
  ) {
    forward = LazyDFA(graph, style, isSearching: !findsPlaces, mostBytes: mostBytes)
    backward = LazyDFA(graph.reversed, style, isSearching: true, mostBytes: mostBytes)
  }

  /// How many steps all has taken so far, and how often states were forgotten.
  var stepCount: Int { forward.stepCount + backward.stepCount }
  var forgetCount: Int { forward.forgetCount + backward.forgetCount }

  /// Gives so many more steps to what is done next.
  mutating func add(steps count: Int) {
    forward.add(steps: count)
    backward.add(steps: count)
  }

  /// There were enough.
  var hasSteps: Bool { forward.hasSteps && backward.hasSteps }

  mutating func matches(_ text: Span<UInt8>) -> Bool {
    forward.begin(after: .edge)
    var index = 0
    while true {
      forward.run(text, from: &index)
      guard index < text.count, hasSteps else { return forward.matchesAtEnd() }
      if forward.take(text, at: &index) { return true }
      if forward.isDead { return false }
    }
  }

  /// Gives each match that is not empty, in order, none of them over another.
  mutating func findRanges(in text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    let knownEnd = markPlaces(in: text)
    var index = 0
    while index <= text.count, hasSteps {
      guard marks[index] & LazyDFA.matchBit != 0 else {
        index += 1
        continue
      }
      let end = end(of: index, in: text, knownEnd: knownEnd)
      if end > index { body(index..<end) }
      index = max(end, index + 1)
    }
  }

  /// Marks the places where a match begins; before which of them states are known is returned.
  private mutating func markPlaces(in text: Span<UInt8>) -> Int {
    marks.removeAll(keepingCapacity: true)
    marks.append(contentsOf: repeatElement(0, count: text.count + 1))
    var knownEnd = text.count
    backward.begin(after: .edge)
    var index = text.count
    while true {
      backward.run(text, backFrom: &index, into: &marks)
      guard index > 0, hasSteps else { break }
      let (place, forgotten) = (index, backward.forgetCount)
      if backward.take(text, at: &index) { marks[place] |= LazyDFA.matchBit }
      if backward.isDead { return knownEnd }
      if backward.forgetCount != forgotten { knownEnd = index + 1 }
      marks[index] = backward.mark
    }
    if backward.matchesAtEnd() { marks[0] |= LazyDFA.matchBit }
    return knownEnd
  }

  /// Where the longest match ends that begins at `start`.
  private mutating func end(of start: Int, in text: Span<UInt8>, knownEnd: Int) -> Int {
    forward.begin(after: start == 0 ? .edge : forward.side(text, endingAt: start))
    var end = start
    // A longer match is known to follow, or nothing is known.
    var isOpen = true
    var index = start
    while index < text.count, hasSteps {
      let place = index
      if forward.take(text, at: &index) { (end, isOpen) = (place, false) }
      if forward.isDead { return end }
      // Seldom, and before much is read in vain, the mark says whether something can follow.
      guard !isOpen, index - end > 8 + 2 * (end - start) else { continue }
      isOpen = true
      let following = place < knownEnd ? backward.positions(of: marks[place]) : nil
      if let following, !forward.shares(following) { return end }
    }
    return forward.matchesAtEnd() ? text.count : end
  }
}
