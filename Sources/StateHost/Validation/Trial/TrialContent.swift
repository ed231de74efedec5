internal import HostContent
internal import HostPlugins

/// The content that a plugin under trial sees: made up, of any size, without memory of its own.
struct TrialContent {
  /// One named column.
  struct Column {
    var name: [UInt8]
    var facts = ContentColumnFacts(isRightAligned: false, width: 8)
  }

  /// False: there is no content at all, as in a scenario without a source.
  var isThere = true
  var facts: ContentFacts
  var columns: [Column] = []
  var texts: [ContentText: [UInt8]] = [.title: Array("a trial".utf8)]
  /// The text of a cell; of the whole row where the column is nil.
  var cell: (_ row: UInt64, _ column: UInt32?) -> [UInt8] = { row, column in
    switch column {
    case nil: Array("row \(row) of the trial".utf8)
    case Self.numberColumn: Array(String(row % 997 * 37).utf8)
    case let column?: Array("cell \(row).\(column)".utf8)
    }
  }

  /// Its cells are numbers, at the right.
  private static let numberColumn: UInt32 = 1
  var isEveryRowCut = false

  init(rows: UInt64 = 0) {
    facts = ContentFacts()
    facts.isComplete = true
    facts.revision = 1
    facts.generation = 1
    facts.rows = rows
    facts.beganNanoseconds = 1_000_000
    facts.elapsedNanoseconds = 1_500_000_000
  }

  /// The facts, with those that follow from the rest.
  var allFacts: ContentFacts {
    var facts = facts
    facts.bytes = facts.rows &* 20
    facts.columns = UInt32(columns.count)
    return facts
  }

  static var none: TrialContent {
    var content = TrialContent()
    content.isThere = false
    return content
  }

  static var empty: TrialContent { TrialContent() }

  /// Rows would be shown at once.
  static var loading: TrialContent {
    var content = TrialContent()
    content.facts.isComplete = false
    content.facts.isLoading = true
    return content
  }

  static func list(rows: UInt64, columns: Int = 0) -> TrialContent {
    var content = TrialContent(rows: rows)
    content.columns = (0..<columns).map {
      Column(
        name: Array("COLUMN\($0)".utf8),
        facts: ContentColumnFacts(isRightAligned: $0 == numberColumn, width: 8))
    }
    return content
  }

  static var failure: TrialContent {
    var content = TrialContent()
    content.facts.isComplete = false
    content.facts.failure = .exitStatus(3)
    content.texts = [
      .title: Array("make test".utf8), .error: Array("make ended with status 3".utf8),
      .errorDetail: Array("first line\nlast line".utf8), .remedy: Array("see what it says".utf8),
    ]
    return content
  }

  /// The same content, each row one text.
  var withoutColumns: TrialContent {
    var content = self
    content.columns = []
    return content
  }

  /// The same content with a word in each cell that begins with another letter than its neighbours'.
  var withManyWords: TrialContent {
    var content = self
    content.cell = { row, column in
      let first = UInt8(ascii: "a") + UInt8((row &* 7 &+ UInt64(column ?? 0) &* 3) % 26)
      return [first] + Array("word \(row % 9)".utf8)
    }
    return content
  }

  /// The same content with this text in each cell.
  func withCells(_ text: String) -> TrialContent {
    var content = self
    let bytes = Array(text.utf8)
    content.cell = { _, _ in bytes }
    return content
  }

  /// The same content with another text in each place.
  func saying(_ text: String) -> TrialContent {
    var content = withCells(text)
    let bytes = Array(text.utf8)
    for which in content.texts.keys { content.texts[which] = bytes }
    return content
  }

  /// The states that there is content for, in the order in which checks go through them.
  static let states = ["content", "error", "empty", "loading"]

  /// Content for which a state would be shown.
  static func fitting(_ state: String?) -> TrialContent {
    switch state {
    case "loading": .loading
    case "empty": .empty
    case "error": .failure
    default: .list(rows: 40, columns: 3)
    }
  }
}

extension TrialContent {
  /// Answers what a child asks of the content; nil: it is another question.
  ///
  /// - Parameters:
  ///   - query: what it asks.
  ///   - copy: fills a buffer with as much of a text as fits, and returns the length of the whole.
  /// - Returns: the answer.
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
    // One cell after the other.
    case .cells: return HostReply.none
    default: return nil
    }
  }
}

