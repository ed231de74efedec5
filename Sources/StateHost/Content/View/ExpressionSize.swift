/// What compiling and running a regular expression will take, seen before it is done.
struct ExpressionSize: Equatable {
  /// How many characters the pattern stands for with its repetitions written out.
  private(set) var characters = 0
  /// The pattern means the same when each byte of a text is a character: it is ASCII, asks for no class
  /// of characters (`\w`, `[:alpha:]`), and where it leaves a character open (`.`, `[^…]`) it takes any
  /// number of them.
  private(set) var isBytewise = true

  /// - Throws: that there is something in it that is refused.
  init(_ pattern: [UInt8]) throws(ViewProblem) {
    var reader = Reader(pattern: pattern)
    isBytewise = pattern.allSatisfy { $0 < 0x80 }
    // The characters of each group that is open, and those of the last thing that can be repeated.
    var groups = [0]
    var last = 0
    while let byte = reader.next() {
      var isOpenCharacter = false
      switch byte {
      case 0: throw .expression("it has a NUL character")
      case UInt8(ascii: "("):
        groups.append(0)
        continue
      case UInt8(ascii: ")") where groups.count > 1:
        last = groups.removeLast()
      case UInt8(ascii: "{"):
        // What was counted once is counted as often as it is repeated.
        let times = reader.repetitions()
        groups[groups.count - 1] += last * (times - 1)
        last *= times
        if last > 1 << 20 { throw .expression("it repeats too much") }
        continue
      case UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "?"), UInt8(ascii: "|"):
        continue
      case UInt8(ascii: "["):
        isOpenCharacter = reader.skipBracket()
        last = 1
      case UInt8(ascii: "\\"):
        let escaped = reader.next() ?? 0
        if escaped >= UInt8(ascii: "1"), escaped <= UInt8(ascii: "9") {
          throw .expression("it refers back to a group")
        }
        if Self.classEscapes.contains(escaped) { isBytewise = false }
        last = 1
      case UInt8(ascii: "."):
        isOpenCharacter = true
        last = 1
      default: last = 1
      }
      groups[groups.count - 1] += last
      if isOpenCharacter, !reader.isRepeatedFreely { isBytewise = false }
    }
    characters = groups.reduce(0, +)
    if reader.hasClass { isBytewise = false }
  }

  private static let classEscapes = Array("wWsSbB<>".utf8)

  /// Goes through a pattern.
  private struct Reader {
    let pattern: [UInt8]
    var index = 0
    var hasClass = false

    init(pattern: [UInt8]) { self.pattern = pattern }

    mutating func next() -> UInt8? {
      guard index < pattern.count else { return nil }
      index += 1
      return pattern[index - 1]
    }

    var isRepeatedFreely: Bool {
      index < pattern.count
        && (pattern[index] == UInt8(ascii: "*") || pattern[index] == UInt8(ascii: "+"))
    }

    /// Reads `m}`, `m,}`, `,n}` or `m,n}`; what is none of these is repeated once.
    mutating func repetitions() -> Int {
      var numbers = [0]
      var end = index
      while end < pattern.count, pattern[end] != UInt8(ascii: "}") {
        switch pattern[end] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          let digit = Int(pattern[end] - UInt8(ascii: "0"))
          numbers[numbers.count - 1] = min(numbers[numbers.count - 1] * 10 + digit, 1 << 16)
        case UInt8(ascii: ",") where numbers.count == 1: numbers.append(0)
        default: return 1
        }
        end += 1
      }
      guard end < pattern.count else { return 1 }
      index = end + 1
      return max(1, numbers.max() ?? 1)
    }

    /// Reads what follows `[`; true when it begins with `^`.
    mutating func skipBracket() -> Bool {
      let isNegated = index < pattern.count && pattern[index] == UInt8(ascii: "^")
      if isNegated { index += 1 }
      // A bracket that comes first is one of the characters.
      if index < pattern.count, pattern[index] == UInt8(ascii: "]") { index += 1 }
      while let byte = next(), byte != UInt8(ascii: "]") {
        guard byte == UInt8(ascii: "["), index < pattern.count else { continue }
        let kind = pattern[index]
        guard [UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "=")].contains(kind) else {
          continue
        }
        index += 1
        hasClass = true
        while let inner = next(),
          !(inner == kind && index < pattern.count && pattern[index] == 0x5D)
        {}
        if index < pattern.count { index += 1 }
      }
      return isNegated
    }
  }
}
