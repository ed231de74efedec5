internal import HostPlugins

/// The content as a worker knows it: what the host said last, and what it was asked for since.
///
/// Rows are asked for in windows, twice as many each time that one follows the other; what is not in
/// one is asked for by itself. All that there is besides comes with the first question for any of it, so
/// a screen of rows costs two. Everything counts until the content is another.
final class KnownContent {
  private var facts: ContentFacts?
  private let ask: (ContentQuestion) -> ContentAnswer
  private var first: UInt64 = 0
  private var rows: [ContentAnswer.Row] = []
  /// Rows that came with a window of the view, which lie anywhere.
  private var kept: [UInt64: ContentAnswer.Row] = [:]
  /// Rows that lie anywhere and were last asked for together.
  private var scattered: [UInt64: ContentAnswer.Row] = [:]
  private var windowRows: UInt32 = KnownContent.smallestWindow
  private var overview: (columns: [ContentAnswer.Column], texts: [ContentAnswer.Piece])?
  /// The texts that are longer than what the overview has of them.
  private var longTexts: [ContentText: [UInt8]] = [:]
  /// The cell that was asked for last by itself.
  private var cell: (row: UInt64, column: UInt32?, text: [UInt8])?

  private static let smallestWindow: UInt32 = 64
  private static let largestWindow: UInt32 = 4096

  /// - Parameter ask: asks the host, and waits.
  init(asking ask: @escaping (ContentQuestion) -> ContentAnswer) { self.ask = ask }

  /// The content is that now.
  ///
  /// - Returns: whether it was another before.
  func becomes(_ new: ContentFacts?) -> Bool {
    let isAnother = new?.revision != facts?.revision || new?.generation != facts?.generation
    if isAnother { forget() }
    facts = new
    return isAnother
  }

  /// Keeps the rows of a window of the view, in place of those of the one before.
  func keep(_ rows: [ContentAnswer.ViewRow]) {
    kept.removeAll(keepingCapacity: true)
    for row in rows { kept[row.number] = row.row }
  }

  private func forget() {
    rows = []
    kept = [:]
    scattered = [:]
    overview = nil
    longTexts = [:]
    cell = nil
  }

  private func answer(to subject: ContentQuestion.Subject) -> ContentAnswer? {
    facts.map { ask(ContentQuestion(generation: $0.generation, subject: subject)) }
  }
}

// MARK: - What children ask

extension KnownContent {
  func text(_ text: ContentText) -> [UInt8] {
    readOverview()
    guard let overview, let index = ContentText.allCases.firstIndex(of: text) else { return [] }
    let piece = overview.texts[index]
    if piece.fills(.max) { return piece.bytes }
    if let known = longTexts[text] { return known }
    guard case .text(let found) = answer(to: .text(text)) else { return [] }
    longTexts[text] = found
    return found
  }

  func column(_ index: UInt32) -> (facts: ContentColumnFacts, name: [UInt8])? {
    guard let facts, index < facts.columns else { return nil }
    readOverview()
    guard let columns = overview?.columns, index < columns.count else { return nil }
    return (columns[Int(index)].facts, columns[Int(index)].name)
  }

  func row(_ row: UInt64) -> ContentRowFacts? { known(row)?.facts }

  /// Fills a buffer with as much of a cell as fits.
  ///
  /// - Returns: the length of the whole.
  func copyCell(
    row: UInt64, column: UInt32?, into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 {
    known(row).map { unsafe copyCell(of: $0, row: row, column: column, into: buffer) } ?? 0
  }

  private func copyCell(
    of known: ContentAnswer.Row, row: UInt64, column: UInt32?,
    into buffer: UnsafeMutableRawBufferPointer
  ) -> UInt64 {
    let piece: ContentAnswer.Piece
    if let column {
      guard column < known.cells.count else { return 0 }
      piece = known.cells[Int(column)]
    } else {
      piece = known.start
    }
    let bytes = piece.fills(buffer.count) ? piece.bytes : whole(row, column)
    unsafe buffer.copyBytes(from: bytes.prefix(buffer.count))
    return piece.length
  }

  /// Adds the cells of many rows; rows that are not known yet are asked for together.
  func copyCells(into batch: inout CellBatch) {
    while let row = batch.nextRow {
      readAhead(of: batch, from: row)
      let known = known(row)
      let hasRoom = unsafe batch.addRow { column, room in
        known.map { unsafe copyCell(of: $0, row: row, column: column, into: room) } ?? 0
      }
      guard hasRoom else { return }
    }
  }

  private func readAhead(of batch: CellBatch, from row: UInt64) {
    guard let facts, row < facts.rows, !knows(row, for: batch) else { return }
    let rows = batch.rowsToCome
    let isWindow = zip(rows, row...).allSatisfy { $0 == $1 }
    if isWindow, found(row) == nil { return readWindow(from: row, atLeast: UInt32(rows.count)) }
    let missing = rows.filter { $0 < facts.rows && !knows($0, for: batch) }
    guard
      case .rows(let those) = answer(
        to: .scattered(missing, pieceBytes: UInt32(clamping: batch.limit)))
    else { return }
    scattered.removeAll(keepingCapacity: true)
    for (number, row) in zip(missing, those) { scattered[number] = row }
  }

  /// Whether a row is here with as much of its cells as a batch can have.
  private func knows(_ row: UInt64, for batch: CellBatch) -> Bool {
    guard let row = found(row) else { return false }
    return batch.allCells { column in
      guard let column else { return row.start.fills(batch.limit) }
      return column >= row.cells.count || row.cells[Int(column)].fills(batch.limit)
    }
  }

  private func whole(_ row: UInt64, _ column: UInt32?) -> [UInt8] {
    if let cell, cell.row == row, cell.column == column { return cell.text }
    guard case .text(let text) = answer(to: .cell(row: row, column: column)) else { return [] }
    cell = (row, column, text)
    return text
  }

  private func readOverview() {
    guard overview == nil, case .overview(let columns, let texts) = answer(to: .overview) else {
      return
    }
    overview = (columns, texts)
  }

  private func known(_ row: UInt64) -> ContentAnswer.Row? {
    guard let facts, row < facts.rows else { return nil }
    if let row = found(row) { return row }
    readWindow(from: row)
    return found(row)
  }

  /// A row that is here.
  private func found(_ row: UInt64) -> ContentAnswer.Row? {
    if let row = scattered[row] ?? kept[row] { return row }
    let (index, overflows) = row.subtractingReportingOverflow(first)
    return overflows || index >= UInt64(rows.count) ? nil : rows[Int(index)]
  }

  /// Reads on from where the last window ended, or, for one before it, up to where it began; so many rows
  /// from that one on are wanted at least.
  private func readWindow(from row: UInt64, atLeast wanted: UInt32 = 1) {
    let isNext = !rows.isEmpty && row >= first && row - first == UInt64(rows.count)
    let isBefore = !rows.isEmpty && row < first && first - row <= UInt64(windowRows)
    windowRows = isNext ? min(windowRows * 2, Self.largestWindow) : Self.smallestWindow
    let rowsBefore = isBefore ? min(row, UInt64(windowRows) / 2) : 0
    let start = row - rowsBefore
    let count = max(windowRows, wanted + UInt32(rowsBefore))
    first = start
    rows = window(from: start, count)
    if rowsBefore >= UInt64(rows.count), rowsBefore > 0 {
      first = row
      rows = window(from: row, count)
    }
  }

  private func window(from row: UInt64, _ count: UInt32) -> [ContentAnswer.Row] {
    guard case .rows(let rows) = answer(to: .rows(from: row, count: count)) else { return [] }
    return rows
  }
}