/// A view of made-up rows: it shows all of them, or every third one, the last first; where something is looked
/// for every row begins with it.
final class TrialView {
  private let contentRowCount: () -> UInt64
  private let hasChanged: () -> Void
  /// Whether it shows every third row alone, the last first.
  var showsFew = false { didSet { revision += 1 } }
  /// Whether it shows no row at all.
  var showsNone = false { didSet { revision += 1 } }
  /// Whether each two neighbours among all rows have changed places.
  var showsPairsSwapped = false { didSet { revision += 1 } }
  /// How many rows it was asked for at once, at most.
  var largestAsk = 0
  /// Where the rows match; nil: at their first byte.
  var matching: ((_ row: UInt64, _ column: UInt32?) -> [Range<Int>])?
  private(set) var request = ViewRequest()
  private var sought: RowFilter?
  private var revision: UInt64 = 0
  private var finds: UInt64 = 0
  private var lastFind = ViewFacts.Find.none

  /// - Parameters:
  ///   - rowCount: how many rows there are.
  ///   - hasChanged: is called when a child has asked for another one.
  init(of rowCount: @escaping () -> UInt64, onChange hasChanged: @escaping () -> Void) {
    contentRowCount = rowCount
    self.hasChanged = hasChanged
  }

  /// It is another one, which shows the same.
  func changeAgain() { revision += 1 }

  private func rowCount() -> UInt64 {
    showsNone ? 0 : showsFew ? contentRowCount() / Self.step : contentRowCount()
  }

  /// The row at a place that there is.
  func row(at place: UInt64) -> UInt64 {
    showsFew ? (rowCount() - 1 - place) * Self.step : swapped(place)
  }

  private func swapped(_ number: UInt64) -> UInt64 {
    showsPairsSwapped && number ^ 1 < contentRowCount() ? number ^ 1 : number
  }

  private static let step: UInt64 = 3

  /// Answers what a child asks of the view.
  func answer(_ query: HostQuery) -> HostReply {
    switch query {
    case .view: .view(facts)
    case .viewRows(let place, let rows): .length(UInt64(unsafe copyRows(from: place, into: rows)))
    case .place(let row): place(of: row).map { .place($0) } ?? .none
    case .matches(let row, let column): .matches(matches(in: row, column: column))
    default: .none
    }
  }

  var facts: ViewFacts {
    var facts = ViewFacts()
    facts.request = request
    facts.revision = revision
    facts.rows = rowCount()
    facts.lookedRows = contentRowCount()
    facts.allRows = facts.lookedRows
    facts.isInOrder = request.sort != nil
    facts.sortedType = request.sort?.key == .natural ? .text : nil
    facts.hasMatches = request.filter != nil || sought != nil
    facts.finds = finds
    facts.find = lastFind
    return facts
  }

  func copyRows(from place: UInt64, into rows: UnsafeMutableBufferPointer<UInt64>) -> Int {
    largestAsk = max(largestAsk, rows.count)
    let left = rowCount() - min(place, rowCount())
    let count = Int(min(UInt64(rows.count), left))
    for index in 0..<count { unsafe rows[index] = row(at: place + UInt64(index)) }
    return count
  }

  func place(of row: UInt64) -> UInt64? {
    if showsNone { return nil }
    guard showsFew else { return row < rowCount() ? swapped(row) : nil }
    return row % Self.step == 0 && row / Self.step < rowCount()
      ? rowCount() - 1 - row / Self.step : nil
  }

  func matches(in row: UInt64, column: UInt32?) -> [Range<Int>] {
    guard row < contentRowCount(), facts.hasMatches else { return [] }
    return matching?(row, column) ?? [0..<1]
  }

  func show(_ request: ViewRequest) {
    // One that matches is told anew, for it may match elsewhere.
    guard request != self.request || request.filter != nil else { return }
    self.request = request
    revision += 1
    hasChanged()
  }

  func find(_ filter: RowFilter, from place: UInt64?, isBackward: Bool) {
    sought = filter
    finds += 1
    revision += 1
    hasChanged()
    let count = rowCount()
    let next = isBackward ? (place ?? 0) &- 1 : (place ?? .max) &+ 1
    let found = next < count ? next : isBackward ? count &- 1 : 0
    lastFind = count == 0 ? .noMatch : .found(row: row(at: found))
  }

  func endFind() {
    sought = nil
    revision += 1
    lastFind = .none
  }
}
