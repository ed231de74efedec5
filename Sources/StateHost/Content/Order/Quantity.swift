/// A number parsed from a table cell for sorting, by the kind of its unit: none, a size, a
/// duration, another one, or `m`, which stands for minutes or for a size.
///
/// Digits may have a sign, a point, commas and an exponent; the rest of `3 (5m ago)` is ignored.
enum Quantity: Equatable {
  case plain(Double)
  /// With any other unit, such as `%`, `MHz`, `V`; scaled to hertz, volts, watts or amperes.
  case unit(Double)
  /// In bytes or bits.
  case size(Double)
  /// In seconds.
  case duration(Double)
  /// With the unit `m`.
  case ambiguous(Double)

  /// Nil if the trimmed cell is anything else.
  init?(_ cell: Span<UInt8>) {
    guard 1...Self.maxBytes ~= cell.count else { return nil }
    let cell = cell.extracting(0..<Self.end(of: cell))
    if CellText.isLetter(cell[0]) {
      guard let seconds = UnitParser.duration(cell, from: 0) else { return nil }
      self = .duration(seconds)
      return
    }
    var index = 0
    let sign = cell.take("-", at: &index) ? -1.0 : 1.0
    if index == 0 { cell.take("+", at: &index) }
    cell.take("$", at: &index)
    let start = index
    guard let value = DecimalParser.read(cell, &index) else { return nil }
    if index == cell.count {
      self = .plain(sign * value)
      return
    }
    cell.skipBlank(at: &index)
    let unit = index..<cell.count
    if unit.count == 1, cell[index] == "m" {
      self = .ambiguous(sign * value)
    } else if let scale = UnitParser.sizeScale(cell, unit) {
      self = .size(sign * value * scale)
    } else if let seconds = UnitParser.duration(cell, from: start) {
      self = .duration(sign * seconds)
    } else if let scale = UnitParser.otherScale(cell, unit) {
      self = .unit(sign * value * scale)
    } else {
      return nil
    }
  }

  private static let maxBytes = 64

  /// The end of the cell without a trailing parenthesis.
  private static func end(of cell: Span<UInt8>) -> Int {
    guard cell[cell.count - 1] == ")" else { return cell.count }
    for index in 1..<max(1, cell.count - 1)
    where cell[index] == "(" && CellText.isBlank(cell[index - 1]) {
      return CellText.trimmed(cell, 0..<index).upperBound
    }
    return cell.count
  }

  /// The value in a column of a type; nil if it is of another type.
  func value(as type: CellType) -> Double? {
    switch (self, type) {
    case (.plain(let value), .number), (.unit(let value), .number): value
    case (.plain(let value), .size), (.size(let value), .size): value
    case (.ambiguous(let value), .size): value * 1_048_576
    case (.plain(let value), .duration), (.duration(let value), .duration): value
    case (.ambiguous(let value), .duration): value * 60
    default: nil
    }
  }
}

/// A function that parses a decimal number with an exponent from the bytes of a cell; a comma
/// before three digits groups them, any other is the point.
enum DecimalParser {
  /// All integers below this are exact.
  static let maxExact = 9_007_199_254_740_992.0
  /// Further digits of a fraction are ignored, so that it stays exact.
  private static let maxFraction: UInt64 = 100_000_000_000_000
  /// Further digits of an integer only scale it.
  private static let maxWhole: UInt64 = 1_000_000_000_000_000_000

  /// Parses digits with a point, grouping commas and an exponent, and sets `index` to their end;
  /// nil if there is no number, or two points.
  ///
  /// A comma before exactly three digits groups them; any other is a point. It is monotonic.
  static func read(_ cell: Span<UInt8>, _ index: inout Int) -> Double? {
    var digits: UInt64 = 0
    var power = 0
    var hasPoint = false
    let start = index
    while index < cell.count {
      let byte = cell[index]
      if CellText.isDigit(byte) {
        if digits < (hasPoint ? maxFraction : maxWhole) {
          digits = digits * 10 + UInt64(byte & 15)
          if hasPoint { power -= 1 }
        } else if !hasPoint {
          power += 1
        }
      } else if byte == "." || byte == "," {
        guard index > start, index + 1 < cell.count, CellText.isDigit(cell[index + 1]) else {
          return nil
        }
        if byte == "." || !isGroup(cell, after: index) {
          if hasPoint { return nil }
          hasPoint = true
        }
      } else {
        break
      }
      index += 1
    }
    guard index > start else { return nil }
    power += readExponent(cell, &index)
    return scaled(Double(digits), power)
  }

  private static func isGroup(_ cell: Span<UInt8>, after comma: Int) -> Bool {
    var index = comma + 1
    cell.skip(from: &index, while: CellText.isDigit)
    return index - comma == 4
  }

  private static func readExponent(_ cell: Span<UInt8>, _ index: inout Int) -> Int {
    var next = index
    guard cell.take("e", at: &next) || cell.take("E", at: &next) else { return 0 }
    let isNegative = cell.take("-", at: &next)
    if !isNegative { cell.take("+", at: &next) }
    guard let number = cell.number(at: &next) else { return 0 }
    index = next
    return isNegative ? -min(1000, number) : min(1000, number)
  }

  /// Exact for powers up to 22.
  private static func scaled(_ digits: Double, _ power: Int) -> Double {
    if power == 0 || digits == 0 { return digits }
    var scale = 1.0
    for _ in 0..<min(abs(power), 330) { scale *= 10 }
    return power < 0 ? digits / scale : min(digits * scale, .greatestFiniteMagnitude)
  }
}

