/// Random patterns, of everything that there is in them, and rows that they may match.
///
/// What glibc does wrong is left out: assertions in what is repeated (`(\B.)+` and `($.){0,2}a`
/// match what they should not, for the copies of a group lose the assertion), and, beside words,
/// letters whose capital has another number of bytes (it finds their ends within a character). So
/// are surrogates, and numbers above Unicode's, which it takes for characters of UTF-8.
package struct RandomExpression<Generator: RandomNumberGenerator> {
  private var random: Generator
  private let letters: [String]
  private let pieces: [[UInt8]]
  private var hasAssertions = true
  private var repetitions = 0

  /// - Parameters:
  ///   - random: chooses what is in them.
  ///   - isASCII: the letters of the pattern are.
  package init(_ random: Generator, isASCII: Bool) {
    self.random = random
    letters = isASCII ? ["a", "b", "A", "_", "."] : ["a", "b", "A", "é", "É", "ß", "日", "ǆ"]
    pieces =
      (letters + [" ", "-", "ab", "é", "日", "٣"]).map { Array($0.utf8) }
      + [[0], [0xFF], [0xA9], [0xC3], [0xE6, 0x97], [0xF0, 0x9F], [0xC0], [0xFE]]
  }

  package mutating func row() -> [UInt8] {
    (0..<Int.random(in: 0...9, using: &random)).flatMap { _ in
      // What is not UTF-8 is seldom there.
      let last = Int.random(in: 0..<8, using: &random) == 0 ? pieces.count : pieces.count - 8
      return pieces[Int.random(in: 0..<last, using: &random)]
    }
  }

  /// A pattern of few repetitions, for glibc makes more and more copies of those within others.
  package mutating func pattern() -> String {
    hasAssertions = true
    while true {
      repetitions = 0
      let pattern = alternatives(depth: 2)
      if repetitions <= 4 { return pattern }
    }
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  private mutating func any(_ texts: [String]) -> String {
    texts.randomElement(using: &random) ?? ""
  }

  private mutating func alternatives(depth: Int) -> String {
    let count = chance(60) ? 1 : Int.random(in: 2...3, using: &random)
    var branches: [String] = []
    for _ in 0..<count { branches.append(sequence(depth: depth)) }
    return branches.joined(separator: "|")
  }

  private mutating func sequence(depth: Int) -> String {
    let count = chance(10) ? 0 : Int.random(in: 1...3, using: &random)
    var parts = ""
    for _ in 0..<count { parts += part(depth: depth) }
    return parts
  }

  private mutating func part(depth: Int) -> String {
    guard chance(36) else { return single(depth: depth) }
    let before = hasAssertions
    hasAssertions = false
    var part = single(depth: depth)
    hasAssertions = before
    part += repetition()
    // A `?` behind another repetition means what it means in Perl.
    while chance(20) { part += repetition().replacing("?", with: "*") }
    return part
  }

  private mutating func repetition() -> String {
    repetitions += 1
    let least = Int.random(in: 0...3, using: &random)
    let most = least + Int.random(in: 0...2, using: &random)
    return any([
      "*", "+", "?", "*", "+", "?", "{\(least)}", "{\(least),}", "{\(least),\(most)}", "{,\(most)}",
    ])
  }

  private mutating func single(depth: Int) -> String {
    switch Int.random(in: 0..<20, using: &random) {
    case 0...7: return any(letters).replacing(".", with: #"\."#)
    case 8...9: return "."
    case 10...11: return bracket()
    case 12: return any([#"\w"#, #"\W"#, #"\s"#, #"\S"#])
    case 13...14 where hasAssertions:
      return any(["^", "$", #"\b"#, #"\B"#, #"\<"#, #"\>"#, #"\`"#, #"\'"#])
    case 15...19 where depth > 0: return "(\(alternatives(depth: depth - 1)))"
    default: return any(letters).replacing(".", with: "[.]")
    }
  }

  private mutating func bracket() -> String {
    var items = chance(30) ? "^" : ""
    if chance(10) { items += "]" }
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      items += any([
        any(letters), "a-b", "A-Z", "[:alpha:]", "[:upper:]", "[:lower:]", "[:digit:]", "[:punct:]",
        "[:graph:]", "[=a=]", "[.a.]-b", "+--", "_",
      ])
    }
    if chance(10) { items += "-" }
    return "[\(items)]"
  }
}
