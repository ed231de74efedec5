/// Looks for columns while rows arrive: with the first, again with more, a last time with all
/// that are looked at or when no more come.
struct ColumnFinder {
  /// What a look gave.
  enum Finding: Equatable {
    case notYetTime
    /// The columns, or that there are none.
    case found(Columns?)
  }

  private var request: Columns.Request
  /// What the rows are likely to be, by the name of their file.
  private let name: Columns.Request?
  private var nextCount: Int
  private var isDone = false
  /// What was found last, until it has room for all rows.
  private var found: Columns?

  init(request: Columns.Request, named name: Columns.Request? = nil) {
    self.request = request
    self.name = name
    nextCount = Self.firstCount(request)
  }

  /// Other rows take the place of those looked at.
  mutating func restart() {
    nextCount = Self.firstCount(request)
    isDone = false
    found = nil
  }

  /// The source says what there is to find.
  mutating func expect(_ request: Columns.Request) {
    guard self.request != request else { return }
    self.request = request
    restart()
  }

  /// Looks at the rows so far, if it is time to; `isWhole` says that no more come.
  mutating func find(in rows: Rows, isWhole: Bool) -> Finding {
    if isDone {
      guard isWhole, let columns = found else { return .notYetTime }
      found = nil
      return .found(columns.widened(for: rows))
    }
    guard request != .none, isWhole || rows.count >= nextCount else { return .notYetTime }
    isDone = isWhole || rows.count >= RowSample.mostRows
    if isWhole {
      found = nil
      return .found(Columns.find(in: rows, as: request, named: name))
    }
    while nextCount <= rows.count, !isDone { nextCount *= 10 }
    nextCount = min(nextCount, RowSample.mostRows)
    found = Columns.detect(in: rows, as: request, named: name, isWhole: false)
    return .found(found)
  }

  /// A table is seen by its second row; a header that was asked for is there with the first.
  private static func firstCount(_ request: Columns.Request) -> Int {
    request == .automatic ? 2 : 1
  }
}

extension Columns.Request {
  /// What a file is likely to be, by the end of its name; nil where that says nothing.
  init?(nameOf source: Source) {
    guard case .file(let path) = source else { return nil }
    let name = path.lowercased()
    let ends: [(end: String, request: Columns.Request)] = [
      (".csv", .commaSeparated), (".tsv", .tabSeparated), (".jsonl", .members),
      (".ndjson", .members),
    ]
    guard let known = ends.first(where: { name.hasSuffix($0.end) }) else { return nil }
    self = known.request
  }
}
