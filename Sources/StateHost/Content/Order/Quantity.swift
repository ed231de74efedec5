/// A number with its unit parsed from a cell for sorting: plain, a size, a duration, or another unit.
///
/// A sign, digits with a decimal point and grouping commas, an exponent, a unit; a trailing
/// parenthesis is ignored, as in `3 (5m ago)`.
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
    guard let first = cell.indices.first, cell.count <= Self.maxBytes else { return nil }
    let end = Self.end(of: cell)
    if CellText.isLetter(cell[first]) {
      guard let seconds = UnitParser.duration(cell, 0..<end) else { return nil }
      self = .duration(seconds)
      return
    }
    var index = first
    let isNegative = cell[index] == UInt8(ascii: "-")
    if isNegative || cell[index] == UInt8(ascii: "+") { index += 1 }
    let sign = isNegative ? -1.0 : 1.0
    if index < end, cell[index] == UInt8(ascii: "$") { index += 1 }
    let start = index
    guard let value = Decimal.read(cell, &index, before: end) else { return nil }
    if index == end {
      self = .plain(sign * value)
      return
    }
    if CellText.isBlank(cell[index]) { index += 1 }
    let unit = index..<end
    if unit.count == 1, cell[index] == UInt8(ascii: "m") {
      self = .ambiguous(sign * value)
    } else if let scale = UnitParser.sizeScale(cell, unit) {
      self = .size(sign * value * scale)
    } else if let seconds = UnitParser.duration(cell, start..<end) {
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
    guard cell[cell.count - 1] == UInt8(ascii: ")") else { return cell.count }
    for index in 1..<max(1, cell.count - 1)
    where cell[index] == UInt8(ascii: "(") && CellText.isBlank(cell[index - 1]) {
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

/// A function that parses a decimal number with grouping commas and an exponent from the bytes of a cell.
enum Decimal {
  /// All integers below this are exact.
  static let maxExact = 9_007_199_254_740_992.0
  /// Further digits of a fraction are ignored, so that it stays exact.
  private static let maxFraction: UInt64 = 100_000_000_000_000
  /// Further digits of an integer only scale it.
  private static let maxWhole: UInt64 = 1_000_000_000_000_000_000

  /// Parses digits with a decimal point, grouping commas and an exponent.
  ///
  /// A comma before exactly three digits groups them; any other is a decimal point. Parsing is
  /// monotonic.
  ///
  /// - Parameters:
  ///   - cell: the text.
  ///   - index: the start of the number; set to its end.
  ///   - end: the end of the text to parse.
  /// - Returns: nil if there is no number, or two points.
  static func read(_ cell: Span<UInt8>, _ index: inout Int, before end: Int) -> Double? {
    var digits: UInt64 = 0
    var power = 0
    var hasPoint = false
    let start = index
    while index < end {
      let byte = cell[index]
      if CellText.isDigit(byte) {
        if digits < (hasPoint ? maxFraction : maxWhole) {
          digits = digits * 10 + UInt64(byte & 15)
          if hasPoint { power -= 1 }
        } else if !hasPoint {
          power += 1
        }
      } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ",") {
        guard index > start, index + 1 < end, CellText.isDigit(cell[index + 1]) else { return nil }
        if byte == UInt8(ascii: ".") || !isGroup(cell, after: index, before: end) {
          if hasPoint { return nil }
          hasPoint = true
        }
      } else {
        break
      }
      index += 1
    }
    guard index > start else { return nil }
    power += readExponent(cell, &index, before: end)
    return scaled(Double(digits), power)
  }

  private static func isGroup(_ cell: Span<UInt8>, after comma: Int, before end: Int) -> Bool {
    var index = comma + 1
    while index < end, CellText.isDigit(cell[index]) { index += 1 }
    return index - comma == 4
  }

  private static func readExponent(
    _ cell: Span<UInt8>, _ index: inout Int, before end: Int
  ) -> Int {
    guard index < end, cell[index] | 0x20 == UInt8(ascii: "e") else { return 0 }
    var next = index + 1
    let isNegative = next < end && cell[next] == UInt8(ascii: "-")
    if next < end, isNegative || cell[next] == UInt8(ascii: "+") { next += 1 }
    let start = next
    var exponent = 0
    while next < end, CellText.isDigit(cell[next]) {
      exponent = min(1000, exponent * 10 + Int(cell[next] & 15))
      next += 1
    }
    guard next > start else { return 0 }
    index = next
    return isNegative ? -exponent : exponent
  }

  /// Exact for powers up to 22.
  private static func scaled(_ digits: Double, _ power: Int) -> Double {
    if power == 0 || digits == 0 { return digits }
    var scale = 1.0
    for _ in 0..<min(abs(power), 330) { scale *= 10 }
    return power < 0 ? digits / scale : min(digits * scale, .greatestFiniteMagnitude)
  }
}

/// Functions that parse the unit after a number (sizes, durations, hertz and others) into a scale factor.
enum UnitParser {
  /// The scale of a size: `K`, `M`, `G`, `T`, `P`, `E` are powers of 1,024, or of 1,000 before `B`,
  /// `b` or `bit` without an `i`; per second, too.
  ///
  /// - Returns: nil for any other unit, and for `m` alone.
  static func sizeScale(_ cell: Span<UInt8>, _ unit: Range<Int>) -> Double? {
    var end = unit.upperBound
    guard let first = unit.first else { return nil }
    if unit.count > 2, cell[end - 1] == UInt8(ascii: "s"),
      cell[end - 2] == UInt8(ascii: "/") || cell[end - 2] == UInt8(ascii: "p")
    {
      end -= 2
    }
    var index = first
    var power = 0
    switch cell[first] | 0x20 {
    case UInt8(ascii: "k"): power = 1
    case UInt8(ascii: "m"): power = 2
    case UInt8(ascii: "g"): power = 3
    case UInt8(ascii: "t"): power = 4
    case UInt8(ascii: "p"): power = 5
    case UInt8(ascii: "e") where cell[first] == UInt8(ascii: "E"): power = 6
    default: break
    }
    if power > 0 { index += 1 }
    let isBinary = power > 0 && index < end && cell[index] == UInt8(ascii: "i")
    if isBinary { index += 1 }
    let rest = index..<end
    guard rest.isEmpty ? power > 0 : isBase(cell, rest) else { return nil }
    if rest.isEmpty, cell[first] == UInt8(ascii: "m"), !isBinary { return nil }
    let base = isBinary || rest.isEmpty ? 1024.0 : 1000.0
    var scale = 1.0
    for _ in 0..<power { scale *= base }
    return scale
  }

  private static func isBase(_ cell: Span<UInt8>, _ unit: Range<Int>) -> Bool {
    guard cell[unit.lowerBound] | 0x20 == UInt8(ascii: "b") else { return false }
    return unit.count == 1 || words(["bit", "bits", "byte", "bytes"], hold: unit, of: cell)
  }

  /// The scale of hertz, volts, watts and amperes with the prefixes `n`, `u`, `m`, `k`, `M`, `G`,
  /// `T`; 1 for other units of at most four bytes.
  static func otherScale(_ cell: Span<UInt8>, _ unit: Range<Int>) -> Double? {
    guard let first = unit.first, unit.count <= 4 else { return nil }
    if unit.count == 1, cell[first] == UInt8(ascii: "%") { return 1 }
    guard unit.allSatisfy({ CellText.isLetter(cell[$0]) || cell[$0] >= 0x80 }) else { return nil }
    guard words(["hz", "v", "w", "a"], hold: first + 1..<unit.upperBound, of: cell) else {
      return 1
    }
    return switch cell[first] {
    case UInt8(ascii: "n"): 1e-9
    case UInt8(ascii: "u"): 1e-6
    case UInt8(ascii: "m"): 1e-3
    case UInt8(ascii: "k"): 1e3
    case UInt8(ascii: "M"): 1e6
    case UInt8(ascii: "G"): 1e9
    case UInt8(ascii: "T"): 1e12
    default: 1
    }
  }

  /// Parses durations: `5d3h`, `1h 30min`, `Up 5 minutes`, `About an hour ago`.
  ///
  /// - Returns: seconds; nil for anything else.
  static func duration(_ cell: Span<UInt8>, _ range: Range<Int>) -> Double? {
    var index = range.lowerBound
    var total: Double?
    while index < range.upperBound {
      if CellText.isBlank(cell[index]) || cell[index] == UInt8(ascii: ",") {
        index += 1
        continue
      }
      var value = 1.0
      if CellText.isDigit(cell[index]) {
        guard let number = Decimal.read(cell, &index, before: range.upperBound) else { return nil }
        value = number
        if index < range.upperBound, CellText.isBlank(cell[index]) { index += 1 }
      } else {
        let word = word(in: cell, &index, before: range.upperBound)
        if total != nil {
          return words(["ago"], hold: word, of: cell) && index == range.upperBound ? total : nil
        }
        if words(["up", "about", "less", "than"], hold: word, of: cell) { continue }
        guard words(["a", "an"], hold: word, of: cell), index < range.upperBound,
          CellText.isBlank(cell[index])
        else { return nil }
        index += 1
      }
      let unit = word(in: cell, &index, before: range.upperBound)
      guard let seconds = seconds(cell, unit) else { return nil }
      total = (total ?? 0) + value * seconds
    }
    return total
  }

  private static func word(in cell: Span<UInt8>, _ index: inout Int, before end: Int) -> Range<Int>
  {
    let start = index
    while index < end, CellText.isLetter(cell[index]) || cell[index] >= 0x80 { index += 1 }
    return start..<max(index, min(start + 1, end))
  }

  private static func seconds(_ cell: Span<UInt8>, _ unit: Range<Int>) -> Double? {
    guard let first = unit.first else { return nil }
    if unit.count == 1 {
      return switch cell[first] {
      case UInt8(ascii: "s"): 1
      case UInt8(ascii: "m"): 60
      case UInt8(ascii: "h"): 3600
      case UInt8(ascii: "d"): 86_400
      case UInt8(ascii: "w"): 604_800
      case UInt8(ascii: "y"): 31_557_600
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
