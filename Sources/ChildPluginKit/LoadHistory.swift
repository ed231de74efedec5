/// A formatter, for plugins, of a short text for a status line about a data source: how often it is
/// loaded, how old its rows are and how often loading failed, such as `every 2 s · 3 s ago · failed
/// twice, last 1 min ago`.
///
/// An age is shown for a source that reloads by itself, and for a failure: in seconds up to ten,
/// then in tens of seconds, minutes, hours and days, so that the text seldom changes. At the
/// interval it stays for a second, within which most loads that are due then end.
public struct LoadHistory {
  /// The levels of detail of the text that a `LoadHistory` writes about a data source's loads, the
  /// most detailed first; the first whose text fits into the given columns is used.
  private enum Detail: CaseIterable { case all, withoutLastFailure, ageOnly }

  private let everyNanoseconds: Int64?
  /// The time since the rows were loaded.
  private let age: ShownAge?
  private let failures: Int
  /// The time since the last failure.
  private let failureAge: ShownAge?

  /// Reads the history of a content.
  ///
  /// - Parameters:
  ///   - content: says how often it is loaded, and how often that has failed.
  ///   - now: the time of ``Host/nowNanoseconds``.
  public init(_ content: Content, nowNanoseconds now: Int64) {
    everyNanoseconds = content.everyNanoseconds
    let loaded = content.everyNanoseconds == nil ? nil : content.loadedNanoseconds
    let every = content.everyNanoseconds
    age = loaded.map { ShownAge(max(0, now - $0), every: every) }
    failures = content.failures
    failureAge = content.failedNanoseconds.map { ShownAge(max(0, now - $0), every: every) }
  }

  /// Replaces the buffer's text by as much history as fits; clears it if there is none or no room.
  ///
  /// - Parameters:
  ///   - text: the buffer.
  ///   - columns: the columns that the text may take.
  ///   - separator: the text between the parts.
  ///   - host: measures the text.
  /// - Returns: the nanoseconds until the text changes; nil if it stays until the content changes.
  public func write(
    into text: inout TextBuffer, columns: Int, separator: String, host: Host
  ) -> Int64? {
    for detail in Detail.allCases {
      write(detail, separator: separator, into: &text)
      if !text.isEmpty, host.columns(of: text) <= columns {
        return nanosecondsToNextChange(detail)
      }
    }
    text.clear()
    return nil
  }

  private func write(_ detail: Detail, separator: String, into text: inout TextBuffer) {
    text.clear()
    func begin() { if !text.isEmpty { text.append(separator) } }
    if let everyNanoseconds, detail != .ageOnly {
      text.append("every ")
      text.appendInterval(everyNanoseconds)
    }
    if let age {
      begin()
      text.append(age)
    }
    guard failures > 0, detail != .ageOnly else { return }
    begin()
    text.append("failed ")
    switch failures {
    case 1: text.append("once")
    case 2: text.append("twice")
    default:
      text.append(failures)
      text.append(" times")
    }
    guard let failureAge, detail == .all else { return }
    text.append(failures == 1 ? ", " : ", last ")
    text.append(failureAge)
  }

  private func nanosecondsToNextChange(_ detail: Detail) -> Int64? {
    [age, detail == .all ? failureAge : nil].compactMap { $0?.nanosecondsToNextChange }.min()
  }
}

/// An age (of the rows or of the last failure) as `LoadHistory` writes it, and the time until the
/// written age changes, after which a child draws again.
private struct ShownAge {
  let nanoseconds: Int64
  let nanosecondsToNextChange: Int64

  init(_ age: Int64, every: Int64?) {
    if let every, every > 0, age >= every, age - every < AgeUnit.second {
      nanoseconds = every - 1
      nanosecondsToNextChange = AgeUnit.second - (age - every)
    } else {
      let step = AgeUnit(of: age).stepNanoseconds
      nanoseconds = age
      nanosecondsToNextChange = step - age % step
    }
  }
}

/// The unit in which `LoadHistory` writes an age, such as seconds or minutes, chosen by the age,
/// and the step to which the age is rounded down.
private struct AgeUnit {
  static let second: Int64 = 1_000_000_000

  let name: String
  let nanoseconds: Int64
  /// The nanoseconds between two ages that are written differently.
  let stepNanoseconds: Int64

  init(of age: Int64) {
    let minute = 60 * Self.second
    let hour = 60 * minute
    switch age {
    case ..<(10 * Self.second): self.init("s", Self.second, step: Self.second)
    case ..<minute: self.init("s", Self.second, step: 10 * Self.second)
    case ..<hour: self.init("min", minute, step: minute)
    case ..<(24 * hour): self.init("h", hour, step: hour)
    default: self.init("d", 24 * hour, step: 24 * hour)
    }
  }

  private init(_ name: String, _ nanoseconds: Int64, step: Int64) {
    self.name = name
    self.nanoseconds = nanoseconds
    stepNanoseconds = step
  }
}

extension TextBuffer {
  /// `3 s ago`, `20 s ago`, `5 min ago`.
  fileprivate mutating func append(_ age: ShownAge) {
    let unit = AgeUnit(of: age.nanoseconds)
    append(Int(age.nanoseconds / unit.stepNanoseconds * unit.stepNanoseconds / unit.nanoseconds))
    append(" ")
    append(unit.name)
    append(" ago")
  }

  /// `500 ms`, `2 s`, `90 s`, `5 min`: in the largest unit that it is a whole number of.
  fileprivate mutating func appendInterval(_ nanoseconds: Int64) {
    let milliseconds = max(1, Int(nanoseconds / 1_000_000))
    let units = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1000, "s")]
    let unit = units.first { milliseconds % $0.0 == 0 } ?? (1, "ms")
    append(milliseconds / unit.0)
    append(" ")
    append(unit.1)
  }
}
