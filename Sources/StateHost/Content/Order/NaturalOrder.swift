/// The natural order of a table column's cells or of whole rows, by the type that nearly all of the
/// cells, or of the first words of the rows, have, such as size, date or version: computes the
/// integers (parts of a sort key) by which a cell or row is sorted.
///
/// Cells of that type come first, then the others as text, then empty ones (also `-`, `<none>`,
/// `null`), in either direction.
struct NaturalOrder: Sendable {
  /// The first part of an empty cell: greater than all others, also inverted ones.
  private static let empty = UInt64.max
  /// The first part of a cell of another type; no other part equals it, nor an inverted one.
  private static let other = UInt64.max - 1

  var type = CellType.text
  /// Whether whole rows are compared, whose type is that of their first words.
  let isOfWholeRows: Bool
  let isDescending: Bool

  /// A number that orders cells whose parts at all smaller depths are equal, ascending.
  ///
  /// `depth` is a multiple of `SortKeyPart.byteCount`; all parts of an empty cell are the same.
  func part(of cell: Span<UInt8>, depth: Int) -> UInt64 {
    guard let range = range(of: cell) else { return Self.empty }
    let text = cell.extracting(range)
    if type == .text { return directed(Self.natural(text, depth)) }
    if let part = typedPart(of: text.extracting(typedRange(of: text)), depth) {
      return directed(part)
    }
    return depth == 0 ? Self.other : directed(Self.natural(text, depth - SortKeyPart.byteCount))
  }

  /// Whether cells with equal parts so far may differ at the next depth.
  func continues(after part: UInt64, depth: Int) -> Bool {
    if depth == 0, type != .text {
      if part >= Self.other { return part == Self.other }
      switch type {
      case .number: return !Self.isExact(directed(part))
      case .size, .duration, .time, .date: return false
      case .address, .version, .text: break
      }
    }
    return part != Self.empty && directed(part) & 0xFF == SortKeyPart.more
  }

  private func directed(_ part: UInt64) -> UInt64 { isDescending ? ~part : part }

  func add(_ cell: Span<UInt8>, to count: inout CellTypeCounter) {
    guard let range = range(of: cell) else { return }
    let text = cell.extracting(range)
    count.add(text.extracting(typedRange(of: text)))
  }

  /// The text of a cell that is compared; nil if the cell is empty.
  private func range(of cell: Span<UInt8>) -> Range<Int>? {
    let range = CellText.trimmed(cell, 0..<min(cell.count, SortKeyReader.maxBytes))
    return (isOfWholeRows ? range.isEmpty : CellText.isMissing(cell, range)) ? nil : range
  }

  /// The text that has the type: the first word of a row, or all of a cell.
  private func typedRange(of text: Span<UInt8>) -> Range<Int> {
    isOfWholeRows ? CellText.word(text, from: 0) : 0..<text.count
  }

  private static func natural(_ text: Span<UInt8>, _ depth: Int) -> UInt64 {
    var part = SortKeyPart(depth: depth)
    part.append(natural: text)
    return part.number
  }

  /// Nil if the cell is not of the type.
  private func typedPart(of cell: Span<UInt8>, _ depth: Int) -> UInt64? {
    switch type {
    case .number, .size, .duration:
      guard let value = Quantity(cell)?.value(as: type) else { return nil }
      return depth == 0
        ? SortKeyPart.ascending(value) : Self.digits(of: cell, depth, isNegative: value < 0)
    case .time: return TimeParser.seconds(cell).map(SortKeyPart.ascending)
    case .date: return TimeParser.date(cell).map { UInt64(bitPattern: $0) ^ 1 << 63 }
    case .address:
      var part = SortKeyPart(depth: depth)
      return AddressKey.append(cell, to: &part) ? part.number : nil
    case .version:
      var part = SortKeyPart(depth: depth)
      return VersionKey.append(cell, to: &part) == nil ? nil : part.number
    case .text: return nil
    }
  }

  /// Orders whole numbers beyond the precision of `Double`.
  private static func digits(of cell: Span<UInt8>, _ depth: Int, isNegative: Bool) -> UInt64 {
    let part = natural(cell, depth - SortKeyPart.byteCount)
    return isNegative ? part ^ ~0xFF : part
  }

  /// Whether no other number has the same part.
  private static func isExact(_ part: UInt64) -> Bool {
    SortKeyPart.ascending(-DecimalParser.maxExact) < part
      && part < SortKeyPart.ascending(DecimalParser.maxExact)
  }
}

