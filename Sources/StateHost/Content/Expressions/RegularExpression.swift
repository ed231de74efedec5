internal import Synchronization

/// A compiled POSIX extended regular expression, for any thread: finds leftmost-longest matches in
/// linear time; once a text has needed too many steps, it finds nothing more in any text.
///
/// Matching takes one pass. Finding ranges takes two: a backward pass marks where matches begin, a
/// forward pass runs from each mark to the longest end. The marks tell whether a longer match can
/// still follow, so no text is scanned again and again.
final class RegularExpression: Sendable {
  /// The source, for messages.
  let pattern: [UInt8]
  /// A text that every match contains; nil if there is none.
  let required: TextPattern?
  /// Fewer steps when ranges are found, which happens on the loop's thread.
  private let stepsPerByte: Int
  private let search: Mutex<RegexMatcher>
  private let givenUp = Atomic(false)

  /// `findsRanges` is whether `forEachRange` will be called, rather than `matches`.
  ///
  /// - Throws: the syntax error.
  init(_ pattern: [UInt8], ignoresCase: Bool, findsRanges: Bool) throws(ViewProblem) {
    self.pattern = pattern
    var parser = RegexParser(pattern, ignoresCase: ignoresCase)
    let tree = try parser.parse()
    let options = RegexOptions(
      ignoresCase: ignoresCase, isBytewise: parser.isBytewise, usesWords: parser.usesWords)
    let nfa = try RegexNFA(tree)
    // ſ and ı have the ASCII capitals S and I.
    let text = tree.required {
      !ignoresCase || $0 < 0x80 && (options.isBytewise || $0 != 0x53 && $0 != 0x49)
    }.longest
    required = text.isEmpty ? nil : TextPattern(text, ignoresCase: ignoresCase)
    stepsPerByte = findsRanges ? 64 : 256
    search = Mutex(RegexMatcher(nfa, options, findsRanges: findsRanges))
  }

  /// Whether a text has needed too many steps.
  var hasGivenUp: Bool { givenUp.load(ordering: .relaxed) }

  func matches(_ text: Span<UInt8>) -> Bool {
    hasGivenUp ? false : withSteps(for: text.count) { $0.matches(text) } && !hasGivenUp
  }

  /// Whether a text matches that `next` returns in pieces of whole characters; nil is its end.
  func matches(pieces next: () -> [UInt8]?) -> Bool {
    if hasGivenUp { return false }
    return search.withLock { search in
      search.begin()
      var result: Bool?
      while result == nil, let piece = next() {
        search.add(steps: stepsPerByte * (piece.count + 16))
        result = search.take(piece.span)
        if !search.hasSteps { givenUp.store(true, ordering: .relaxed) }
      }
      return result ?? search.matchesAtEnd() && !hasGivenUp
    }
  }

  /// Calls `body` with each match that is not empty, in order, without overlaps.
  func forEachRange(in text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    if hasGivenUp || required.map({ $0.range(in: text) == nil }) ?? false { return }
    withSteps(for: text.count) { $0.findRanges(in: text, body) }
  }

  private func withSteps<Result: Sendable>(
    for count: Int, _ body: (inout RegexMatcher) -> Result
  ) -> Result {
    search.withLock { search in
      search.add(steps: stepsPerByte * (count + 16))
      let result = body(&search)
      if !search.hasSteps { givenUp.store(true, ordering: .relaxed) }
      return result
    }
  }
}

/// The matcher of a compiled regular expression, which locks it for each text: tests a text, or
/// finds ranges with two automata, one for where matches begin and one for where they end.
struct RegexMatcher: Sendable {
  /// Finds whether there is a match, or, for ranges, where one ends.
  private var forward: LazyDFA
  private var backward: LazyDFA
  /// The state of `backward` at each offset.
  private var marks: [UInt32] = []

  init(
    _ nfa: RegexNFA, _ options: RegexOptions, findsRanges: Bool,
    maxBytes: Int = LazyDFA.maxBytes
  ) {
    forward = LazyDFA(nfa, options, isSearching: !findsRanges, maxBytes: maxBytes)
    backward = LazyDFA(nfa.reversed, options, isSearching: true, maxBytes: maxBytes)
  }

  /// All steps taken, and how often the states were discarded.
  var stepCount: Int { forward.stepCount + backward.stepCount }
  var clearCount: Int { forward.clearCount + backward.clearCount }

  mutating func add(steps count: Int) {
    forward.add(steps: count)
    backward.add(steps: count)
  }

  var hasSteps: Bool { forward.hasSteps && backward.hasSteps }

  mutating func matches(_ text: Span<UInt8>) -> Bool {
    begin()
    return take(text) ?? matchesAtEnd()
  }

  mutating func begin() { forward.begin(after: .edge) }

  mutating func matchesAtEnd() -> Bool { forward.matchesAtEnd() }

  /// Reads the next part of a text; returns whether the text matches if that is known.
  mutating func take(_ text: Span<UInt8>) -> Bool? {
    var index = 0
    while true {
      forward.run(text, from: &index)
      guard index < text.count else { return nil }
      guard hasSteps else { return matchesAtEnd() }
      if forward.take(text, at: &index) { return true }
      if forward.isDead { return false }
    }
  }

  /// As `RegularExpression.forEachRange`.
  mutating func findRanges(in text: Span<UInt8>, _ body: (Range<Int>) -> Void) {
    let knownEnd = markStarts(in: text)
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

  /// Marks where matches begin; returns the offset before which the marked states still exist.
  private mutating func markStarts(in text: Span<UInt8>) -> Int {
    marks.removeAll(keepingCapacity: true)
    marks.append(contentsOf: repeatElement(0, count: text.count + 1))
    var knownEnd = text.count
    backward.begin(after: .edge)
    var index = text.count
    while true {
      backward.run(text, backFrom: &index, into: &marks)
      guard index > 0, hasSteps else { break }
      let (place, clears) = (index, backward.clearCount)
      if backward.take(text, at: &index) { marks[place] |= LazyDFA.matchBit }
      if backward.isDead { return knownEnd }
      if backward.clearCount != clears { knownEnd = index + 1 }
      marks[index] = backward.mark
    }
    if backward.matchesAtEnd() { marks[0] |= LazyDFA.matchBit }
    return knownEnd
  }

  /// The end of the longest match that begins at `start`.
  private mutating func end(of start: Int, in text: Span<UInt8>, knownEnd: Int) -> Int {
    forward.begin(after: start == 0 ? .edge : forward.side(text, endingAt: start))
    var end = start
    // Whether a longer match may follow.
    var isOpen = true
    var index = start
    while index < text.count, hasSteps {
      let place = index
      if forward.take(text, at: &index) { (end, isOpen) = (place, false) }
      if forward.isDead { return end }
      // Checked rarely, but often enough to avoid long scans without a match.
      guard !isOpen, index - end > 8 + 2 * (end - start) else { continue }
      isOpen = true
      let following = place < knownEnd ? backward.positions(of: marks[place]) : nil
      if let following, !forward.shares(following) { return end }
    }
    return forward.matchesAtEnd() ? text.count : end
  }
}
