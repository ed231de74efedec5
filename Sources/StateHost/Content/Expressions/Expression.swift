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
  private let search: Mutex<ExpressionSearch>
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
    let style = ExpressionStyle(
      ignoresCase: ignoresCase, isBytewise: parser.isBytewise, usesWords: parser.usesWords)
    let graph = try ExpressionGraph(tree)
    // The small letters ſ and ı have capitals in ASCII, S and I.
    let text = tree.required {
      !ignoresCase || $0 < 0x80 && (style.isBytewise || $0 != 0x53 && $0 != 0x49)
    }.longest
    required = text.isEmpty ? nil : TextPattern(text, ignoresCase: ignoresCase)
    stepsPerByte = findsPlaces ? 64 : 256
    search = Mutex(ExpressionSearch(graph, style, findsPlaces: findsPlaces))
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
    for count: Int, _ body: (inout ExpressionSearch) -> Result
  ) -> Result {
    search.withLock { search in
      search.add(steps: stepsPerByte * (count + 16))
      let result = body(&search)
      if !search.hasSteps { givenUp.store(true, ordering: .relaxed) }
      return result
    }
  }
}
