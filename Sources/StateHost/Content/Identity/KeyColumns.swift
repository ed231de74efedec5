internal import HostText

/// Which columns identify rows, as far as that is decided.
///
/// The columns of the first rows that are known are candidates; the next load proves them. Then it stays so while
/// the columns have the same names and no two rows have the same key.
struct KeyColumns: Sendable {
  /// The names of all columns that it was made for.
  private(set) var names: [String] = []
  /// The likeliest first; of those that are proved, the first alone.
  private(set) var candidates: [[Int]] = []
  private(set) var isProved = false

  /// The numbers of the key's columns; nil for the whole text.
  var key: [Int]? { candidates.first }

  /// It was made for rows with these columns.
  func isFor(_ columns: Columns) -> Bool { names == columns.names }

  /// Takes the first rows that are known.
  init(of columns: Columns, by sample: KeySample) {
    names = columns.names
    candidates = sample.candidates
  }

  init() {}

  /// Takes the rows of the next load, whose columns are the same.
  mutating func prove(by sample: KeySample, since before: KeySample?) {
    if isProved, key.map(sample.isUnique) ?? true { return }
    let proved = before.map { sample.proved(candidates, since: $0) } ?? []
    isProved = !proved.isEmpty
    candidates = proved.isEmpty ? sample.candidates : Array(proved.prefix(1))
  }
}

extension Columns {
  var names: [String] { columns.map(\.name) }
}

/// The key that the user asks for, by the names or numbers of columns.
package struct KeyRequest: Equatable, Sendable {
  package let columns: [String]

  /// - Parameter columns: as they were typed, the first column is 1.
  package init(_ columns: [String]) { self.columns = columns }

  /// The numbers of the columns.
  ///
  /// - Returns: the first that there is not, in place of them.
  func resolve(in columns: Columns) -> (numbers: [Int], missing: String?) {
    var numbers: [Int] = []
    for wanted in self.columns {
      guard let number = columns.number(of: wanted) else { return ([], wanted) }
      if !numbers.contains(number) { numbers.append(number) }
    }
    return (numbers, nil)
  }
}

extension Columns {
  /// The column of a name, in capital or small letters, or of a number from 1 on.
  package func number(of word: String) -> Int? {
    columns.firstIndex { $0.name == word }
      ?? columns.firstIndex { $0.name.lowercased() == word.lowercased() }
      ?? Int(word).map { $0 - 1 }.flatMap { columns.indices.contains($0) ? $0 : nil }
  }
}

/// Rows that are looked at to find out which columns identify them: all of a small content, else its first and
/// eight blocks further down.
struct KeySample: Sendable {
  static let mostRows = 16_384
  private static let firstRows = 8192
  private static let blockRows = 1024
  private static let blocks = 8
  /// So much of a long row is looked at.
  private static let mostBytesPerRow = 4096
  /// So many columns are looked at, and sets of several among the first of them.
  private static let mostColumns = 16
  private static let mostCombined = 8

  /// The rows to look at, of so many.
  static func rows(of count: Int) -> [Range<Int>] {
    guard count > mostRows else { return [0..<count] }
    let rest = count - firstRows - blockRows
    return [0..<firstRows]
      + (0..<blocks).map { block in
        let start = firstRows + rest * block / (blocks - 1)
        return start..<start + blockRows
      }
  }

  private let columns: Columns
  private let names: [ColumnName]
  /// The hashes of the cells, row after row.
  private var hashes: [UInt64] = []
  private var facts: [Facts]
  private var cells: [Range<Int>] = []
  private var meant = DecodedText()
  private var shown = ShownText()

  /// What the cells of a column are.
  private struct Facts {
    var hasEmpty = false
    var integers = 0
    var measures = 0
    var others = 0
  }

  init(of columns: Columns) {
    self.columns = columns
    names = columns.columns.prefix(Self.mostColumns).map { ColumnName($0.name) }
    facts = Array(repeating: Facts(), count: names.count)
  }

  private var rowCount: Int { names.isEmpty ? 0 : hashes.count / names.count }

  mutating func look(at text: Span<UInt8>) {
    let row = text.extracting(first: min(text.count, Self.mostBytesPerRow))
    columns.findCells(of: row, before: names.count, into: &cells)
    // What divides parts of the output is no row.
    guard cells.contains(where: { !$0.isEmpty }) else { return }
    for column in names.indices {
      let choice = CellSelector(column, of: columns)
      let cell = cells[column]
      let isOther = choice.read(cell, of: row, into: &meant)
      let bytes = meant.bytes
      let (kind, hash) = Self.look(at: isOther ? bytes.span : row.extracting(cell), &shown)
      hashes.append(hash)
      switch kind {
      case .empty: facts[column].hasEmpty = true
      case .integer: facts[column].integers += 1
      case .measure: facts[column].measures += 1
      case .other: facts[column].others += 1
      }
    }
  }

