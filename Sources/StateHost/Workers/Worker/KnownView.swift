internal import HostContent
internal import HostPlugins

/// The view as a worker knows it: what the host said last, and what it was asked for since one of its
/// children changed it.
///
/// Rows come in windows, with their cells and where these match, so that a screen of them costs one
/// question.
final class KnownView: ViewServices {
  private let content: KnownContent
  private let ask: (ContentQuestion.Subject) -> ContentAnswer
  private var told = ViewFacts()
  private var isStale = false
  /// The place of the window's first row.
  private var first: UInt64 = 0
  private var window: [ContentAnswer.ViewRow] = []
  private var windowRows = KnownView.smallestWindow

  private static let smallestWindow: UInt32 = 64
  private static let largestWindow = ContentQuestion.Subject.rowNumbersLimit

  /// - Parameters:
  ///   - content: is given the rows of each window.
  ///   - ask: asks the host, and waits.
  init(
    of content: KnownContent, asking ask: @escaping (ContentQuestion.Subject) -> ContentAnswer
  ) {
    self.content = content
    self.ask = ask
  }

  /// The host says that it is this, over content that may be another.
  func becomes(_ new: ViewFacts, contentChanged: Bool) {
    if contentChanged || isStale || new.revision != told.revision { window = [] }
    told = new
    isStale = false
  }

  /// One of the children has asked for something: what is known is not so any more.
  func wasAsked() {
    isStale = true
    window = []
  }

  var facts: ViewFacts {
    if isStale, case .view(let now) = ask(.view) {
      told = now
      isStale = false
    }
    return told
  }

  func copyRows(from place: UInt64, into rows: UnsafeMutableBufferPointer<UInt64>) -> Int {
    let facts = facts
    guard place < facts.rows else { return 0 }
    let wanted = Int(min(UInt64(rows.count), facts.rows - place))
    let isPlain = facts.isContent && !facts.hasMatches
    for index in 0..<wanted {
      if isPlain {
        unsafe rows[index] = place + UInt64(index)
      } else {
        guard let row = known(place + UInt64(index)) else { return index }
        unsafe rows[index] = row.number
      }
    }
    return wanted
  }

  func place(of row: UInt64) -> UInt64? {
    let facts = facts
    if facts.isContent { return row < facts.rows ? row : nil }
    if let index = index(of: row) { return first + UInt64(index) }
    guard case .rowNumbers(let places) = ask(.place(ofRow: row)) else { return nil }
    return places.first
  }

  func matches(in row: UInt64, column: UInt32?) -> [Range<Int>] {
    guard facts.hasMatches else { return [] }
    if let index = index(of: row) {
      let matches = window[index].matches
      let number = column.map { Int($0) + 1 } ?? 0
      return number < matches.count ? matches[number] : []
    }
    guard case .matches(let ranges) = ask(.matches(row: row, column: column)) else { return [] }
    return ranges
  }

  private func index(of row: UInt64) -> Int? { window.firstIndex { $0.number == row } }

  private func known(_ place: UInt64) -> ContentAnswer.ViewRow? {
    if place < first || place - first >= UInt64(window.count) { readWindow(from: place) }
    let (index, overflows) = place.subtractingReportingOverflow(first)
    return overflows || index >= UInt64(window.count) ? nil : window[Int(index)]
  }

  /// Reads on from where the last window ended, with twice as many rows.
  private func readWindow(from place: UInt64) {
    let isNext = !window.isEmpty && place >= first && place - first == UInt64(window.count)
    windowRows = isNext ? min(windowRows * 2, Self.largestWindow) : Self.smallestWindow
    window = []
    guard case .viewRows(let rows) = ask(.viewRows(fromPlace: place, count: windowRows)) else {
      return
    }
    first = place
    window = rows
    content.keep(rows)
  }
}
