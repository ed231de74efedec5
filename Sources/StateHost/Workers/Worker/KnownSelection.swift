internal import HostPlugins

/// The selection as a worker knows it: what the host said last, and what it was asked for since one of its
/// children changed it.
final class KnownSelection {
  private let ask: (ContentQuestion.Subject) -> ContentAnswer?
  private var told = SelectionFacts()
  private var isStale = false
  /// Rows of which is known whether they are marked, and those that are.
  private var window: (rows: Range<UInt64>, marked: [UInt64])?

  /// - Parameter ask: asks the host, and waits; nil: the rows are others by now.
  init(asking ask: @escaping (ContentQuestion.Subject) -> ContentAnswer?) { self.ask = ask }

  /// The host says that it is this.
  func becomes(_ new: SelectionFacts) {
    if new.marksRevision != told.marksRevision || isStale { window = nil }
    told = new
    isStale = false
  }

  var facts: SelectionFacts {
    if isStale, case .selection(let now)? = ask(.selection) {
      told = now
      isStale = false
    }
    return told
  }

  /// What it is, where that is known without asking.
  var settled: SelectionFacts? { isStale ? nil : told }

  /// One of the children puts the user on a row that is there; where the view may hide it, on what row is not known.
  func select(_ row: UInt64, isShown: Bool) {
    guard isShown, told.notice == nil else { return move() }
    if !isStale { told.row = row }
  }

  /// The user may be on another row.
  func move() { isStale = true }

  /// One of the children marks rows: what is known is not so any more.
  func mark() {
    isStale = true
    window = nil
  }

  func isMarked(_ row: UInt64) -> Bool {
    if let window, window.rows.contains(row) { return window.marked.contains(row) }
    if facts.markedCount == 0 { return false }
    let count = ContentQuestion.Subject.rowNumbersLimit
    // Rows are mostly looked at downwards, and now and then a bit further up.
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