/// The type of a column's cells, or of the first words of whole rows, in the host (a number, size,
/// date, version, …), which determines their natural order; children read that of the sorted
/// column.
package enum CellType: Int, CaseIterable, Sendable {
  case number
  /// In bytes or bits, such as `4.0K`, `128Mi`, `1.5 GB`, `300kB/s`.
  case size
  /// Such as `12d`, `3m12s`, `250ms`, `5 minutes ago`.
  case duration
  /// A clock time, such as `1:02`, `10:00:01`, `2-03:04:05`, `9:30 PM`.
  case time
  /// A date with the year first, optionally with a time and a zone.
  case date
  /// An IPv4 or IPv6 address, optionally with a port or a prefix length.
  case address
  /// Such as `v1.2.3`, `2.0.0-rc.1`, `1:2.38-4ubuntu1`.
  case version
  /// Any other text; runs of digits are compared as numbers.
  case text
}

/// A counter of types that fit sampled cells of the sorted column (or first words of rows); gives
/// the `CellType` of the natural order: one fitting at least nine in ten nonempty ones, else text.
struct CellTypeCounter {
  private var cells = 0
  private var plainNumbers = 0
  private var otherUnits = 0
  private var sizes = 0
  private var durations = 0
  /// With the unit `m`: minutes as a duration, 1,048,576 as a size.
  private var ambiguous = 0
  private var times = 0
  private var dates = 0
  private var addresses = 0
  private var versions = 0

  /// Counts a cell that is trimmed and not empty.
  mutating func add(_ cell: Span<UInt8>) {
    cells += 1
    switch Quantity(cell) {
    case .plain: plainNumbers += 1
    case .unit: otherUnits += 1
    case .size: sizes += 1
    case .duration: durations += 1
    case .ambiguous: ambiguous += 1
    case nil:
      if TimeParser.seconds(cell) != nil { times += 1 }
      if TimeParser.date(cell) != nil { dates += 1 }
      var part = SortKeyPart()
      if AddressKey.append(cell, to: &part) { addresses += 1 }
      if VersionKey.append(cell, to: &part) == .clear { versions += 1 }
    }
  }

  /// Plain numbers fit sizes, durations and versions, some of which have no unit or one point.
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

/// A part of a byte-wise sort key: seven of its bytes, from a given depth on, packed into a 64-bit
/// integer with the same order; bytes before and after them are only counted.
///
/// The lowest byte is how many bytes of the key are left here, so that a key precedes its
/// extensions; 8 stands for more than seven.
struct SortKeyPart {
  /// Bytes of the key in one part.
  static let byteCount = 7
  /// The lowest byte of a part that others follow.
  static let more: UInt64 = 8

  private let depth: Int
  private var bytes: UInt64 = 0
  private var position = 0

  /// - Parameter depth: how many bytes of the key come before this part.
  init(depth: Int = 0) { self.depth = depth }

  /// Whether further bytes change nothing.
  var isFull: Bool { position > depth + Self.byteCount }

  mutating func append(_ byte: UInt8) {
    if position >= depth, position < depth + Self.byteCount { bytes = bytes << 8 | UInt64(byte) }
    position += 1
  }

  var number: UInt64 {
    let count = min(max(0, position - depth), Int(Self.more))
    return bytes << UInt64(8 * (Self.byteCount + 1 - min(count, Self.byteCount))) | UInt64(count)
  }

  /// An integer in the order of the number.
  static func ascending(_ number: Double) -> UInt64 {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  /// Appends text in which runs of digits are compared as numbers: `u2` before `u10`.
  mutating func append(natural text: Span<UInt8>) {
    var index = 0
    while index < text.count, !isFull {
      if CellText.isDigit(text[index]) {
        append(digitsOf: text, &index)
      } else {
        append(text[index])
        index += 1
      }
    }
  }

  /// Appends the number of digits without leading zeros, then the digits, two per byte.
  ///
  /// The first byte is an ASCII digit, so that numbers sort among other characters as digits do.
  mutating func append(digitsOf text: Span<UInt8>, _ index: inout Int) {
    text.skip(from: &index) { $0 == "0" }
    let start = index
    text.skip(from: &index, while: CellText.isDigit)
    var count = index - start
    append(UInt8(ascii: "0") + UInt8(min(count, 9)))
    if count >= 9 {
      count -= 9
      while count >= 255 {
        append(255)
        count -= 255
      }
      append(UInt8(count))
    }
    for place in stride(from: start, to: index, by: 2) where !isFull {
      let low = place + 1 < index ? text[place + 1] & 15 : 0
      append((text[place] & 15) << 4 | low)
    }
  }
}
