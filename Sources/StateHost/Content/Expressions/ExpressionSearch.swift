/// The automata of an expression.
struct ExpressionSearch: Sendable {
  /// Finds that there is a match, or, where places are asked for, where one ends.
  private var forward: LazyAutomaton
  /// Finds where matches begin, where places are asked for.
  private var backward: LazyAutomaton
  /// What `backward` has left at each place.
  private var marks: [UInt32] = []

  init(
    _ graph: ExpressionGraph, _ style: ExpressionStyle, findsPlaces: Bool,
    mostBytes: Int = LazyAutomaton.mostBytes
  ) {
    forward = LazyAutomaton(graph, style, isSearching: !findsPlaces, mostBytes: mostBytes)
    backward = LazyAutomaton(graph.reversed, style, isSearching: true, mostBytes: mostBytes)
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
      guard marks[index] & LazyAutomaton.matchBit != 0 else {
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
      if backward.take(text, at: &index) { marks[place] |= LazyAutomaton.matchBit }
      if backward.isDead { return knownEnd }
      if backward.forgetCount != forgotten { knownEnd = index + 1 }
      marks[index] = backward.mark
    }
    if backward.matchesAtEnd() { marks[0] |= LazyAutomaton.matchBit }
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
