internal import HostPlugins

/// The worker process's copy of the user's selection: the cursor's row, and a window of marked rows
/// read on demand; after a change by a child the host is queried again, but a row selected while
/// the view shows all rows in order and there is no notice applies at once.
final class SelectionMirror {
  private let ask: AskHost
  private var received = SelectionFacts()
  private var isStale = false
  /// The rows whose marks are known, and those of them that are marked.
  private var window: (rows: Range<UInt64>, marked: [UInt64])?

  init(asking ask: @escaping AskHost) { self.ask = ask }

  func becomes(_ new: SelectionFacts) {
    if new.marksRevision != received.marksRevision || isStale { window = nil }
    received = new
    isStale = false
  }

  var facts: SelectionFacts {
    if isStale, case .selection(let now)? = ask(.selection) {
      received = now
      isStale = false
    }
    return received
  }

  /// The selection if it is known without a question; else nil.
  var settled: SelectionFacts? { isStale ? nil : received }

  /// Records a row that a child selected or, if the view may hide it, that the copy is outdated.
  func select(_ row: UInt64, isShown: Bool) {
    guard isShown, received.notice == nil else { return move() }
    if !isStale { received.row = row }
  }

  func move() { isStale = true }

  func mark() {
    isStale = true
    window = nil
  }

  func isMarked(_ row: UInt64) -> Bool {
    if let window, window.rows.contains(row) { return window.marked.contains(row) }
    if facts.markedCount == 0 { return false }
    let count = ContentQuestion.Subject.rowNumbersLimit
    // Rows are mostly read downwards, with occasional steps back.
    let first = row - min(row, UInt64(count / 4))
    guard case .rowNumbers(let marked)? = ask(.marks(from: first, count: count)) else {
      return false
    }
    let (end, overflows) = first.addingReportingOverflow(UInt64(count))
    window = (first..<(overflows ? .max : end), marked)
    return marked.contains(row)
  }

  func markedRows(from first: UInt64, count: UInt64) -> [UInt64] {
    var rows: [UInt64] = []
    while UInt64(rows.count) < count {
      let part = min(count - UInt64(rows.count), UInt64(ContentQuestion.Subject.rowNumbersLimit))
      guard
        case .rowNumbers(let more)? = ask(
          .markedRows(from: first + UInt64(rows.count), count: UInt32(part))),
        !more.isEmpty
      else { return rows }
      rows += more
    }
    return rows
  }
}
