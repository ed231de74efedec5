/// The first rows seen as objects of JSON, one a row: the keys that they have in common, and what the
/// values of these are like.
struct MemberTable {
  /// Rows with more keys are no table.
  private static let mostColumns = 64

  private let sample: RowSample
  /// In the order in which they first come.
  private let keys: [[UInt8]]
  /// In how many rows each key is.
  private let counts: [Int]
  /// How many of the rows are objects.
  private let objectCount: Int

  init(_ sample: RowSample) {
    self.sample = sample
    var keys: [[UInt8]] = []
    var counts: [Int] = []
    var objectCount = 0
    for row in 0..<sample.count {
      sample.withRow(row) { bytes in
        var found: [[UInt8]] = []
        let isWhole = MemberCells.walk(bytes) { key, _ in
          found.append(key.map { bytes[$0] })
          return true
        }
        guard isWhole || !found.isEmpty && sample.isCut(row) else { return }
        objectCount += 1
        for (place, key) in found.enumerated() where !found[..<place].contains(key) {
          if let known = keys.firstIndex(of: key) {
            counts[known] += 1
          } else if keys.count <= Self.mostColumns {
            keys.append(key)
            counts.append(1)
          }
        }
      }
    }
    (self.keys, self.counts, self.objectCount) = (keys, counts, objectCount)
  }

  /// Whether this is so clearly a table that nobody would rather see the rows as they are written; the
  /// rule is told at `Columns.detect`.
  var isConvincing: Bool {
    objectCount > 1 && isOfObjects && counts.reduce(0, +) * 5 >= objectCount * keys.count * 3
  }

  /// The rows are objects, of not too many keys.
  var isOfObjects: Bool {
    objectCount > 0 && keys.count <= Self.mostColumns
      && sample.count - objectCount <= SampledTable.allowedExceptions(sample.count)
  }

  /// The columns; nil where there is no object with a member.
  var columns: Columns? {
    guard 1...Self.mostColumns ~= keys.count else { return nil }
    var facts = keys.map { key in
      let name = Array(MeantText.name(ofKey: key).utf8)
      return ColumnFacts(name: 0..<name.count, in: name.span, of: .members(keys))
    }
    var cells: [Range<Int>] = []
    for row in 0..<sample.count {
      sample.withRow(row) { bytes in
        MemberCells.find(keys, of: bytes, before: keys.count, into: &cells)
        for column in cells.indices {
          facts[column].measure(cells[column], in: bytes, of: .members(keys))
        }
      }
    }
    let columns = zip(keys, facts).map { key, facts in
      Columns.Column(
        name: MeantText.name(ofKey: key), isNumeric: facts.isNumeric,
        alignment: facts.isNumeric ? .right : .left, width: facts.width)
    }
    return Columns(columns: columns, headerRowCount: 0, division: .members(keys))
  }
}
