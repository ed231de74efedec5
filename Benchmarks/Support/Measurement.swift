import Glibc

/// One line of the report: what was measured, beside its yardstick and its goal if it has them.
struct Measurement {
  let name: String
  /// The figure with its unit, for people.
  let value: String
  /// The figure as a number, for the file.
  let number: Double
  var yardstick = ""
  var goal = ""
  /// Whether the goal is met; nil where there is none.
  var isMet: Bool?
  /// How its number relates to that of another build, and how far those of that one are apart.
  var beside = ""
}

/// The monotonic clock in nanoseconds.
func nanosecondsNow() -> Int64 {
  var time = timespec()
  _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// The middle one of the values.
func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}

/// The value that 99 of 100 do not exceed, by the nearest rank.
func percentile99(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  return sorted.isEmpty ? .nan : sorted[(sorted.count * 99 + 99) / 100 - 1]
}

/// A number with `digits` digits after the point.
func text(_ number: Double, digits: Int = 1) -> String {
  guard number.isFinite else { return "?" }
  var scale = 1.0
  for _ in 0..<digits { scale *= 10 }
  let whole = Int64((number * scale).rounded())
  guard digits > 0 else { return "\(whole)" }
  let fraction = String(abs(whole) % Int64(scale))
  let zeros = String(repeating: "0", count: digits - fraction.count)
  return "\(whole < 0 ? "-" : "")\(abs(whole) / Int64(scale)).\(zeros)\(fraction)"
}

/// A number with a comma before each three digits, as the program shows it.
func grouped(_ number: Int) -> String {
  let digits = Array(String(number))
  return digits.indices.map { index in
    (index > 0 && (digits.count - index) % 3 == 0 ? "," : "") + String(digits[index])
  }.joined()
}

extension String {
  /// Whether it has the text; `contains` is of a library that this program does not carry.
  func holds(_ text: String) -> Bool {
    let (bytes, wanted) = (Array(utf8), Array(text.utf8))
    return bytes.indices.contains { bytes[$0...].starts(with: wanted) }
  }
}
