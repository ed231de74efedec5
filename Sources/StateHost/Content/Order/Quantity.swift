/// The number that a cell is, and what its unit makes it.
///
/// A sign, digits with a point and commas between them, an exponent, a unit; what stands in brackets behind that is
/// left out, as in `3 (5m ago)`.
enum Quantity: Equatable {
  case plain(Double)
  /// With a unit that is no size and no length of time: `%`, `MHz`, `V`; in hertz, volts, watts or amperes where it
  /// is one of these.
  case unit(Double)
  /// In bytes or bits.
  case size(Double)
  /// In seconds.
  case duration(Double)
  /// With `m` behind it.
  case ambiguous(Double)

  /// Nil where the cell, without blanks around it, is anything else.
  init?(_ cell: Span<UInt8>) {
    guard let first = cell.indices.first, cell.count <= Self.mostBytes else { return nil }
    let end = Self.end(of: cell)
    if CellText.isLetter(cell[first]) {
      guard let seconds = UnitReader.duration(cell, 0..<end) else { return nil }
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
    } else if let scale = UnitReader.sizeScale(cell, unit) {
      self = .size(sign * value * scale)
    } else if let seconds = UnitReader.duration(cell, start..<end) {
      self = .duration(sign * seconds)
    } else if let scale = UnitReader.otherScale(cell, unit) {
      self = .unit(sign * value * scale)
    } else {
      return nil
    }
  }

  private static let mostBytes = 64

  /// Where the brackets begin that the cell ends with, or the cell ends.
  private static func end(of cell: Span<UInt8>) -> Int {
    guard cell[cell.count - 1] == UInt8(ascii: ")") else { return cell.count }
    for index in 1..<max(1, cell.count - 1)
    where cell[index] == UInt8(ascii: "(") && CellText.isBlank(cell[index - 1]) {
      return CellText.trimmed(cell, 0..<index).upperBound
    }
    return cell.count
  }

  /// The value in a column of a type; nil where it is not of that type.
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

/// Digits as a number.
enum Decimal {
  /// All whole numbers below this one are exact.
  static let mostExact = 9_007_199_254_740_992.0
  /// As many digits of a fraction are read: their number is exact.
  private static let mostFraction: UInt64 = 100_000_000_000_000
  /// As many digits of a whole number are.
  private static let mostWhole: UInt64 = 1_000_000_000_000_000_000

  /// Reads digits with a point or commas between them and an exponent behind them.
  ///
  /// A comma with three digits after it groups them; another one is a point. A greater number never gives a
  /// smaller value.
  ///
  /// - Parameters:
  ///   - cell: bytes.
  ///   - index: where they begin, then where they end.
  ///   - end: what is there and further is not read.
  /// - Returns: nil where there is none, or there are two points.
  static func read(_ cell: Span<UInt8>, _ index: inout Int, before end: Int) -> Double? {
    var digits: UInt64 = 0
    var power = 0
    var hasPoint = false
    let start = index
    while index < end {
      let byte = cell[index]
      if CellText.isDigit(byte) {
        if digits < (hasPoint ? mostFraction : mostWhole) {
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

  /// Powers of ten up to 22 are exact.
  private static func scaled(_ digits: Double, _ power: Int) -> Double {
    if power == 0 || digits == 0 { return digits }
    var scale = 1.0
    for _ in 0..<min(abs(power), 330) { scale *= 10 }
    return power < 0 ? digits / scale : min(digits * scale, .greatestFiniteMagnitude)
  }
}
