internal import HostPlugins

/// The worker process's copy of the content (the rows that the host has loaded), which answers
/// queries of children: the host's last facts and overview, and a cache of rows of about 4 MiB.
///
/// Missing rows are requested in bulk, with the columns that the children read: a screen of rows
/// costs one question. A cached row survives filters and sorting, until a load renumbers rows or
/// the columns change; only the last row of content still loading can change before that.
final class ContentMirror {
  /// The part that the worker's copy of the content drops when the host sends new facts, so that
  /// the copy of the view drops the same: nothing, one row, or all rows.
  enum Change: Equatable {
    case none
    case row(UInt64)
    case all
  }

  private(set) var facts: ContentFacts?
  var overview = ContentOverview()
  private let ask: AskHost
  /// The cached rows, each with the columns that it was requested with.
  private var rows: [UInt64: CachedRow] = [:]
  private var byteCount = 0
  /// The columns that rows are requested with: those that children have read.
  private(set) var columns: [UInt32] = []
  private var window: Range<UInt64> = 0..<0
  private var windowRows: UInt32 = ContentMirror.smallestWindow
  private var readRows = ReadRange()
  /// Texts that are longer than their beginning in the overview.
  private var longTexts: [ContentText: [UInt8]] = [:]
  /// The cell requested last by itself.
  private var cell: (row: UInt64, column: UInt32, text: [UInt8])?

  private typealias CachedRow = (row: ContentAnswer.Row, columns: [UInt32])

  private static let smallestWindow: UInt32 = 64
  private static let largestWindow = ContentQuestion.Subject.rowNumbersLimit
  private static let bytesLimit = 4 << 20

  init(asking ask: @escaping AskHost) { self.ask = ask }

  /// Updates the facts and drops the rows that they make invalid.
  func becomes(_ new: ContentFacts?) -> Change {
    let old = facts
    facts = new
    guard new?.revision != old?.revision || new?.generation != old?.generation else { return .none }
    longTexts = [:]
    cell = nil
    guard let old, let new, new.generation == old.generation,
      new.columnsRevision == old.columnsRevision, new.rows >= old.rows
    else {
      forget()
      return .all
    }
    guard old.isLoading || !old.isComplete, old.rows > 0 else { return .none }
    remove(old.rows - 1)
    return .row(old.rows - 1)
  }

  private func forget() {
    rows = [:]
    byteCount = 0
    columns = []
    window = 0..<0
  }

  private func remove(_ row: UInt64) {
    if let old = rows.removeValue(forKey: row) { byteCount -= old.row.byteCount }
  }
}

// MARK: - Queries of children

extension ContentMirror {
  func answer(_ query: HostQuery) -> HostReply {
    switch query {
    case .text(let text, let room): return .length(unsafe Self.copy(self.text(text), into: room))
    case .column(let index): return column(index).map { .column($0.facts) } ?? .none
    case .columnName(let index, let room):
      return .length(unsafe Self.copy(column(index)?.name ?? [], into: room))
    case .row(let number): return row(number).map { .row($0) } ?? .none
    case .cell(let row, let column, let room):
      return .length(unsafe copyCell(row: row, column: column, into: room))
    case .cells(let batch):
      copyCells(into: batch)
      return .length(UInt64(batch.rowCount))
    default: return .none
    }
  }

  private static func copy(_ bytes: [UInt8], into room: UnsafeMutableRawBufferPointer) -> UInt64 {
    unsafe room.copyBytes(from: bytes.prefix(room.count))
    return UInt64(bytes.count)
  }

  func text(_ text: ContentText) -> [UInt8] {
    guard let index = ContentText.allCases.firstIndex(of: text), index < overview.texts.count
    else { return [] }
    let piece = overview.texts[index]
    if piece.fills(.max) { return piece.bytes }
    if let known = longTexts[text] { return known }
    guard case .text(let found)? = ask(.text(text)) else { return [] }
    longTexts[text] = found
    return found
  }

