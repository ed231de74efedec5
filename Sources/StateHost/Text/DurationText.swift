/// A function that parses a duration as written in files and on the command line, such as `300ms`,
/// `1.5s` or `2m`, exactly into nanoseconds, up to one hour.
package enum DurationText {
  /// The longest duration: one hour.
  package static let limitNanoseconds: Int64 = 3_600_000_000_000

  /// Parses a duration exactly: `0.1s` is 100,000,000 nanoseconds.
  ///
  /// - Returns: nanoseconds, 0 to one hour.
  package static func nanoseconds(_ text: String) throws(Fault) -> Int64 {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    let body = isNegative ? text.dropFirst() : text[...]
    let number = body.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let unit = unitNanoseconds(body[number.endIndex...]) else { throw .malformed }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 2, !parts.contains("") else { throw .malformed }
    let total = try nanoseconds(
      whole: parts[0], fraction: parts.count == 2 ? parts[1] : "", unit: unit)
    if isNegative, total > 0 { throw .negative }
    return total
  }

  /// The fault in a duration's text: malformed, negative, too long, or finer than a nanosecond.
  package enum Fault: Error {
    case malformed
    case negative
    case tooLong
    case tooFine
  }

  private static func nanoseconds(
    whole: Substring, fraction: Substring, unit: Int64
  ) throws(Fault) -> Int64 {
    var total: Int64 = 0
    for digit in whole.utf8 {
      total = total * 10 + Int64(digit - UInt8(ascii: "0")) * unit
      if total > limitNanoseconds { throw .tooLong }
    }
    let lastDigit = fraction.lastIndex { $0 != "0" }
    var place = unit
    for digit in lastDigit.map({ fraction[...$0].utf8 }) ?? fraction.prefix(0).utf8 {
      guard place % 10 == 0 else { throw .tooFine }
      place /= 10
      total += Int64(digit - UInt8(ascii: "0")) * place
    }
    if total > limitNanoseconds { throw .tooLong }
    return total
  }

  private static func unitNanoseconds(_ unit: Substring) -> Int64? {
    switch unit {
    case "ns": 1
    case "us": 1_000
    case "ms": 1_000_000
    case "s": 1_000_000_000
    case "m": 60_000_000_000
    case "h": 3_600_000_000_000
    default: nil
    }
  }
}
