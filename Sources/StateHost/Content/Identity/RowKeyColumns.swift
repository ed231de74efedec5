internal import HostText

/// The table columns chosen as the key that identifies a row across reloads, when `--key` names
/// none: candidate sets of columns, likeliest first, of which the next load confirms one.
///
/// A confirmed key stays while the columns keep their names and no two sampled rows share a key.
struct RowKeyColumns: Sendable {
  /// The names of all columns it applies to.
  private(set) var names: [String] = []
  /// The likeliest first; only one once confirmed.
  private(set) var candidates: [[Int]] = []
  private(set) var isConfirmed = false

  /// The columns of the key; nil for the whole text.
  var key: [Int]? { candidates.first }

  func applies(to columns: Columns) -> Bool { names == columns.names }

  init(of columns: Columns, by sample: RowKeySample) {
    names = columns.names
    candidates = sample.candidates
  }

  init() {}

  /// Confirms or replaces the candidates by a sample of the next load, which has the same columns.
  mutating func confirm(by sample: RowKeySample, since before: RowKeySample?) {
    if isConfirmed, key.map(sample.isUnique) ?? true { return }
    let confirmed = before.map { sample.confirmed(candidates, since: $0) } ?? []
    isConfirmed = !confirmed.isEmpty
    candidates = confirmed.isEmpty ? sample.candidates : Array(confirmed.prefix(1))
  }
}

extension Columns {
  var names: [String] { columns.map(\.name) }

  /// The indices of columns given as for `number`, each once; nil if one does not exist.
  static func numbers(of words: [String], in columns: Columns?) -> [Int]? {
    var numbers: [Int] = []
    for word in words {
      guard let number = number(of: word, in: columns) else { return nil }
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }

  /// The index of a column given by name, ignoring case if necessary, or by number from 1.
  package func number(of word: String) -> Int? {
    columns.firstIndex { $0.name == word }
      ?? columns.firstIndex { $0.name.lowercased() == word.lowercased() }
      ?? Int(word).map { $0 - 1 }.flatMap { columns.indices.contains($0) ? $0 : nil }
  }

  /// The same; without a table, the index of a word of a row, given by number.
  static func number(of word: String, in columns: Columns?) -> Int? {
    guard let columns else { return Int(word).flatMap { $0 > 0 ? $0 - 1 : nil } }
    return columns.number(of: word)
  }
}

/// Kinds and hashes of the cells of up to 16,384 sampled rows, to choose columns that identify
/// rows: the smallest sets without duplicates, ranked by name; a later load's sample confirms them.
struct RowKeySample: Sendable {
  static let maxRows = 16_384
  private static let firstRows = 8192
  private static let blockRows = 1024
  private static let blocks = 8
  /// The most bytes of a row, of columns, and of columns that are combined.
  private static let maxBytesPerRow = 4096
  private static let maxColumns = 16
  private static let maxCombined = 8

  /// The rows of the sample, out of `count`.
  static func rows(of count: Int) -> [Range<Int>] {
    guard count > maxRows else { return [0..<count] }
    let rest = count - firstRows - blockRows
    return [0..<firstRows]
      + (0..<blocks).map { block in
        let start = firstRows + rest * block / (blocks - 1)
        return start..<start + blockRows
      }
  }

  private let columns: Columns
  private let names: [ColumnName]
  /// The hashes of the cells by row.
  private var hashes: [UInt64] = []
  /// How many cells of each column are of each `RowKeyCellKind`.
  private var counts: [[Int]]
  /// Whether the first cells of each column number the rows from 1.
  private var areRanks: [Bool]
  private var cells: [Range<Int>] = []
  private var decoded = DecodedText()
  private var shown = DisplayedText()

  init(of columns: Columns) {
    self.columns = columns
    names = columns.columns.prefix(Self.maxColumns).map { ColumnName($0.name) }
    counts = Array(repeating: [0, 0, 0, 0], count: names.count)
    areRanks = Array(repeating: true, count: names.count)
  }

  private var rowCount: Int { names.isEmpty ? 0 : hashes.count / names.count }

  mutating func add(_ text: Span<UInt8>) { text.withoutSequences { addPlain($0) } }