  func column(_ index: UInt32) -> ContentOverview.Column? {
    guard facts != nil, index < overview.columns.count else { return nil }
    return overview.columns[Int(index)]
  }

  func row(_ row: UInt64) -> ContentRowFacts? {
    guard row < facts?.rows ?? 0 else { return nil }
    guard let kept = rows[row] else { return known(row, RowRequest.wholeRow)?.row.facts }
    readRows.note(row)
    return kept.row.facts
  }

  /// Copies a cell into a buffer, as far as it fits; returns the length of the whole cell in bytes.
  func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 {
    let column = column ?? RowRequest.wholeRow
    guard hasColumn(column), let kept = known(row, column),
      let place = kept.columns.firstIndex(of: column)
    else { return 0 }
    let piece = kept.row.texts[place]
    let bytes = piece.fills(buffer.count) ? piece.bytes : whole(row, column)
    unsafe buffer.copyBytes(from: bytes.prefix(buffer.count))
    return piece.length
  }

  private func hasColumn(_ column: UInt32) -> Bool {
    column == RowRequest.wholeRow || column < facts?.columns ?? 0
  }

  /// Adds the cells of many rows; missing rows are requested together.
  func copyCells(into batch: CellBatch) {
    var needed: [UInt32] = []
    _ = batch.allCells {
      needed.append($0 ?? RowRequest.wholeRow)
      return true
    }
    needed = needed.filter(hasColumn)
    if !needed.isEmpty { add(columns: needed) }
    while let row = batch.nextRow {
      readAhead(of: batch, from: row, needed)
      let hasRoom = unsafe batch.addRow { unsafe copyCell(row: row, column: $0, into: $1) }
      guard hasRoom else { return }
    }
  }

  private func readAhead(of batch: CellBatch, from row: UInt64, _ needed: [UInt32]) {
    guard let facts, row < facts.rows, !knows(row, needed, batch.limit) else { return }
    let rows = batch.rowsToCome
    if zip(rows, row...).allSatisfy({ $0 == $1 }), self.rows[row] == nil {
      return readWindow(from: row, atLeast: UInt32(rows.count))
    }
    let missing = rows.filter { $0 < facts.rows && !knows($0, needed, batch.limit) }
    read(.these(missing), textBytes: UInt32(clamping: batch.limit))
  }

  /// Whether a row is cached with as much of its cells as a batch can hold.
  private func knows(_ row: UInt64, _ needed: [UInt32], _ limit: Int) -> Bool {
    guard let kept = rows[row] else { return false }
    return needed.allSatisfy { column in
      kept.columns.firstIndex(of: column).map { kept.row.texts[$0].fills(limit) } ?? false
    }
  }

  private func whole(_ row: UInt64, _ column: UInt32) -> [UInt8] {
    if let cell, cell.row == row, cell.column == column { return cell.text }
    let question = ContentQuestion.Subject.cell(
      row: row, column: column == RowRequest.wholeRow ? nil : column)
    guard case .text(let text)? = ask(question) else { return [] }
    cell = (row, column, text)
    return text
  }
}

// MARK: - Requesting rows

extension ContentMirror {
  private func add(columns new: [UInt32]) {
    if new.allSatisfy(columns.contains) { return }
    columns = Set(columns + new).sorted()
  }

  private func known(_ row: UInt64, _ column: UInt32) -> CachedRow? {
    guard let facts, row < facts.rows else { return nil }
    readRows.note(row)
    if let kept = rows[row], kept.columns.contains(column) { return kept }
    if !columns.contains(column) {
      // A child that reads a second column may read all of them.
      add(
        columns: columns.isEmpty ? [column] : [column, RowRequest.wholeRow] + (0..<facts.columns))
    }
    if rows[row] == nil { readWindow(from: row) } else { readAgain(from: row) }
    return rows[row].flatMap { $0.columns.contains(column) ? $0 : nil }
  }

