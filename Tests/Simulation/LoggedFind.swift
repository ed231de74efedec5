/// A find that a child has logged, such as `debug: sim.rows: find after 3`.
struct LoggedFind {
  /// Where it begins; nil: at an end of the view.
  let place: Int?
  let isBackward: Bool

  fileprivate init?(_ line: ArraySlice<UInt8>) {
    let words = String(decoding: line, as: UTF8.self).split(separator: " ").suffix(3)
    guard words.count == 3, words.first == "find", let number = words.last.flatMap({ UInt64($0) })
    else { return nil }
    place = number == .max ? nil : Int(clamping: number)
    isBackward = words.dropFirst().first == "before"
  }

  /// The row that it comes to among those of a view, in its order; nil where there is none.
  func row(among rows: [Int], where isMatch: (Int) -> Bool) -> Int? {
    let count = rows.count
    let start = place ?? (isBackward ? count : -1)
    return (0..<count).lazy.map { distance in
      rows[(isBackward ? start - 1 - distance + count : start + 1 + distance) % count]
    }.first(where: isMatch)
  }
}

/// The finds that children log.
struct LoggedFinds {
  private let log: SimulatedOutput
  private var readCount = 0

  init(log: SimulatedOutput) { self.log = log }

  /// Those that were logged since it was asked for them.
  mutating func take() -> [LoggedFind] {
    let new = log.bytes[readCount...]
    readCount = log.bytes.count
    return new.split(separator: 0x0A).compactMap { LoggedFind($0) }
  }
}
