import ChildPluginKit

/// The search in the list: what is looked for, and how far the looking has come.
///
/// Each step reads a bounded part of the rows, so the list stays alive however many there are.
struct ListSearch {
  /// What a step has come to.
  enum Step: Equatable {
    /// This row holds the text.
    case found(Int)
    /// There are more rows to look at: step again in the next turn.
    case working
    /// No row holds it.
    case none
    /// Nothing is looked for.
    case idle
  }

  private struct Scan {
    var row: Int
    var left: Int
    var direction: Int
  }

  private static let rowsPerStep = 16_384
  private static let bytesPerStep = 1 << 20
  /// How much of each row is looked at.
  private static let bytesPerRow = 16_384
  static let longestQuery = 256

  /// What is looked for; empty when there is no search.
  private(set) var query = TextBuffer()
  /// Whether keys go into the query.
  private(set) var isTyping = false
  /// Whether the last looking came to its end without a row.
  private(set) var hasFailed = false
  /// Where the list was when the typing began.
  private(set) var origin = ListPlace()

  private var scan: Scan?
  private var row = PrintedText()

  /// Whether there is more to look at.
  var isWorking: Bool { scan != nil }

  mutating func begin(at place: ListPlace) {
    self = ListSearch()
    origin = place
    isTyping = true
  }

  mutating func end() { self = ListSearch() }

  /// Goes on with what was looked for in an earlier run.
  mutating func restore(_ query: TextBuffer) {
    self = ListSearch()
    self.query = query
  }

  /// Ends the typing; what is looked for stays.
  mutating func keep() { isTyping = false }

  /// Takes a text as far as there is room; false when nothing of it was taken.
  mutating func type(_ text: String) -> Bool {
    let before = query.count
    for scalar in text.unicodeScalars where scalar.value >= 32 && scalar.value != 127 {
      guard query.count + 4 <= Self.longestQuery else { break }
      query.append(String(Character(scalar)))
    }
    return query.count > before
  }

  mutating func removeLast() {
    var length = query.count
    repeat { length -= 1 } while length > 0 && query[length] & 0b1100_0000 == 0b1000_0000
    query.truncate(to: length)
  }

  /// Looks from `row` on in a direction, 1 or -1, once round the whole list.
  mutating func look(from row: Int, direction: Int, rows: Int) {
    hasFailed = false
    scan = nil
    guard !query.isEmpty, rows > 0 else { return }
    scan = Scan(row: (row % rows + rows) % rows, left: rows, direction: direction)
  }

  mutating func stopLooking() { scan = nil }

  /// Looks at some more rows, as they are shown.
  mutating func step(in content: Content, host: Host) -> Step {
    guard var scan else { return .idle }
    let rows = content.rows
    var bytes = 0
    for _ in 0..<Self.rowsPerStep {
      guard scan.left > 0, rows > 0 else {
        hasFailed = true
        self.scan = nil
        return .none
      }
      if scan.row >= rows { scan.row = scan.direction > 0 ? 0 : rows - 1 }
      content.read(row: scan.row, into: &row.text, limit: Self.bytesPerRow)
      bytes += row.text.count
      row.print(host: host)
      if row.text.range(of: query) != nil {
        self.scan = nil
        return .found(scan.row)
      }
      scan.left -= 1
      scan.row += scan.direction
      if scan.row < 0 { scan.row = rows - 1 }
      if bytes > Self.bytesPerStep { break }
    }
    self.scan = scan
    return .working
  }
}
