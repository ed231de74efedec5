/// What the cells of a column are, as far as their natural order goes.
package enum CellType: Int, CaseIterable, Sendable {
  case number
  /// A number of bytes or bits, such as `4.0K`, `128Mi`, `1.5 GB`, `300kB/s`.
  case size
  /// A length of time, such as `12d`, `3m12s`, `250ms`, `5 minutes ago`.
  case duration
  /// A clock time, such as `1:02`, `10:00:01`, `2-03:04:05`, `9:30 PM`.
  case time
  /// A day of ISO 8601, maybe with a time and its zone.
  case date
  /// An IPv4 or IPv6 address, maybe with a port or the length of a prefix.
  case address
  /// A version, such as `v1.2.3`, `2.0.0-rc.1`, `1:2.38-4ubuntu1`.
  case version
  /// Anything else: text, in which runs of digits are compared as numbers.
  case text
}

/// Finds the type that nearly all cells of a column have: nine of ten that are not empty.
struct CellTypeCount {
  private var cells = 0
  private var plainNumbers = 0
  private var otherUnits = 0
  private var sizes = 0
  private var durations = 0
  /// With `m`, which is minutes among durations and a million among sizes.
  private var ambiguous = 0
  private var times = 0
  private var dates = 0
  private var addresses = 0
  private var versions = 0

  /// Takes one more cell, without blanks around it and not empty.
  mutating func add(_ cell: Span<UInt8>) {
    cells += 1
    switch Quantity(cell) {
    case .plain: plainNumbers += 1
    case .unit: otherUnits += 1
    case .size: sizes += 1
    case .duration: durations += 1
    case .ambiguous: ambiguous += 1
    case nil:
      if TimeReader.seconds(cell) != nil { times += 1 }
      if TimeReader.date(cell) != nil { dates += 1 }
      var part = KeyPart()
      if AddressKey.append(cell, to: &part) { addresses += 1 }
      if VersionKey.append(cell, to: &part) == .clear { versions += 1 }
    }
  }

  /// Plain numbers go with sizes, durations and versions, of which some are written without a unit or with one
  /// point.
  var type: CellType {
    if cells == 0 { return .text }
    if areMost(dates) { return .date }
    if areMost(addresses) { return .address }
    if areMost(times) { return .time }
    if versions * 2 >= cells, areMost(versions + plainNumbers) { return .version }
    if sizes > 0, sizes >= durations, areMost(sizes + ambiguous + plainNumbers) { return .size }
    let timed = durations + ambiguous
    if timed > 0, areMost(timed + plainNumbers) { return .duration }
    return areMost(plainNumbers + otherUnits) ? .number : .text
  }

  private func areMost(_ count: Int) -> Bool { count * 10 >= cells * 9 }
}
