internal import HostText

/// A filter, ready to be used on rows.
enum RowMatcher: Sendable {
  case every
  case text(TextPattern)
  case expression(Expression)
  case fuzzy([TextPattern])

  /// - Parameters:
  ///   - filter: whose text is looked for.
  ///   - findsPlaces: whether `findRanges` will be asked for.
  /// - Throws: what is wrong with the filter.
  init(_ filter: RowFilter, findsPlaces: Bool) throws(ViewProblem) {
    guard filter.text.count <= RowFilter.longestText else { throw .textTooLong }
    let ignoresCase = filter.ignoresCase
    switch filter.kind {
    case .text:
      self =
        filter.text.isEmpty ? .every : .text(TextPattern(filter.text, ignoresCase: ignoresCase))
    case .expression:
      self = .expression(
        try Expression(filter.text, ignoresCase: ignoresCase, findsPlaces: findsPlaces))
    case .fuzzy:
      let words = filter.text.split { CellText.isBlank($0) }
      self =
        words.isEmpty
        ? .every : .fuzzy(words.map { TextPattern(Array($0), ignoresCase: ignoresCase) })
    }
  }

  /// The pattern that finds nothing more, since a row has taken too long, in quotes; nil where there is none.
  var patternGivenUp: String? {
    guard case .expression(let expression) = self, expression.hasGivenUp else { return nil }
    return HarmlessText.quoted(String(decoding: expression.pattern, as: UTF8.self), limit: 24)
  }

  /// Whether a row, or a cell, matches.
  func matches(_ text: Span<UInt8>) -> Bool {
    switch self {
    case .every: true
    case .text(let pattern): pattern.range(in: text) != nil
    case .expression(let expression): expression.matches(text)
    case .fuzzy(let words): words.allSatisfy { $0.isSubsequence(of: text) }
    }
  }

  /// Appends where a row or a cell matches, in order, none of the ranges empty or touching another; nothing
  /// where it does not match.
  func findRanges(in text: Span<UInt8>, into ranges: inout [Range<Int>]) {
    switch self {
    case .every: return
    case .text(let pattern):
      var start = 0
      while let found = pattern.range(in: text, from: start) {
        Self.append(found, to: &ranges)
        start = found.upperBound
      }
    case .expression(let expression):
      expression.forEachRange(in: text) { Self.append($0, to: &ranges) }
    case .fuzzy(let words):
      var places: [Range<Int>] = []
      for word in words {
        guard let found = word.subsequence(of: text) else { return }
        places += found
      }
      places.sort { $0.lowerBound < $1.lowerBound }
      for place in places { Self.append(place, to: &ranges) }
    }
  }

  /// Puts ranges in order, and makes one of those that touch.
  static func join(_ ranges: inout [Range<Int>]) {
    var joined: [Range<Int>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) { append(range, to: &joined) }
    ranges = joined
  }

  private static func append(_ range: Range<Int>, to ranges: inout [Range<Int>]) {
    if let last = ranges.last, last.upperBound >= range.lowerBound {
      ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    } else {
      ranges.append(range)
    }
  }
}

extension RowFilter {
  /// Where a text matches, in order; nowhere where the filter is none that can be.
  package func ranges(in text: Span<UInt8>) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    (try? RowMatcher(self, findsPlaces: true))?.findRanges(in: text, into: &ranges)
    return ranges
  }

  /// Capital and small letters are the same.
  var ignoresCase: Bool {
    switch letterCase {
    case .sensitive: false
    case .insensitive: true
    case .smart: !CaseFolding.hasCapital(kind == .expression ? textWithoutEscapes : text)
    }
  }

  /// The text of an expression without what a backslash gives another meaning (`\W`).
  private var textWithoutEscapes: [UInt8] {
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in text {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        plain.append(byte)
      }
    }
    return plain
  }

  /// Every row that matches this filter matches another one too.
  func refines(_ other: RowFilter) -> Bool {
    guard kind == .text, other.kind == .text, column == other.column, !other.text.isEmpty,
      ignoresCase == other.ignoresCase || other.ignoresCase
    else { return false }
    let pattern = TextPattern(other.text, ignoresCase: other.ignoresCase)
    return pattern.range(in: text.span) != nil
  }
}
