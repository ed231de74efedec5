internal import HostContent
internal import HostPlugins

/// A view of made-up rows: it shows all of them, and where something is looked for every row begins with it.
final class TrialView: ViewServices {
  private let rowCount: () -> UInt64
  private var request = ViewRequest()
  private var sought: RowFilter?
  private var revision: UInt64 = 0
  private var finds: UInt64 = 0
  private var lastFind = ViewFacts.Find.none

  /// - Parameter rowCount: how many rows there are.
  init(of rowCount: @escaping () -> UInt64) { self.rowCount = rowCount }

  var facts: ViewFacts {
    var facts = ViewFacts()
    facts.request = request
    facts.revision = revision
    facts.rows = rowCount()
    facts.lookedRows = facts.rows
    facts.allRows = facts.rows
    facts.hasMatches = request.filter != nil || sought != nil
    facts.finds = finds
    facts.find = lastFind
    return facts
  }

  func copyRows(from place: UInt64, into rows: UnsafeMutableBufferPointer<UInt64>) -> Int {
    let left = rowCount() - min(place, rowCount())
    let count = Int(min(UInt64(rows.count), left))
    for index in 0..<count { unsafe rows[index] = place + UInt64(index) }
    return count
  }

  func place(of row: UInt64) -> UInt64? { row < rowCount() ? row : nil }

  func matches(in row: UInt64, column: UInt32?) -> [Range<Int>] {
    row < rowCount() && facts.hasMatches ? [0..<1] : []
  }

  func show(_ request: ViewRequest) {
    self.request = request
    revision += 1
  }

  func find(_ filter: RowFilter, from place: UInt64?, isBackward: Bool) {
    sought = filter
    finds += 1
    revision += 1
    let count = rowCount()
    let next = isBackward ? (place ?? 0) &- 1 : (place ?? .max) &+ 1
    lastFind = count == 0 ? .noMatch : .found(row: next < count ? next : isBackward ? count - 1 : 0)
  }

  func endFind() {
    sought = nil
    revision += 1
    lastFind = .none
  }
}
