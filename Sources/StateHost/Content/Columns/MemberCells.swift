/// The members of a JSON object that stands in one row, as far as their places go.
///
/// It finds where keys and values are and does not check them: a row that is none, or is cut, has the
/// members that could be found. Values stay as they are written, strings without their quotes.
enum MemberCells {
  /// Gives the key, without its quotes, and the value of each member, until `body` has enough.
  ///
  /// - Returns: false where the row is no object, or does not end with it.
  @discardableResult
  static func walk(
    _ row: Span<UInt8>, _ body: (_ key: Range<Int>, _ value: Range<Int>) -> Bool
  ) -> Bool {
    guard let start = start(of: row) else { return false }
    var place = pastBlanks(row, start + 1)
    if place < row.count, row[place] == UInt8(ascii: "}") { return isEnd(row, place + 1, start) }
    while place < row.count, row[place] == UInt8(ascii: "\"") {
      guard let keyEnd = pastString(row, from: place) else { return false }
      let key = place + 1..<keyEnd - 1
      place = pastBlanks(row, keyEnd)
      guard place < row.count, row[place] == UInt8(ascii: ":") else { return false }
      let value = pastBlanks(row, place + 1)
      guard let end = pastValue(row, from: value), end > value else { return false }
      let isText = row[value] == UInt8(ascii: "\"")
      guard body(key, isText ? value + 1..<end - 1 : value..<end) else { return true }
      place = pastBlanks(row, end)
      guard place < row.count else { return false }
      if row[place] == UInt8(ascii: "}") { return isEnd(row, place + 1, start) }
      guard row[place] == UInt8(ascii: ",") else { return false }
      place = pastBlanks(row, place + 1)
    }
    return false
  }

  /// Leaves the values of `keys` in `cells`, as far as to column `end`; of a key that comes twice the last.
  ///
  /// A row that is no object of these keys alone is the first cell as a whole: nothing of it stays unseen.
  static func find(
    _ keys: [[UInt8]], of row: Span<UInt8>, before end: Int, into cells: inout [Range<Int>]
  ) {
    let nothing = row.count..<row.count
    let wanted = max(0, min(keys.count, end))
    cells.removeAll(keepingCapacity: true)
    for _ in 0..<wanted { cells.append(nothing) }
    guard wanted > 0 else { return }
    let isOfKeys = match(keys, in: row) { if $0 < wanted { cells[$0] = $1 } }
    if isOfKeys { return }
    for column in cells.indices { cells[column] = nothing }
    cells[0] = CellText.trimmed(row, 0..<row.count)
  }

  /// The value of one of `keys`, as all of them together would be found.
  static func find(_ column: Int, among keys: [[UInt8]], of row: Span<UInt8>) -> Range<Int> {
    let nothing = row.count..<row.count
    var found = nothing
    if match(keys, in: row, { if $0 == column { found = $1 } }) { return found }
    return column == 0 ? CellText.trimmed(row, 0..<row.count) : nothing
  }

  /// Gives the values of `keys` by their columns.
  ///
  /// - Returns: false where the row is no object, or has another key.
  private static func match(
    _ keys: [[UInt8]], in row: Span<UInt8>, _ body: (_ column: Int, _ value: Range<Int>) -> Void
  ) -> Bool {
    var next = 0
    var isKnown = true
    let isWhole = walk(row) { key, value in
      // Objects have their keys in one order, as a rule.
      let column =
        CellText.equal(row, key, keys[next])
        ? next : keys.firstIndex { CellText.equal(row, key, $0) }
      guard let column else {
        isKnown = false
        return false
      }
      next = (column + 1) % keys.count
      body(column, value)
      return true
    }
    return isWhole && isKnown
  }

  /// Where the object begins; nil where the row does not begin with one.
  private static func start(of row: Span<UInt8>) -> Int? {
    let start = pastBlanks(row, CellText.markLength(row))
    return start < row.count && row[start] == UInt8(ascii: "{") ? start : nil
  }

  /// Nothing follows, or a comma where the object begins the row: one of many, and no part of a document.
  private static func isEnd(_ row: Span<UInt8>, _ end: Int, _ start: Int) -> Bool {
    var place = pastBlanks(row, end)
    if start == CellText.markLength(row), place < row.count, row[place] == UInt8(ascii: ",") {
      place = pastBlanks(row, place + 1)
    }
    return place == row.count
  }

  private static func pastBlanks(_ row: Span<UInt8>, _ start: Int) -> Int {
    var place = start
    while place < row.count, CellText.isBlank(row[place]) { place += 1 }
    return place
  }

  /// Behind the closing quote of the string that begins at `start`; nil where it has none.
  private static func pastString(_ row: Span<UInt8>, from start: Int) -> Int? {
    var place = start + 1
    while place < row.count {
      switch row[place] {
      case UInt8(ascii: "\""): return place + 1
      case UInt8(ascii: "\\"): place += 2
      default: place += 1
      }
    }
    return nil
  }

  /// Behind the value that begins at `start`, whatever it holds; nil where the row ends before it.
  private static func pastValue(_ row: Span<UInt8>, from start: Int) -> Int? {
    var place = start
    var depth = 0
    while place < row.count {
      switch row[place] {
      case UInt8(ascii: "\""):
        guard let end = pastString(row, from: place) else { return nil }
        place = end - 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { return CellText.trimmed(row, start..<place).upperBound }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        return CellText.trimmed(row, start..<place).upperBound
      default:
        break
      }
      place += 1
    }
    return nil
  }
}
