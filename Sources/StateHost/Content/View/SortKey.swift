internal import HostText

/// What rows are compared by, as numbers: the first that differ decide, the smaller one comes first.
struct SortKey: Sendable {
  /// The most bytes of a text that are compared, a multiple of `partBytes`.
  static let mostBytes = 511
  /// How many bytes of a text one number holds.
  static let partBytes = KeyPart.byteCount

  let sort: RowSort
  private let choice: CellChoice
  private let words: [TextPattern]
  private var natural: NaturalOrder

  /// - Parameters:
  ///   - sort: the order.
  ///   - columns: how rows divide.
  ///   - matcher: what scores are made of.
  init(_ sort: RowSort, columns: Columns?, matcher: RowMatcher) {
    self.sort = sort
    choice = CellChoice(sort.column, of: columns)
    natural = NaturalOrder(isOfWholeRows: choice.isOfWholeRows, isDescending: sort.isDescending)
    words = if case .fuzzy(let words) = matcher { words } else { [] }
  }

  /// The number that stands for the bytes of a row's cell from `depth` on.
  func part(of row: Span<UInt8>, depth: Int) -> UInt64 {
    var room = LookedText()
    return choice.withText(of: row, &room) { part(ofCell: $0, depth: depth) }
  }

  private func part(ofCell cell: Span<UInt8>, depth: Int) -> UInt64 {
    switch sort.key {
    case .text: return directed(textPart(of: cell, depth: depth))
    case .number:
      // What is no number is the last in both directions.
      guard let number = RowNumber.value(of: cell) else { return .max }
      return directed(Self.ascending(number))
    case .natural: return natural.part(of: cell, depth: depth)
    case .score:
      return ~directed(UInt64(bitPattern: Int64(FuzzyScore.score(of: words, in: cell))) ^ 1 << 63)
    }
  }

  /// Rows that are equal in `part`, at `depth`, may differ in the next one.
  func goesOn(after part: UInt64, depth: Int) -> Bool {
    switch sort.key {
    case .text: directed(part) & 0xFF == KeyPart.more
    case .natural: natural.goesOn(after: part, depth: depth)
    case .number, .score: false
    }
  }

  /// All the parts of a row.
  func parts(of row: Span<UInt8>) -> [UInt64] {
    var parts = [part(of: row, depth: 0)]
    var depth = 0
    while let last = parts.last, goesOn(after: last, depth: depth) {
      depth += Self.partBytes
      guard depth < Self.mostBytes else { break }
      parts.append(part(of: row, depth: depth))
    }
    return parts
  }

  private func directed(_ number: UInt64) -> UInt64 { sort.isDescending ? ~number : number }

  /// The bytes, and how many there are, so that a text comes before those that it begins.
  private func textPart(of cell: Span<UInt8>, depth: Int) -> UInt64 {
    var part: UInt64 = 0
    for index in depth..<depth + Self.partBytes {
      part = part << 8 | (index < cell.count ? UInt64(cell[index]) : 0)
    }
    return part << 8 | UInt64(min(max(0, cell.count - depth), Int(KeyPart.more)))
  }

  private static func ascending(_ number: Double) -> UInt64 {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bits >> 63 == 1 ? ~bits : bits | 1 << 63
  }
}

// MARK: - The type of a column

extension SortKey {
  /// The type that the natural order takes cells for; nil for another order.
  var type: CellType? {
    get { sort.key == .natural ? natural.type : nil }
    set { natural.type = newValue ?? .text }
  }

  /// Counts the cell of one row.
  func add(_ row: Span<UInt8>, to count: inout CellTypeCount) {
    var room = LookedText()
    choice.withText(of: row, &room) { natural.add($0, to: &count) }
  }
}
