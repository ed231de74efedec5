/// Which columns identify rows, as far as that is decided.
///
/// The columns of the first rows that are known are candidates; the next load proves them. Then it stays so while
/// the columns have the same names and no two rows have the same key.
struct KeyDecision: Sendable {
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