/// Functions that parse a number's unit into a factor, and a duration like `5d3h` into seconds.
enum UnitParser {
  /// The scale of a size: `K`, `M`, `G`, `T`, `P`, `E` are powers of 1,024, or of 1,000 before `B`,
  /// `b` or `bit` without an `i`; per second, too; nil for any other unit, and for `m` alone.
  static func sizeScale(_ cell: Span<UInt8>, _ unit: Range<Int>) -> Double? {
    var end = unit.upperBound
    guard let first = unit.first else { return nil }
    if unit.count > 2, cell[end - 1] == "s", cell[end - 2] == "/" || cell[end - 2] == "p" {
      end -= 2
    }
    var index = first
    var power = 0
    switch cell[first] | 0x20 {
    case "k": power = 1
    case "m": power = 2
    case "g": power = 3
    case "t": power = 4
    case "p": power = 5
    case "e" where cell[first] == "E": power = 6
    default: break
    }
    if power > 0 { index += 1 }
    let isBinary = power > 0 && index < end && cell[index] == "i"
    if isBinary { index += 1 }
    let rest = index..<end
    guard rest.isEmpty ? power > 0 : isBase(cell, rest) else { return nil }
    if rest.isEmpty, cell[first] == "m", !isBinary { return nil }
    let base = isBinary || rest.isEmpty ? 1024.0 : 1000.0
    var scale = 1.0
    for _ in 0..<power { scale *= base }
    return scale
  }

  private static func isBase(_ cell: Span<UInt8>, _ unit: Range<Int>) -> Bool {
    guard cell[unit.lowerBound] | 0x20 == "b" else { return false }
    return unit.count == 1 || words(["bit", "bits", "byte", "bytes"], hold: unit, of: cell)
  }

  /// The scale of hertz, volts, watts and amperes with the prefixes `n`, `u`, `m`, `k`, `M`, `G`,
  /// `T`; 1 for other units of at most four bytes.
  static func otherScale(_ cell: Span<UInt8>, _ unit: Range<Int>) -> Double? {
    guard let first = unit.first, unit.count <= 4 else { return nil }
    if unit.count == 1, cell[first] == "%" { return 1 }
    guard unit.allSatisfy({ CellText.isLetter(cell[$0]) || cell[$0] >= 0x80 }) else { return nil }
    guard words(["hz", "v", "w", "a"], hold: first + 1..<unit.upperBound, of: cell) else {
      return 1
    }
    return switch cell[first] {
    case "n": 1e-9
    case "u": 1e-6
    case "m": 1e-3
    case "k": 1e3
    case "M": 1e6
    case "G": 1e9
    case "T": 1e12
    default: 1
    }
  }

  /// The seconds of `5d3h`, `1h 30min`, `Up 5 minutes`, `About an hour ago`; nil for anything else.
  static func duration(_ cell: Span<UInt8>, from start: Int) -> Double? {
    var index = start
    var total: Double?
    while index < cell.count {
      if CellText.isBlank(cell[index]) || cell[index] == "," {
        index += 1
        continue
      }
      var value = 1.0
      if CellText.isDigit(cell[index]) {
        guard let number = DecimalParser.read(cell, &index) else { return nil }
        value = number
        cell.skipBlank(at: &index)
      } else {
        let word = word(in: cell, &index)
        if total != nil {
          return words(["ago"], hold: word, of: cell) && index == cell.count ? total : nil
        }
        if words(["up", "about", "less", "than"], hold: word, of: cell) { continue }
        guard words(["a", "an"], hold: word, of: cell), index < cell.count,
          CellText.isBlank(cell[index])
        else { return nil }
        index += 1
      }
      guard let seconds = seconds(cell, word(in: cell, &index)) else { return nil }
      total = (total ?? 0) + value * seconds
    }
    return total
  }

  private static func word(in cell: Span<UInt8>, _ index: inout Int) -> Range<Int> {
    let start = index
    cell.skip(from: &index) { CellText.isLetter($0) || $0 >= 0x80 }
    return start..<max(index, min(start + 1, cell.count))
  }

  private static func seconds(_ cell: Span<UInt8>, _ unit: Range<Int>) -> Double? {
    guard let first = unit.first else { return nil }
    if unit.count == 1 {
      return switch cell[first] {
      case "s": 1
      case "m": 60
      case "h": 3600
      case "d": 86_400
      case "w": 604_800
      case "y": 31_557_600
      default: nil
      }
    }
    return units.first { words($0.words, hold: unit, of: cell) }?.seconds
  }

  private static let units: [(words: [StaticString], seconds: Double)] = [
    (["ms"], 1e-3), (["us", "µs", "μs"], 1e-6), (["ns"], 1e-9),
    (["sec", "secs", "second", "seconds"], 1), (["min", "mins", "minute", "minutes"], 60),
    (["hr", "hrs", "hour", "hours"], 3600), (["day", "days"], 86_400),
    (["week", "weeks"], 604_800), (["mo", "month", "months"], 2_629_800),
    (["yr", "yrs", "year", "years"], 31_557_600),
  ]

  /// Whether the range is one of the lowercase words, ignoring case.
  static func words(_ words: [StaticString], hold range: Range<Int>, of cell: Span<UInt8>) -> Bool {
    words.contains { word in
      guard word.utf8CodeUnitCount == range.count else { return false }
      return range.allSatisfy { index in
        let byte = cell[index]
        return unsafe (CellText.isLetter(byte) ? byte | 0x20 : byte)
          == word.utf8Start[index - range.lowerBound]
      }
    }
  }
}
