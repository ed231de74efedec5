internal import HostContent
internal import HostPlugins

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