  /// Reads a window of rows after the last one or around its start, `wanted` or more from `row` on.
  private func readWindow(from row: UInt64, atLeast wanted: UInt32 = 1) {
    let isNext = !window.isEmpty && row == window.upperBound
    let isBefore =
      !window.isEmpty && row < window.lowerBound && window.lowerBound - row <= UInt64(windowRows)
    windowRows = isNext ? min(windowRows * 2, Self.largestWindow) : Self.smallestWindow
    let rowsBefore = isBefore ? min(row, UInt64(windowRows) / 2) : 0
    read(.from(row - rowsBefore, count: max(windowRows, wanted + UInt32(rowsBefore))))
    // Long rows before it may have used up the answer.
    if rowsBefore > 0, rows[row] == nil { read(.from(row, count: max(windowRows, wanted))) }
  }

  private func readAgain(from row: UInt64) {
    let those = rows.keys.filter { $0 >= row && rows[$0]?.columns.count != columns.count }
    read(.these(Array(those.sorted().prefix(Self.rowsReadAgain))))
  }

  private static let rowsReadAgain = 256

  private func read(_ wanted: RowRequest.Rows, textBytes: UInt32 = RowRequest.textBytes) {
    let query = RowRequest(rows: wanted, columns: columns, textBytes: textBytes)
    guard case .rows(let rows)? = ask(.rows(query)) else { return }
    if case .from(let first, _) = wanted {
      let end = rows.last.map(\.number) ?? first
      window = first..<max(first, end < .max && !rows.isEmpty ? end + 1 : end)
    }
    keep(rows, columns)
  }

  func keep(_ new: [ContentAnswer.Row], _ columns: [UInt32]) {
    for row in new {
      // A correct host sends the requested columns.
      guard row.texts.count == columns.count else { continue }
      remove(row.number)
      rows[row.number] = (row, columns)
      byteCount += row.byteCount
    }
    guard byteCount > Self.bytesLimit else { return }
    let newRows = Set(new.map(\.number))
    for row in Array(rows.keys)
    where !newRows.contains(row) && !(readRows.places?.contains(row) ?? false) { remove(row) }
    // The rows of one drawing may exceed the limit by themselves.
    if byteCount > 2 * Self.bytesLimit {
      for row in Array(rows.keys) where !newRows.contains(row) { remove(row) }
    }
  }
}

// MARK: - Reading ahead

extension ContentMirror {
  func drawingBegins() { readRows = ReadRange() }

  /// Reads the rows around the last drawing.
  func readAround() {
    guard let facts, !columns.isEmpty else { return }
    readRows.readAround(below: facts.rows, knows: { rows[$0] != nil }) { first, count in
      read(.from(first, count: count))
    }
  }
}

/// The range of rows, or of places in the view, that a worker's children have read since a drawing
/// began; computes which rows around it to request in advance, a screen on either side.
struct ReadRange {
  private(set) var places: ClosedRange<UInt64>?

  mutating func note(_ place: UInt64) {
    places = places.map { min($0.lowerBound, place)...max($0.upperBound, place) } ?? place...place
  }

  /// Reads a screen on either side if half or more is missing, so moving there needs no question.
  func readAround(
    below end: UInt64, knows: (UInt64) -> Bool, _ read: (_ first: UInt64, _ count: UInt32) -> Void
  ) {
    guard let places else { return }
    let screen = places.upperBound - places.lowerBound + 1
    guard screen <= UInt64(ContentQuestion.Subject.rowNumbersLimit) else { return }
    let after = places.upperBound + 1
    let begin = places.lowerBound - min(places.lowerBound, screen)
    for wanted in [after..<after + min(screen, end - min(end, after)), begin..<places.lowerBound] {
      guard let first = wanted.first(where: { !knows($0) }),
        let last = wanted.last(where: { !knows($0) }),
        last - first + 1 >= min(UInt64(wanted.count), screen / 2)
      else { continue }
      read(first, UInt32(last - first + 1))
    }
  }
}
