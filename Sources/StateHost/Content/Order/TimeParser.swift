/// Functions that parse a cell as a clock time or an ISO date into a number to sort by.
enum TimeParser {
  /// Parses `1:02`, `10:00:01.5`, `2-03:04:05` (days first), `9:30 PM`; of two numbers the order is
  /// the same for minutes and seconds as for hours and minutes.
  ///
  /// - Returns: seconds; nil for anything else.
  static func seconds(_ cell: Span<UInt8>) -> Double? {
    var index = 0
    guard cell.count <= 32, var first = digits(cell, &index, atMost: 9) else { return nil }
    var days = 0
    if index < cell.count, cell[index] == UInt8(ascii: "-") {
      index += 1
      days = first
      guard let hours = digits(cell, &index, atMost: 2) else { return nil }
      first = hours
    }
    guard let second = sixtieth(cell, &index, after: UInt8(ascii: ":")) else { return nil }
    var seconds = first * 60 + second
    if let third = sixtieth(cell, &index, after: UInt8(ascii: ":")) {
      seconds = seconds * 60 + third
    }
    let fraction = fraction(cell, &index)
    if index < cell.count {
      guard let half = halfDay(cell, &index), 1...12 ~= first else { return nil }
      let hour = seconds >= 3600 ? 3600 : 60
      seconds += (first == 12 ? -12 : 0) * hour + half * 12 * hour
    }
    guard index == cell.count else { return nil }
    return Double(days) * 86_400 + Double(seconds) + fraction
  }

  /// Parses `2026-01-02`, also with slashes, optionally with a time and a zone:
  /// `2026-01-02T10:00:00.5Z`, `2026-01-02 10:00:00 +0100 CET`; UTC without a zone.
  ///
  /// - Returns: units of 100 ns since 1970; nil for anything else.
  static func date(_ cell: Span<UInt8>) -> Int64? {
    var index = 0
    guard cell.count <= 64, cell.count >= 7, let year = digits(cell, &index, atMost: 4), index == 4
    else { return nil }
    let divider = cell[4]
    guard divider == UInt8(ascii: "-") || divider == UInt8(ascii: "/"),
      let month = two(cell, &index, after: divider), 1...12 ~= month
    else { return nil }
    let day = two(cell, &index, after: divider)
    guard 1...31 ~= day ?? 1 else { return nil }
    var seconds = Int64(days(year, month, day ?? 1)) * 86_400
    var fraction = 0.0
    if day != nil, index < cell.count {
      guard cell[index] == UInt8(ascii: "T") || cell[index] == UInt8(ascii: " ") else { return nil }
      index += 1
      guard let hour = digits(cell, &index, atMost: 2), hour <= 24,
        let minute = sixtieth(cell, &index, after: UInt8(ascii: ":"))
      else { return nil }
      let second = sixtieth(cell, &index, after: UInt8(ascii: ":")) ?? 0
      fraction = self.fraction(cell, &index)
      seconds += Int64(hour * 3600 + minute * 60 + second)
      guard let offset = zone(cell, &index) else { return nil }
      seconds -= Int64(offset)
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

  /// Parses `Z`, `UTC`, `+01:00`, `+0100`, optionally with a blank before and a name after it; UTC
  /// if missing.
  ///
  /// - Returns: the offset from UTC in seconds; nil for anything else.
  private static func zone(_ cell: Span<UInt8>, _ index: inout Int) -> Int? {
    var offset = 0
    skipBlank(cell, &index)
    if index < cell.count, cell[index] == UInt8(ascii: "+") || cell[index] == UInt8(ascii: "-") {
      let sign = cell[index] == UInt8(ascii: "-") ? -1 : 1
      index += 1
      guard let hours = digits(cell, &index, atMost: 2) else { return nil }
      if index < cell.count, cell[index] == UInt8(ascii: ":") { index += 1 }
      offset = sign * (hours * 3600 + (digits(cell, &index, atMost: 2) ?? 0) * 60)
      skipBlank(cell, &index)
    }
    while index < cell.count, CellText.isLetter(cell[index]) { index += 1 }
    return offset
  }

  private static func skipBlank(_ cell: Span<UInt8>, _ index: inout Int) {
    if index < cell.count, CellText.isBlank(cell[index]) { index += 1 }
  }

  private static func digits(_ cell: Span<UInt8>, _ index: inout Int, atMost count: Int) -> Int? {
    let start = index
    var number = 0
    while index < cell.count, index - start < count, CellText.isDigit(cell[index]) {
      number = number * 10 + Int(cell[index] & 15)
      index += 1
    }
    return index > start ? number : nil
  }

  /// Two digits after `mark`.
  private static func two(_ cell: Span<UInt8>, _ index: inout Int, after mark: UInt8) -> Int? {
    guard index + 2 < cell.count, cell[index] == mark else { return nil }
    var next = index + 1
    guard let number = digits(cell, &next, atMost: 2), next == index + 3 else { return nil }
    index = next
    return number
  }

  /// Two digits of minutes or seconds after `mark`; 60 is a leap second.
  private static func sixtieth(_ cell: Span<UInt8>, _ index: inout Int, after mark: UInt8) -> Int? {
    var next = index
    guard let number = two(cell, &next, after: mark), number <= 60 else { return nil }
    index = next
    return number
  }

  private static func fraction(_ cell: Span<UInt8>, _ index: inout Int) -> Double {
    guard index + 1 < cell.count, cell[index] == UInt8(ascii: "."),
      CellText.isDigit(cell[index + 1])
    else { return 0 }
    index += 1
    var fraction = 0.0
    var scale = 1.0
    while index < cell.count, CellText.isDigit(cell[index]) {
      if scale < 1e9 {
        fraction = fraction * 10 + Double(cell[index] & 15)
        scale *= 10
      }
      index += 1
    }
    return fraction / scale
  }

  /// 0 for `AM`, 1 for `PM`.
  private static func halfDay(_ cell: Span<UInt8>, _ index: inout Int) -> Int? {
    skipBlank(cell, &index)
    guard index + 2 == cell.count, cell[index + 1] | 0x20 == UInt8(ascii: "m") else { return nil }
    let letter = cell[index] | 0x20
    guard letter == UInt8(ascii: "a") || letter == UInt8(ascii: "p") else { return nil }
    index += 2
    return letter == UInt8(ascii: "p") ? 1 : 0
  }
}
