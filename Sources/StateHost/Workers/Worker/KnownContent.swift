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
    guard let known = known(row) else { return 0 }
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
    if let row = kept[row] { return row }
    if row < first || row - first >= UInt64(rows.count) { readWindow(from: row) }
    let (index, overflows) = row.subtractingReportingOverflow(first)
    return overflows || index >= UInt64(rows.count) ? nil : rows[Int(index)]
  }

  /// Reads on from where the last window ended, or, for one before it, up to where it began.
  private func readWindow(from row: UInt64) {
    let isNext = !rows.isEmpty && row >= first && row - first == UInt64(rows.count)
    let isBefore = !rows.isEmpty && row < first && first - row <= UInt64(windowRows)
    windowRows = isNext ? min(windowRows * 2, Self.largestWindow) : Self.smallestWindow
    var start = row
    if isBefore { start = row - min(row, UInt64(windowRows) / 2) }
    guard case .rows(var found) = answer(to: .rows(from: start, count: windowRows)) else { return }
    if row - start >= UInt64(found.count),
      case .rows(let those) = answer(to: .rows(from: row, count: windowRows))
    {
      start = row
      found = those
    }
    first = start
    rows = found
  }
}
