/// The natural order of the cells of one column, as the type that nearly all of them have.
///
/// Cells of the type come first, in its order; then the others, as text; then those that are empty, or say that there
/// is nothing (`-`, `<none>`, `null`), whatever the direction.
struct NaturalOrder: Sendable {
  /// So many bytes of a cell are looked at.
  static let mostBytes = 511
  /// The first part of a cell that is empty; greater than all others, also than all turned round.
  private static let empty = UInt64.max
  /// The first part of a cell that is not of the type: no other part is the same, nor turned round.
  private static let other = UInt64.max - 1

  var type = CellType.text
  /// Rows are compared, not cells of them: the type is that of their first words.
  let isOfWholeRows: Bool
  let isDescending: Bool

  /// A number that compares as the cell does, among those whose numbers for all smaller depths are equal.
  ///
  /// - Parameters:
  ///   - cell: its bytes.
  ///   - depth: a multiple of `KeyPart.byteCount`.
  /// - Returns: the smaller ones come first; of what is empty it is the same for all depths.
  func part(of cell: Span<UInt8>, depth: Int) -> UInt64 {
    let cell = cell.extracting(first: min(cell.count, Self.mostBytes))
    let range = CellText.trimmed(cell, 0..<cell.count)
    if isOfWholeRows ? range.isEmpty : CellText.isNothing(cell, range) { return Self.empty }
    let text = cell.extracting(range)
    if type == .text { return directed(Self.natural(text, depth)) }
    let typed = text.extracting(typedRange(of: text))
    if let part = typedPart(of: typed, depth) {
      return directed(part)
    }
    return depth == 0 ? Self.other : directed(Self.natural(text, depth - KeyPart.byteCount))
  }

  /// Cells that are equal so far may differ in the part at the next depth.
  func goesOn(after part: UInt64, depth: Int) -> Bool {
    if depth == 0, type != .text {
      if part >= Self.other { return part == Self.other }
      switch type {
      case .number: return !Self.isExact(directed(part))
      case .size, .duration, .time, .date: return false
      case .address, .version, .text: break
      }
    }
    return part != Self.empty && directed(part) & 0xFF == KeyPart.more
  }

  private func directed(_ part: UInt64) -> UInt64 { isDescending ? ~part : part }

  /// Finds the type of cells.
  func add(_ cell: Span<UInt8>, to count: inout CellTypeCount) {
    let cell = cell.extracting(first: min(cell.count, Self.mostBytes))
    let range = CellText.trimmed(cell, 0..<cell.count)
    if isOfWholeRows ? range.isEmpty : CellText.isNothing(cell, range) { return }
    let text = cell.extracting(range)
    count.add(text.extracting(typedRange(of: text)))
  }

  /// What has the type: the first word of a row, all of a cell.
  private func typedRange(of text: Span<UInt8>) -> Range<Int> {
    guard isOfWholeRows else { return 0..<text.count }
    var end = 0
    while end < text.count, !CellText.isBlank(text[end]) { end += 1 }
    return 0..<end
  }

  private static func natural(_ text: Span<UInt8>, _ depth: Int) -> UInt64 {
    var part = KeyPart(depth: depth)
    part.append(natural: text)
    return part.number
  }

  /// Nil for a cell that is not of the type.
  private func typedPart(of cell: Span<UInt8>, _ depth: Int) -> UInt64? {
    switch type {
    case .number, .size, .duration:
      guard let value = Quantity(cell)?.value(as: type) else { return nil }
      return depth == 0
        ? Self.ascending(value) : Self.digits(of: cell, depth, isNegative: value < 0)
    case .time: return TimeReader.seconds(cell).map(Self.ascending)
    case .date: return TimeReader.date(cell).map { UInt64(bitPattern: $0) ^ 1 << 63 }
    case .address:
      var part = KeyPart(depth: depth)
      return AddressKey.append(cell, to: &part) ? part.number : nil
    case .version:
      var part = KeyPart(depth: depth)
      return VersionKey.append(cell, to: &part) == nil ? nil : part.number
    case .text: return nil
    }
  }

  /// What tells whole numbers apart that are the same value.
  private static func digits(of cell: Span<UInt8>, _ depth: Int, isNegative: Bool) -> UInt64 {
    let part = natural(cell, depth - KeyPart.byteCount)
    return isNegative ? part ^ ~0xFF : part
  }

  private static func ascending(_ number: Double) -> UInt64 {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }

  /// No other number has the same part.
  private static func isExact(_ part: UInt64) -> Bool {
    ascending(-Decimal.mostExact) < part && part < ascending(Decimal.mostExact)
  }
}
