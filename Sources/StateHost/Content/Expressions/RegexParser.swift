/// A parser of POSIX extended regular expressions, with extensions of glibc (`\w \W \s \S \b \B \<
/// \>` and others) and `\d \D \t`, into a `RegexTree`; also tells whether the expression can be
/// matched bytewise and has word boundaries.
///
/// It rejects what glibc's `regcomp` rejects, back-references (`\1`), which no automaton can match,
/// what Perl reads otherwise (other letters after `\`, `[\d]`), and expressions over
/// `maxCharacters` when expanded. A lazy repetition (`+?`) matches the rows of a greedy one. Ranges
/// (`[à-ü]`) and equivalence classes go by scalars, without multi-character collating elements.
struct RegexParser {
  static let maxCharacters = 2000
  /// RE_DUP_MAX.
  private static let maxRepetitions = 0x7FFF

  /// Whether matching bytes instead of characters gives the same result: the pattern is ASCII
  /// without character classes (`\w`, `[:alpha:]`), and `.` and `[^…]` are repeated.
  private(set) var isBytewise: Bool
  private(set) var usesWords = false

  private let pattern: [UInt8]
  private let ignoresCase: Bool
  private var index = 0
  private var openGroups = 0

  init(_ pattern: [UInt8], ignoresCase: Bool) {
    self.pattern = pattern
    self.ignoresCase = ignoresCase
    isBytewise = pattern.allSatisfy { $0 < 0x80 }
  }

  /// - Throws: the syntax error.
  mutating func parse() throws(ViewProblem) -> RegexTree {
    if pattern.contains(0) { throw .expression("it has a NUL character") }
    let tree = try alternatives()
    if tree.size(upTo: Self.maxCharacters) > Self.maxCharacters { throw .repeatsTooMuch }
    return tree
  }

