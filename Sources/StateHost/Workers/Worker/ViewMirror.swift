internal import HostPlugins

/// The worker process's copy of the view (the filtered and sorted rows): its state, and for cached
/// positions in it the row numbers and the parts that match the filter or the last search; the
/// texts of these rows are kept by `ContentMirror`.
///
/// Rows are requested in bulk, with cells and matches, so a screen of them costs one question.
final class ViewMirror: ViewReader {
  private let content: ContentMirror
  private let ask: AskHost
  private var received = ViewFacts()
  /// Whether a child has requested another view since the host last sent the facts.
  private(set) var isStale = false
  /// The row number of each cached place, and the place of each cached row.
  private var rows: [UInt64: UInt64] = [:]
  private var places: [UInt64: UInt64] = [:]
  /// The matches of each cached row, by column.
  private var matches: [UInt64: (columns: [UInt32], ranges: [[Range<Int>]])] = [:]
  private var windowEnd: UInt64?
  private var windowRows = ViewMirror.smallestWindow
  private var readPlaces = ReadRange()

  private static let smallestWindow: UInt32 = 64
  private static let largestWindow = ContentQuestion.Subject.rowNumbersLimit
  private static let placesLimit = 1 << 16

  /// `content` receives the rows of the answers.
  init(of content: ContentMirror, asking ask: @escaping AskHost) {
    self.content = content
    self.ask = ask
  }

  /// Updates the facts, and drops cached rows that they or a change of the content make invalid.
  func becomes(_ new: ViewFacts, over change: ContentMirror.Change) {
    if isStale || change == .all || new.revision != received.revision { forget() }
    if case .row(let row) = change { matches[row] = nil }
    received = new
    isStale = false
  }

  private func forget() {
    rows = [:]
    places = [:]
    matches = [:]
    windowEnd = nil
  }

  func wasAsked() {
    isStale = true
    forget()
  }

  var facts: ViewFacts {
    if isStale, case .view(let now)? = ask(.view) {
      received = now
      isStale = false
    }
    return received
  }

  func copyRows(from place: UInt64, into buffer: UnsafeMutableBufferPointer<UInt64>) -> Int {
    let facts = facts
    guard place < facts.rows else { return 0 }
    let wanted = Int(min(UInt64(buffer.count), facts.rows - place))
    let isPlain = facts.isContent && !facts.hasMatches
    for index in 0..<wanted {
      if isPlain {
        unsafe buffer[index] = place + UInt64(index)
      } else {
        guard let row = known(place + UInt64(index), wanted - index) else { return index }
        unsafe buffer[index] = row
      }
    }
    return wanted
  }

  func place(of row: UInt64) -> UInt64? {
    let facts = facts
    if facts.isContent { return row < facts.rows ? row : nil }
    if let place = places[row] { return place }
    guard case .rowNumbers(let places)? = ask(.place(ofRow: row)) else { return nil }
    return places.first
  }

  func matches(in row: UInt64, column: UInt32?) -> [Range<Int>] {
    guard facts.hasMatches else { return [] }
    if let known = matches[row],
      let place = known.columns.firstIndex(of: column ?? RowRequest.wholeRow)
    {
      return known.ranges[place]
    }
    guard case .matches(let ranges)? = ask(.matches(row: row, column: column)) else { return [] }
    return ranges
  }
}

// MARK: - Requesting rows

extension ViewMirror {
  private func known(_ place: UInt64, _ wanted: Int) -> UInt64? {
    readPlaces.note(place)
    if let row = rows[place] { return row }
    // The window doubles while places are read in order.
    windowRows = place == windowEnd ? min(windowRows * 2, Self.largestWindow) : Self.smallestWindow
    read(from: place, max(windowRows, min(UInt32(wanted), Self.largestWindow)))
    return rows[place]
  }

  private func read(from place: UInt64, _ count: UInt32) {
    let columns = content.columns.isEmpty ? [RowRequest.wholeRow] : content.columns
    let query = RowRequest(
      rows: .places(from: place, count: count), columns: columns, textBytes: RowRequest.textBytes,
      wantsMatches: received.hasMatches)
    guard case .rows(let new)? = ask(.rows(query)) else { return }
    if rows.count > Self.placesLimit { forget() }
    for (row, place) in zip(new, place...) {
      rows[place] = row.number
      places[row.number] = place
      if row.matches.count == columns.count { matches[row.number] = (columns, row.matches) }
    }
    windowEnd = place + UInt64(new.count)
    content.keep(new, columns)
  }

  func drawingBegins() { readPlaces = ReadRange() }

  /// Reads the rows around the last drawing.
  func readAround() {
    if isStale { return }
    readPlaces.readAround(below: received.rows, knows: { rows[$0] != nil }) { first, count in
      read(from: first, count)
    }
  }
}