  private static func look(
    at cell: Span<UInt8>, _ shown: inout ShownText
  ) -> (kind: KeyCellKind, hash: UInt64) {
    CellBuffers.withShown(of: cell, &shown) { (KeyCellKind($0), $0.byteHash) }
  }
}

// MARK: - Candidates

extension KeySample {
  /// The sets of columns whose cells no two of the rows share, the likeliest first.
  ///
  /// Only sets of which no part is enough; but a name takes its namespace along.
  var candidates: [[Int]] {
    let usable = names.indices.filter(mayIdentify)
    let combined = Array(usable.prefix(Self.mostCombined))
    var found = usable.map { [$0] }.filter(isUnique)
    for count in 2...3 {
      for set in Self.sets(of: combined, count: count)
      where !found.contains(where: { Set($0).isSubset(of: set) }) && isUnique(set) {
        found.append(set)
      }
    }
    return found.map(withNamespace).sorted { rank($0).lexicographicallyPrecedes(rank($1)) }
  }

  /// Cells that are empty, or measured, more than one in ten, say nothing about which row it is; plain numbers do
  /// where the name of the column says so.
  private func mayIdentify(_ column: Int) -> Bool {
    let facts = facts[column]
    if facts.hasEmpty || facts.measures * 10 > rowCount { return false }
    let numbers = facts.integers + facts.measures
    if numbers <= facts.others { return true }
    return facts.measures == 0 && names[column].isTelling
  }

  private static func sets(of columns: [Int], count: Int) -> [[Int]] {
    guard count > 0 else { return [[]] }
    return columns.indices.flatMap { index in
      sets(of: Array(columns[(index + 1)...]), count: count - 1).map { [columns[index]] + $0 }
    }
  }

  private func withNamespace(_ set: [Int]) -> [Int] {
    guard set.contains(where: { names[$0].isName }),
      let namespace = names.firstIndex(where: { $0.isNamespace }), !set.contains(namespace)
    else { return set }
    return (set + [namespace]).sorted()
  }

  /// What decides among candidates: telling names alone, then fewer columns, then those further left.
  private func rank(_ set: [Int]) -> [Int] {
    let telling = set.map { names[$0].rank(among: names) }.max() ?? 0
    return [telling, set.count] + set
  }

  /// No two of the rows have the same cells in these columns.
  func isUnique(_ set: [Int]) -> Bool {
    var seen = Set<UInt64>(minimumCapacity: rowCount)
    return rowCount > 0 && (0..<rowCount).allSatisfy { seen.insert(key(set, of: $0)).inserted }
  }

  private func key(_ set: [Int], of row: Int) -> UInt64 {
    set.reduce(0) { key, column in
      (key ^ hashes[row * names.count + column]) &* 0x9E37_79B9_7F4A_7C15
    }
  }

  private func keys(_ set: [Int]) -> Set<UInt64> { Set((0..<rowCount).map { key(set, of: $0) }) }

  /// Which of the candidates that were found before have proved true by these rows, which are of the next load:
  /// no two share their cells, and these have stayed nearly as often as those of the best.
  func proved(_ candidates: [[Int]], since before: KeySample) -> [[Int]] {
    let unique = candidates.filter(isUnique)
    let stayed = unique.map { before.keys($0).intersection(keys($0)).count }
    let most = stayed.max() ?? 0
    return zip(unique, stayed).filter { $1 * 10 >= most * 9 }.map(\.0)
  }
}

/// What the name of a column says of its cells.
private struct ColumnName {
  private let capitals: String
  private let isCompoundID: Bool

  init(_ name: String) {
    capitals = name.uppercased()
    // `CONTAINER ID`, `user_id` and `userId`, but neither `PAID` nor `valid`.
    let beforeID = name.dropLast(2).last
    isCompoundID =
      capitals.hasSuffix("ID")
      && (beforeID.map { !$0.isLetter && !$0.isNumber } ?? true
        || name.hasSuffix("Id") || name.hasSuffix("ID") && beforeID?.isLowercase ?? false)
  }

  var isName: Bool { capitals == "NAME" }
  var isNamespace: Bool { capitals == "NAMESPACE" }
  private var isPID: Bool { capitals == "PID" }
  private var isUID: Bool { capitals == "UID" }

  /// It says that its cells identify rows.
  var isTelling: Bool {
    isCompoundID || isPID || isUID || capitals == "UUID" || capitals == "GUID"
  }

  /// How much it says, the smaller the more.
  func rank(among names: [ColumnName]) -> Int {
    // Beside that of a process it is that of its user.
    if isUID, names.contains(where: \.isPID) { return 2 }
    return isTelling ? 0 : isName || isNamespace ? 1 : 2
  }
}
