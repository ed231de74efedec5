internal import HostContent
internal import HostPlugins

/// Generated content that the simulated host of a validator check offers to a child: load state,
/// error, columns, and any number of rows, computed when read; with presets for each state.
struct SimulatedContent {
  /// False without a source.
  var isThere = true
  var facts: ContentFacts
  var columns: [(name: [UInt8], facts: ContentColumnFacts)] = []
  var texts: [ContentText: [UInt8]] = [.title: Array("a trial".utf8)]
  /// The text of a cell, or of the whole row if the column is nil.
  var cell: (_ row: UInt64, _ column: UInt32?) -> [UInt8] = { row, column in
    switch column {
    case nil: Array("row \(row) of the trial".utf8)
    case Self.numberColumn: Array(String(row % 997 * 37).utf8)
    case let column?: Array("cell \(row).\(column)".utf8)
    }
  }

  /// The column of right-aligned numbers.
  private static let numberColumn: UInt32 = 1
  var isEveryRowCut = false

  private init(rows: UInt64 = 0) {
    facts = ContentFacts()
    facts.isComplete = true
    facts.revision = 1
    facts.generation = 1
    facts.rows = rows
    facts.beganNanoseconds = SimulatedHost.startNanoseconds - 1_500_000_000
    facts.elapsedNanoseconds = 1_500_000_000
  }

  /// The facts, completed from the other properties.
  var allFacts: ContentFacts {
    var facts = facts
    facts.bytes = facts.rows &* 20
    facts.columns = UInt32(columns.count)
    return facts
  }

  static var empty: SimulatedContent { SimulatedContent() }
  static var none: SimulatedContent { empty.with { $0.isThere = false } }

  static var loading: SimulatedContent {
    empty.with {
      $0.facts.isComplete = false
      $0.facts.isLoading = true
    }
  }

  static func list(rows: UInt64, columns: Int = 0) -> SimulatedContent {
    SimulatedContent(rows: rows).with {
      $0.columns = (0..<columns).map {
        (
          Array("COLUMN\($0)".utf8),
          ContentColumnFacts(isRightAligned: $0 == numberColumn, width: 8)
        )
      }
    }
  }

  /// Rows with a number in each cell.
  static var numbers: SimulatedContent {
    list(rows: 40, columns: 3).withCells { row, column in
      Array(String(row % 997 * 37 + UInt64(column ?? 0)).utf8)
    }
  }

  static var failure: SimulatedContent {
    empty.with {
      $0.facts.isComplete = false
      $0.facts.failure = .exitStatus(3)
      $0.texts = [
        .title: Array("make test".utf8), .error: Array("make ended with status 3".utf8),
        .errorDetail: Array("first line\nlast line".utf8), .remedy: Array("see what it says".utf8),
      ]
    }
  }

  func with(_ alter: (inout SimulatedContent) -> Void) -> SimulatedContent {
    var content = self
    alter(&content)
    return content
  }

  /// The same content with one word per cell, whose first letter differs from its neighbours'.
  var withManyWords: SimulatedContent {
    withCells { row, column in
      let first = UInt8(ascii: "a") + UInt8((row &* 7 &+ UInt64(column ?? 0) &* 3) % 26)
      return [first] + Array("word \(row % 9)".utf8)
    }
  }

  func withCells(_ cell: @escaping (_ row: UInt64, _ column: UInt32?) -> [UInt8])
    -> SimulatedContent
  {
    with { $0.cell = cell }
  }

  /// The same content with this text in every cell.
  func withCells(_ text: String) -> SimulatedContent {
    let bytes = Array(text.utf8)
    return withCells { _, _ in bytes }
  }

  /// The same content with this text as the name of every column.
  func withNames(_ name: String) -> SimulatedContent {
    with { $0.columns = $0.columns.map { (Array(name.utf8), $0.facts) } }
  }

  /// The states with content, in the order of the checks.
  static let states = ["content", "error", "empty", "loading"]

  /// Content that leads to a state.
  static func fitting(_ state: String?) -> SimulatedContent {
    switch state {
    case "loading": .loading
    case "empty": .empty
    case "error": .failure
    default: .list(rows: 40, columns: 3)
    }
  }

