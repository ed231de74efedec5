/// The rows that were too long, in order, and how long they really are.
struct RowCuts {
  private var rows: [Int] = []
  private var fullLengths: [Int] = []

  var count: Int { rows.count }

  /// Marks `row`, which comes after all that were marked before.
  mutating func add(row: Int, fullLength: Int) {
    rows.append(row)
    fullLengths.append(fullLength)
  }

  /// The length in bytes of a cut row before it was cut; `nil` for a row that is whole.
  func fullLength(of row: Int) -> Int? {
    var low = 0
    var high = rows.count
    while low < high {
      let middle = (low + high) / 2
      if rows[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low < rows.count && rows[low] == row ? fullLengths[low] : nil
  }
}