  private mutating func addPlain(_ text: Span<UInt8>) {
    let row = text.extracting(first: min(text.count, Self.maxBytesPerRow))
    columns.findCells(of: row, before: names.count, into: &cells)
    // Empty rows separate parts of the output.
    guard cells.contains(where: { !$0.isEmpty }) else { return }
    for column in names.indices {
      let selector = CellSelector(column, of: columns)
      let cell = cells[column]
      let isOther = selector.read(cell, of: row, into: &decoded)
      let bytes = decoded.bytes
      let text = isOther ? bytes.span : row.extracting(cell)
      let (kind, hash, number) = CellBuffers.withShown(of: text, &shown) {
        (RowKeyCellKind($0), $0.byteHash, Self.number($0))
      }
      if rowCount < Self.firstRows, kind != .integer || number != rowCount + 1 {
        areRanks[column] = false
      }
      hashes.append(hash)
      counts[column][kind.rawValue] += 1
    }
  }

  /// The number that the digits of a cell make up.
  private static func number(_ cell: Span<UInt8>) -> Int {
    var number = 0
    for index in cell.indices where CellText.isDigit(cell[index]) {
      number = number &* 10 &+ Int(cell[index]) - 48
    }
    return number
  }

  /// The minimal sets of unique columns, the likeliest first; a name is joined by its namespace.
  var candidates: [[Int]] {
    let usable = names.indices.filter(mayIdentify)
    let combined = Array(usable.prefix(Self.maxCombined))
    var found = usable.map { [$0] }.filter(isUnique)
    for count in 2...3 {
      for set in Self.sets(of: combined, count: count)
      where !found.contains(where: { Set($0).isSubset(of: set) }) && isUnique(set) {
        found.append(set)
      }
    }
    return found.map(withNamespace).sorted { rank($0).lexicographicallyPrecedes(rank($1)) }
  }

  /// Whether a column can identify rows: it has no empty cells, at most a tenth are measures, and
  /// plain numbers only if its name indicates an identifier, or numbers other than ranks.
  private func mayIdentify(_ column: Int) -> Bool {
    func count(_ kind: RowKeyCellKind) -> Int { counts[column][kind.rawValue] }
    if count(.empty) > 0 || count(.measure) * 10 > rowCount { return false }
    return count(.integer) + count(.measure) <= count(.other)
      || count(.measure) == 0
        && (names[column].isIdentifier || names[column].isNumber && !areRanks[column])
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

  /// The order of candidates: by names, then fewer columns, then columns further left.
  private func rank(_ set: [Int]) -> [Int] {
    let identifying = set.map { names[$0].rank(among: names) }.max() ?? 0
    return [identifying, set.count] + set
  }

  /// Whether no two rows of the sample have the same cells in these columns.
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

  /// The candidates unique here, too, whose keys stayed nearly as often as those of the best.
  func confirmed(_ candidates: [[Int]], since before: RowKeySample) -> [[Int]] {
    let unique = candidates.filter(isUnique)
    let stayed = unique.map { before.keys($0).intersection(keys($0)).count }
    let most = stayed.max() ?? 0
    return zip(unique, stayed).filter { $1 * 10 >= most * 9 }.map(\.0)
  }
}

/// The name of a column, such as `PID` or `NAME`, to judge whether the column identifies rows.
private struct ColumnName {
  private let capitals: String
  private let isCompoundID: Bool

  init(_ name: String) {
    capitals = name.uppercased()
    // `CONTAINER ID`, `user_id` and `userId`, but not `PAID` or `valid`.
    let beforeID = name.dropLast(2).last
    isCompoundID =
      capitals.hasSuffix("ID")
      && (beforeID.map { !$0.isLetter && !$0.isNumber } ?? true
        || name.hasSuffix("Id") || name.hasSuffix("ID") && beforeID?.isLowercase ?? false)
  }

  var isName: Bool { capitals == "NAME" }
  var isNamespace: Bool { capitals == "NAMESPACE" }

  /// Whether the name indicates an identifier.
  var isIdentifier: Bool { isCompoundID || ["PID", "UID", "UUID", "GUID"].contains(capitals) }

  /// Whether the name indicates a number that identifies something, or else a rank.
  var isNumber: Bool {
    ["BUILD", "ISSUE", "JOB", "NO", "NUMBER", "PR", "RUN", "TICKET"].contains(capitals)
  }

  /// The rank of the name; smaller means more likely to identify rows.
  func rank(among names: [ColumnName]) -> Int {
    // Beside a PID column, UID is the user's.
    if capitals == "UID", names.contains(where: { $0.capitals == "PID" }) { return 2 }
    return isIdentifier ? 0 : isName || isNamespace || isNumber ? 1 : 2
  }
}
