/// The number that a cell begins with, its unit taken into account.
enum RowNumber {
  /// Reads a sign, digits with a point and commas between them, and a unit: sizes (`k`, `M`, `G`, `T`,
  /// `P`, 1,024 times each; 1,000 times before a `B` without an `i`) and times in seconds
  /// (`ns`, `us`, `ms`, `s`, `m`, `h`, `d`); another unit changes nothing.
  ///
  /// - Returns: nil where the cell does not begin with a number that ends, with its unit, at a blank
  ///   or at the end of the cell.
  static func value(of cell: Span<UInt8>) -> Double? {
    let text = CellText.trimmed(cell, 0..<cell.count)
    var end = text.lowerBound
    while end < text.upperBound, !CellText.isBlank(cell[end]) { end += 1 }
    let word = text.lowerBound..<end
    guard word.count <= 64, CellText.isNumber(cell, word) else { return nil }
    var index = word.lowerBound
    let isNegative = cell[index] == UInt8(ascii: "-")
    if isNegative || cell[index] == UInt8(ascii: "+") { index += 1 }
    var digits = 0.0
    // What the digits are to be divided by; nil before the point.
    var divisor: Double?
    while index < end {
      switch cell[index] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        digits = digits * 10 + Double(cell[index] - 0x30)
        divisor = divisor.map { $0 * 10 }
      case UInt8(ascii: "."):
        // A version or an address is no number.
        guard divisor == nil else { return nil }
        divisor = 1
      // A comma with three digits after it groups them, another one is a point.
      case UInt8(ascii: ","):
        if !isGroup(cell, after: index, before: end) { divisor = divisor ?? 1 }
      default:
        return value(digits, divisor, isNegative) * scale(of: cell.extracting(index..<end))
      }
      index += 1
    }
    return value(digits, divisor, isNegative)
  }

  private static func value(_ digits: Double, _ divisor: Double?, _ isNegative: Bool) -> Double {
    (isNegative ? -digits : digits) / (divisor ?? 1)
  }

  private static func isGroup(_ cell: Span<UInt8>, after comma: Int, before end: Int) -> Bool {
    var index = comma + 1
    while index < end, cell[index] >= 0x30, cell[index] <= 0x39 { index += 1 }
    return index - comma == 4
  }

  private static func scale(of unit: Span<UInt8>) -> Double {
    let size = unit.count == 1 || unit[1] == UInt8(ascii: "i") ? 1024.0 : 1000.0
    let isSize = unit.count == 1 || unit[1] == UInt8(ascii: "i") || unit[1] == UInt8(ascii: "B")
    switch (unit[0], unit.count > 1 ? unit[1] : 0) {
    case (UInt8(ascii: "n"), UInt8(ascii: "s")): return 1e-9
    case (UInt8(ascii: "u"), UInt8(ascii: "s")): return 1e-6
    case (UInt8(ascii: "m"), UInt8(ascii: "s")): return 1e-3
    case (UInt8(ascii: "m"), 0): return 60
    case (UInt8(ascii: "h"), 0): return 3600
    case (UInt8(ascii: "d"), 0): return 86_400
    case (UInt8(ascii: "K"), _) where isSize, (UInt8(ascii: "k"), _) where isSize: return size
    case (UInt8(ascii: "M"), _) where isSize: return size * size
    case (UInt8(ascii: "G"), _) where isSize: return size * size * size
    case (UInt8(ascii: "T"), _) where isSize: return size * size * size * size
    case (UInt8(ascii: "P"), _) where isSize: return size * size * size * size * size
    default: return 1
    }
  }
}
