/// Functions that parse a cell as a clock time, an elapsed time (`2-03:04:05`) or a date with the
/// year first into a number to sort by.
enum TimeParser {
  /// The seconds of `1:02`, `10:00:01.5`, `2-03:04:05` (days first), `9:30 PM`; nil for others.
  ///
  /// The order of two numbers is the same for minutes and seconds as for hours and minutes.
  static func seconds(_ cell: Span<UInt8>) -> Double? {
    var index = 0
    guard cell.count <= 32, var first = cell.number(at: &index, digits: 9) else { return nil }
    var days = 0
    if cell.take("-", at: &index) {
      days = first
      guard let hours = cell.number(at: &index, digits: 2) else { return nil }
      first = hours
    }
    guard let second = two(cell, &index) else { return nil }
    var seconds = first * 60 + second
    if let third = two(cell, &index) { seconds = seconds * 60 + third }
    let fraction = fraction(cell, &index)
    if index < cell.count {
      guard let half = halfDay(cell, &index), 1...12 ~= first else { return nil }
      let hour = seconds >= 3600 ? 3600 : 60
      seconds += (first == 12 ? -12 : 0) * hour + half * 12 * hour
    }
    guard index == cell.count else { return nil }
    return Double(days) * 86_400 + Double(seconds) + fraction
  }

  /// The units of 100 ns from 1970 to `2026-01-02`, `2026/01/02`, `2026-01-02T10:00:00.5Z` or
  /// `2026-01-02 10:00:00 +0100 CET`; UTC without a zone; nil for anything else.
  static func date(_ cell: Span<UInt8>) -> Int64? {
    var index = 0
    guard 7...64 ~= cell.count, let year = cell.number(at: &index, digits: 4), index == 4,
      cell[4] == "-" || cell[4] == "/", let month = two(cell, &index, after: cell[4], in: 1...12)
    else { return nil }
    let day = two(cell, &index, after: cell[4], in: 1...31)
    var seconds = Int64(days(year, month, day ?? 1)) * 86_400
    var fraction = 0.0
    if day != nil, index < cell.count {
      guard cell.take("T", at: &index) || cell.take(" ", at: &index),
        let hour = cell.number(at: &index, digits: 2), hour <= 24, let minute = two(cell, &index)
      else { return nil }
      let second = two(cell, &index) ?? 0
      fraction = self.fraction(cell, &index)
      guard let offset = zone(cell, &index) else { return nil }
      seconds += Int64(hour * 3600 + minute * 60 + second - offset)
    }
    return index == cell.count ? seconds * 10_000_000 + Int64(fraction * 10_000_000) : nil
  }

  /// Days since 1970 in the Gregorian calendar.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years begin in March here, so that the leap day is the last.
    let years = month > 2 ? year : year - 1
    let months = (month + 9) % 12
    let leapDays = years / 4 - years / 100 + years / 400
    return years * 365 + leapDays + (months * 153 + 2) / 5 + day - 719_469
  }

  /// The offset from UTC in seconds of `Z`, `+01:00`, ` +0100 CET`, or nothing; nil if invalid.
  private static func zone(_ cell: Span<UInt8>, _ index: inout Int) -> Int? {
    var offset = 0
    cell.skipBlank(at: &index)
    let isNegative = cell.take("-", at: &index)
    if isNegative || cell.take("+", at: &index) {
      guard let hours = cell.number(at: &index, digits: 2) else { return nil }
      cell.take(":", at: &index)
      offset = hours * 3600 + (cell.number(at: &index, digits: 2) ?? 0) * 60
      cell.skipBlank(at: &index)
    }
    cell.skip(from: &index, while: CellText.isLetter)
    return isNegative ? -offset : offset
  }

  /// Two digits after `mark`, by default the minutes or seconds after a colon; 60 is a leap second.
  private static func two(
    _ cell: Span<UInt8>, _ index: inout Int, after mark: UInt8 = UInt8(ascii: ":"),
    in range: ClosedRange<Int> = 0...60
  ) -> Int? {
    var next = index + 1
    guard cell.byte(at: index) == mark, let number = cell.number(at: &next, digits: 2),
      next == index + 3, range ~= number
    else { return nil }
    index = next
    return number
  }

  private static func fraction(_ cell: Span<UInt8>, _ index: inout Int) -> Double {
    guard index + 1 < cell.count, CellText.isDigit(cell[index + 1]), cell.take(".", at: &index)
    else { return 0 }
    let start = index
    let digits = cell.number(at: &index, digits: 9) ?? 0
    let scale = (start..<index).reduce(1.0) { scale, _ in scale * 10 }
    cell.skip(from: &index, while: CellText.isDigit)
    return Double(digits) / scale
  }

  /// 0 for `AM`, 1 for `PM`.
  private static func halfDay(_ cell: Span<UInt8>, _ index: inout Int) -> Int? {
    cell.skipBlank(at: &index)
    guard index + 2 == cell.count, cell[index + 1] | 0x20 == "m" else { return nil }
    let letter = cell[index] | 0x20
    guard letter == "a" || letter == "p" else { return nil }
    index += 2
    return letter == "p" ? 1 : 0
  }
}