  /// Answers a query about the content; nil for any other query.
  ///
  /// `copy` copies as much of a text as fits into a buffer, and returns the length of the text.
  func answer(_ query: HostQuery, copying copy: ([UInt8], UnsafeMutableRawBufferPointer) -> UInt64)
    -> HostReply?
  {
    switch query {
    case .text(let text, let room): return .length(unsafe copy(texts[text] ?? [], room))
    case .column(let index):
      return index < columns.count ? .column(columns[Int(index)].facts) : HostReply.none
    case .columnName(let index, let room):
      return .length(unsafe copy(columns[Int(index)].name, room))
    case .row(let row):
      guard row < facts.rows else { return HostReply.none }
      let length = UInt64(cell(row, nil).count)
      return .row(ContentRowFacts(length: length, fullLength: isEveryRowCut ? length * 3 : length))
    case .cell(let row, let column, let room):
      guard row < facts.rows, column.map({ $0 < columns.count }) ?? true else {
        return HostReply.none
      }
      return .length(unsafe copy(cell(row, column), room))
    // Not supported in bulk: the cells are read one by one.
    case .cells: return HostReply.none
    default: return nil
    }
  }
}

/// The simulated view (filtered and sorted rows) of a validator check: records the child's filter,
/// sort and search requests without applying them; the check sets which rows it shows: all, none,
/// all with each pair swapped, or only every third, the last first.
///
/// While a filter or search is set, every row matches, by default in its first byte.
final class SimulatedView: ViewReader {
  private unowned let host: SimulatedHost
  var showsFew = false { didSet { revision += 1 } }
  var showsNone = false { didSet { revision += 1 } }
  var showsPairsSwapped = false { didSet { revision += 1 } }
  /// The largest number of rows in one request.
  var largestRequest = 0
  /// Whether the child has read so many rows at once that it shows them.
  var isShown: Bool { largestRequest >= 10 }
  /// Whether the child has read the view's facts or the place of a row.
  var isUsed = false
  /// The ranges of a row that match; nil for the first byte.
  var matching: ((_ row: UInt64, _ column: UInt32?) -> [Range<Int>])?
  private(set) var request = ViewRequest()
  private var sought: RowFilter?
  private var revision: UInt64 = 0
  private var finds: UInt64 = 0
  private var lastFind = ViewFacts.Find.none

  init(of host: SimulatedHost) { self.host = host }

  /// Changes the revision but not the rows.
  func changeAgain() { revision += 1 }

  private var contentRowCount: UInt64 { host.facts.content?.rows ?? 0 }

  private var rowCount: UInt64 {
    showsNone ? 0 : showsFew ? contentRowCount / Self.step : contentRowCount
  }

  func row(at place: UInt64) -> UInt64 {
    showsFew ? (rowCount - 1 - place) * Self.step : swapped(place)
  }

  private func swapped(_ number: UInt64) -> UInt64 {
    showsPairsSwapped && number ^ 1 < contentRowCount ? number ^ 1 : number
  }

  private static let step: UInt64 = 3

  var facts: ViewFacts {
    var facts = ViewFacts()
    facts.request = request
    facts.revision = revision
    facts.rows = rowCount
    facts.lookedRows = contentRowCount
    facts.allRows = facts.lookedRows
    facts.isInOrder = request.sort != nil
    facts.sortedType = request.sort?.key == .natural ? .text : nil
    facts.hasMatches = request.filter != nil || sought != nil
    facts.finds = finds
    facts.find = lastFind
    return facts
  }

  func copyRows(from place: UInt64, into rows: UnsafeMutableBufferPointer<UInt64>) -> Int {
    largestRequest = max(largestRequest, rows.count)
    let left = rowCount - min(place, rowCount)
    let count = Int(min(UInt64(rows.count), left))
    for index in 0..<count { unsafe rows[index] = row(at: place + UInt64(index)) }
    return count
  }

  func place(of row: UInt64) -> UInt64? {
    if showsNone { return nil }
    guard showsFew else { return row < rowCount ? swapped(row) : nil }
    return row % Self.step == 0 && row / Self.step < rowCount ? rowCount - 1 - row / Self.step : nil
  }

  func matches(in row: UInt64, column: UInt32?) -> [Range<Int>] {
    guard row < contentRowCount, facts.hasMatches else { return [] }
    return matching?(row, column) ?? [0..<1]
  }

  func show(_ request: ViewRequest) {
    // An equal filter counts as new, because its matches may differ.
    guard request != self.request || request.filter != nil else { return }
    self.request = request
    revision += 1
    host.noteChange()
  }

  func find(_ filter: RowFilter, from place: UInt64?, isBackward: Bool) {
    sought = filter
    finds += 1
    revision += 1
    host.noteChange()
    let count = rowCount
    let next = isBackward ? (place ?? 0) &- 1 : (place ?? .max) &+ 1
    let found = next < count ? next : isBackward ? count &- 1 : 0
    lastFind = count == 0 ? .noMatch : .found(row: row(at: found))
  }

  func endFind() {
    sought = nil
    revision += 1
    host.noteChange()
    lastFind = .none
  }
}