  private var next: UInt8? { pattern.span.byte(at: index) }
  private var following: UInt8? { pattern.span.byte(at: index + 1) }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard next == character else { return false }
    index += 1
    return true
  }

  private mutating func alternatives() throws(ViewProblem) -> RegexTree {
    var branches = [try sequence()]
    while take("|") { branches.append(try sequence()) }
    return branches.count == 1 ? branches[0] : .alternatives(branches)
  }

  private mutating func sequence() throws(ViewProblem) -> RegexTree {
    var parts: [RegexTree] = []
    while let byte = next {
      if byte == "|" || byte == ")" && openGroups > 0 { break }
      parts.append(try repeatedPart())
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  private mutating func repeatedPart() throws(ViewProblem) -> RegexTree {
    var part = try self.part()
    // A repetition after an assertion is literal.
    if case .assertion = part, pattern[index - 1] != ")" { return part }
    var isRepeated = false
    while let byte = next {
      switch Unicode.Scalar(byte) {
      case "*": part = .repeated(part, least: 0, most: nil)
      case "+": part = .repeated(part, least: 1, most: nil)
      case "?" where isRepeated: break
      case "?": part = .repeated(part, least: 0, most: 1)
      case "{":
        let (least, most) = try interval()
        part = .repeated(part, least: least, most: most)
      default: return part
      }
      index += 1
      isRepeated = true
    }
    return part
  }

  /// Parses `{m`, `{m,`, `{,n` or `{m,n`, up to the `}`.
  private mutating func interval() throws(ViewProblem) -> (least: Int, most: Int?) {
    index += 1
    let least = number()
    let isRange = take(",")
    let most = isRange ? number() : least
    guard next == "}", isRange || least != nil, least ?? 0 <= most ?? .max else {
      throw .expression("invalid repetition count in { }")
    }
    guard max(least ?? 0, most ?? 0) <= Self.maxRepetitions else { throw .repeatsTooMuch }
    return (least ?? 0, most)
  }

  private mutating func number() -> Int? {
    let pattern = pattern
    return pattern.span.number(at: &index).map { min(Self.maxRepetitions + 1, $0) }
  }

  private mutating func part() throws(ViewProblem) -> RegexTree {
    let start = index
    index += 1
    switch Unicode.Scalar(pattern[start]) {
    case "(":
      if next == "?" { throw .expression("groups are ( ), without ?: and the like") }
      openGroups += 1
      let group = try alternatives()
      guard take(")") else { throw .expression("the ( at byte \(start + 1) has no )") }
      openGroups -= 1
      return group
    case "[": return .characters(try bracket(from: start))
    case ".": return .characters(open(.any))
    case "^": return .assertion(.textStart)
    case "$": return .assertion(.textEnd)
    case "\\": return try escaped()
    case let sign where "*+?{".unicodeScalars.contains(sign):
      throw .expression("there is nothing to repeat before the \(sign) at byte \(start + 1)")
    default:
      index = start
      return .characters(.only(character()))
    }
  }

  /// A set that also matches multi-byte characters: bytewise only if repeated.
  private mutating func open(_ set: CharacterSet) -> CharacterSet {
    if next != "*", next != "+" { isBytewise = false }
    return set
  }

  /// The next character, as it is compared.
  private mutating func character() -> UInt32 {
    let (character, count) = RegexCharacter.read(pattern.span, at: index)
    index += count
    return ignoresCase ? RegexCharacter.capital(character) : character
  }

  private mutating func escaped() throws(ViewProblem) -> RegexTree {
    guard let byte = next else { throw .expression("it ends with a \\") }
    let sign = Unicode.Scalar(byte)
    if "1"..."9" ~= sign { throw .expression("it has the back-reference \\\(sign)") }
    guard let meaning = Self.escapes[sign] else {
      if CellText.isLetter(byte) || CellText.isDigit(byte) {
        throw .expression("there is no \\\(sign), but \\d \\w \\s \\b \\t")
      }
      return .characters(.only(character()))
    }
    index += 1
    isBytewise = false
    if case .assertion(let contexts) = meaning, contexts != .textStart, contexts != .textEnd {
      usesWords = true
    }
    return meaning
  }

  private static let escapes: [Unicode.Scalar: RegexTree] = [
    "w": .characters(.word), "W": .characters(.word.negated),
    "s": .characters(.space), "S": .characters(.space.negated),
    "d": .characters(.digit), "D": .characters(.digit.negated), "t": .characters(.only(0x09)),
    "b": .assertion(.wordEdge), "B": .assertion(.noWordEdge),
    "<": .assertion(.wordStart), ">": .assertion(.wordEnd),
    "`": .assertion(.textStart), "'": .assertion(.textEnd),
  ]

  // MARK: - Bracket expressions

  /// What to write for escapes of Perl, whose `\` is a character here.
  private static let bracketNames: [Unicode.Scalar: String] = [
    "d": "[:digit:]", "w": "[:alnum:]_", "s": "[:space:]", "t": "[:blank:]",
  ]

  /// Parses what follows the `[` at `start`.
  private mutating func bracket(from start: Int) throws(ViewProblem) -> CharacterSet {
    let unclosed = ViewProblem.expression("the [ at byte \(start + 1) has no ]")
    var set = CharacterSet()
    set.isNegated = take("^")
    var isFirst = true
    while true {
      guard let byte = next else { throw unclosed }
      if byte == "]", !isFirst { break }
      // In the middle a hyphen is neither a character nor a range.
      let isHyphen = byte == "-" && !isFirst
      if isHyphen, let following, following != "]" { throw .badRange }
      isFirst = false
      let first = try element(orThrow: unclosed)
      var last = first
      if case .character = first, next == "-", let following, following != "]" {
        index += 1
        last = try element(orThrow: unclosed)
      }
      switch (first, last) {
      case (.character(let lower), .character(let upper)) where lower <= upper:
        set.ranges.append(lower...upper)
      case (.set(let other), .set):
        set.ranges += other.ranges
        set.kinds += other.kinds
      default: throw .badRange
      }
    }
    index += 1
    return set.isNegated ? open(set) : set
  }

  /// An element of a bracket expression such as `[a-z[:digit:]]`: a character or a character class.
  private enum BracketElement {
    case character(UInt32)
    /// `[:alpha:]` or `[=a=]`, which cannot be the end of a range.
    case set(CharacterSet)
  }

  private mutating func element(orThrow unclosed: ViewProblem) throws(ViewProblem) -> BracketElement
  {
    guard next != nil else { throw unclosed }
    if next == "\\", pattern[index - 1] != "\\", let following,
      let name = Self.bracketNames[Unicode.Scalar(following)]
    {
      throw .expression("in [ ] write \(name) for \\\(Unicode.Scalar(following))")
    }
    guard next == "[", let sign = following, ":.=".utf8.contains(sign) else {
      return .character(character())
    }
    isBytewise = false
    let start = index + 2
    var end = start
    while end + 1 < pattern.count, pattern[end] != sign || pattern[end + 1] != "]" { end += 1 }
    guard end + 1 < pattern.count else { throw unclosed }
    defer { index = end + 2 }
    let name = String(decoding: pattern[start..<end], as: UTF8.self)
    if sign == ":" {
      guard let kind = POSIXClass(rawValue: name) else {
        throw .expression("there is no character class [:\(name):]")
      }
      let isEither = ignoresCase && (kind == .upper || kind == .lower)
      return .set(CharacterSet(kinds: [isEither ? .alpha : kind]))
    }
    index = start
    guard start < end, case let only = character(), index == end else {
      throw .expression("there is no collating element \(name)")
    }
    return sign == "." ? .character(only) : .set(.only(only))
  }
}

extension ViewProblem {
  static let repeatsTooMuch = ViewProblem.expression("its repetitions are too large")
  fileprivate static let badRange = ViewProblem.expression("invalid range in [ ]")
}
