import ChildPluginAPI
import Testing

@testable import HostPlugins
@testable import HostWorkers

/// The content as a worker knows it, beside one who knows it all.
@Suite final class `The content in a worker` {
  private var questions: [ContentQuestion.Subject] = []
  private let rowCount: UInt64 = 1_000
  private lazy var content = ContentMirror { [unowned self] in answer(to: $0) }
  private var generation: UInt64 = 3
  private static let whole = RowRequest.wholeRow

  private func text(_ row: UInt64) -> [UInt8] {
    Array(String(repeating: "row \(row) ", count: row == 7 ? 1000 : 1).utf8)
  }

  private func row(_ row: UInt64, _ query: RowRequest) -> ContentAnswer.Row {
    let text = text(row)
    let piece = ContentAnswer.Piece(
      length: UInt64(text.count), bytes: Array(text.prefix(max(1024, Int(query.textBytes)))))
    return ContentAnswer.Row(
      number: row, facts: ContentRowFacts(length: UInt64(text.count), fullLength: 9),
      texts: query.columns.map { column in
        column == 1 ? ContentAnswer.Piece(length: 1, bytes: [0x61]) : piece
      })
  }

  private func answer(to question: ContentQuestion.Subject) -> ContentAnswer? {
    questions.append(question)
    guard generation == 3 else { return nil }
    switch question {
    case .rows(let query):
      // As many as fit: a long window is cut.
      switch query.rows {
      case .from(let first, let count):
        return .rows(
          (first..<min(rowCount, first + UInt64(min(count, 100)))).map { row($0, query) })
      case .these(let rows): return .rows(rows.prefix(100).map { row($0, query) })
      case .places: return .rows([])
      }
    case .cell(let row, _): return .text(text(row))
    case .text(let text): return .text(whole(text))
    case .selection, .marks, .markedRows, .place: return .rowNumbers([])
    case .view: return .view(ViewFacts())
    case .matches: return .matches([])
    }
  }

  private func window(
    _ first: UInt64, _ columns: [UInt32], count: UInt32 = 64
  ) -> ContentQuestion.Subject {
    .rows(
      RowRequest(
        rows: .from(first, count: count), columns: columns, textBytes: RowRequest.textBytes))
  }

  private func whole(_ text: ContentText) -> [UInt8] {
    Array(String(repeating: "\(text)", count: text == .errorDetail ? 1000 : 1).utf8)
  }

  @discardableResult
  private func become(
    revision: UInt64, generation: UInt64 = 3, columns: UInt64 = 0, rows: UInt64? = nil,
    isComplete: Bool = true
  ) -> ContentMirror.Change {
    var facts = ContentFacts()
    facts.rows = rows ?? rowCount
    facts.revision = revision
    facts.generation = generation
    facts.columns = 2
    facts.columnsRevision = columns
    facts.isComplete = isComplete
    self.generation = generation
    content.overview.columns = [
      ContentOverview.Column(
        facts: ContentColumnFacts(isRightAligned: true, width: 3), name: [0x62])
    ]
    content.overview.texts = ContentText.allCases.map { text in
      let bytes = whole(text)
      return ContentAnswer.Piece(length: UInt64(bytes.count), bytes: Array(bytes.prefix(1024)))
    }
    return content.becomes(facts)
  }

  private func cell(_ row: UInt64, _ column: UInt32?, capacity: Int = 64) -> (UInt64, [UInt8]) {
    var bytes = [UInt8](repeating: 0, count: capacity)
    let length = unsafe bytes.withUnsafeMutableBytes {
      unsafe content.copyCell(row: row, column: column, into: $0)
    }
    return (length, Array(bytes.prefix(Int(min(length, UInt64(capacity))))))
  }

  @Test func `is asked for once for a screen of rows, with the columns that are read`() {
    become(revision: 1)
    for row in 300..<350 as Range<UInt64> {
      #expect(cell(row, nil) == (UInt64(text(row).count), text(row)))
      #expect(content.row(row)?.fullLength == 9)
    }
    #expect(questions == [window(300, [Self.whole])])
    // A second column: then they are asked for with all, once.
    questions = []
    for row in 300..<350 as Range<UInt64> {
      #expect(cell(row, 1) == (1, [0x61]) && cell(row, 0).1 == text(row))
    }
    #expect(questions.count == 1)
    #expect(cell(500, 1) == (1, [0x61]) && cell(500, nil).1 == text(500))
    #expect(questions.count == 2 && questions[1] == window(500, [0, 1, Self.whole]))
  }

  @Test func `has columns and texts without a question, and a long text with one`() {
    become(revision: 1)
    #expect(content.column(0)?.facts.isRightAligned == true && content.column(1) == nil)
    #expect(content.text(.title) == Array("title".utf8))
    #expect(questions == [])
    #expect(content.text(.errorDetail) == whole(.errorDetail))
    #expect(content.text(.errorDetail) == whole(.errorDetail))
    #expect(questions == [.text(.errorDetail)])
  }

  @Test func `reads a screen on either side of what was drawn, once half of it is missing`() {
    become(revision: 1)
    func draw(_ rows: Range<UInt64>) {
      content.drawingBegins()
      for row in rows { #expect(cell(row, nil).0 == UInt64(text(row).count)) }
    }
    draw(300..<350)
    content.readAround()
    questions = []
    for top in 301..<330 as Range<UInt64> {
      draw(top..<top + 50)
      #expect(questions == [])
    }
    // Nobody waits for what is read meanwhile.
    for top in 330..<600 as Range<UInt64> {
      content.readAround()
      questions = []
      draw(top..<top + 50)
      #expect(questions == [], "\(top)")
    }
    for top in (0..<599 as Range<UInt64>).reversed() {
      content.readAround()
      questions = []
      draw(top..<top + 50)
      #expect(questions == [], "\(top)")
    }
  }

  @Test func `is read row by row, forwards or backwards, with a question for many rows`() {
    become(revision: 1)
    for row in 0..<rowCount { #expect(cell(row, nil, capacity: 4).0 == UInt64(text(row).count)) }
    #expect(questions.count <= rowCount / 10)
    questions = []
    for row in (0..<rowCount).reversed() { #expect(content.row(row) != nil) }
    #expect(questions.count <= rowCount / 10)
  }

  @Test func `gives a long cell whole, and asks for that once`() {
    become(revision: 1)
    let long = text(7)
    #expect(cell(7, nil, capacity: 100) == (UInt64(long.count), Array(long.prefix(100))))
    #expect(questions.count == 1)
    #expect(cell(7, nil, capacity: 9000) == (UInt64(long.count), long))
    #expect(cell(7, nil, capacity: 9000) == (UInt64(long.count), long))
    #expect(questions.count == 2)
  }

  @Test func `gives no long cell and no long text of what was there before`() {
    become(revision: 1)
    _ = (cell(7, nil, capacity: 9000), content.text(.errorDetail))
    become(revision: 2)
    questions = []
    _ = (cell(7, nil, capacity: 9000), content.text(.errorDetail))
    #expect(questions == [.cell(row: 7, column: nil), .text(.errorDetail)])
  }

  @Test func `keeps its rows until they are others, or divide otherwise`() {
    become(revision: 1)
    _ = content.row(0)
    #expect(become(revision: 2) == .none)
    _ = content.row(0)
    #expect(questions.count == 1)
    #expect(become(revision: 3, columns: 1) == .all)
    _ = content.row(0)
    #expect(questions.count == 2)
    #expect(become(revision: 4, generation: 4, columns: 1) == .all)
    #expect(become(revision: 5, columns: 1) == .all)
    _ = content.row(0)
    #expect(questions.count == 3)
    #expect(become(revision: 6, columns: 1, rows: 999) == .all, "rows are gone")
    #expect(become(revision: 6, generation: 4, columns: 1, rows: 999) == .all)
  }

  @Test func `asks again for the last row of what still loads, and for no other`() {
    become(revision: 1, rows: 10, isComplete: false)
    _ = (content.row(8), content.row(9))
    questions = []
    #expect(become(revision: 2, rows: 12, isComplete: false) == .row(9))
    _ = content.row(8)
    #expect(questions == [])
    _ = content.row(9)
    #expect(questions == [window(9, [Self.whole])])
    #expect(become(revision: 2, rows: 12, isComplete: false) == .none)
  }

  @Test func `has no rows of another generation, and none beyond its end`() {
    #expect(content.row(0) == nil && questions.isEmpty)
    become(revision: 1, generation: 4)
    #expect(content.row(0) == nil)
    #expect(cell(0, nil).0 == 0)
    become(revision: 2)
    questions = []
    #expect(content.row(rowCount) == nil && questions.isEmpty)
    #expect(cell(0, 2).0 == 0)
    #expect(content.column(2) == nil)
  }

  /// Content of `rows` rows; `answer` makes the rows from one on, with so many columns.
  private func content(
    rows: UInt64, _ answer: @escaping (_ first: UInt64, _ columns: Int) -> [ContentAnswer.Row]
  ) -> ContentMirror {
    let content = ContentMirror { question in
      guard case .rows(let query) = question, case .from(let first, _) = query.rows else {
        return nil
      }
      return .rows(answer(first, query.columns.count))
    }
    var facts = ContentFacts()
    facts.rows = rows
    _ = content.becomes(facts)
    return content
  }

  private func row(_ number: UInt64, length: UInt64, columns: Int) -> ContentAnswer.Row {
    let text = ContentAnswer.Piece(length: length, bytes: [UInt8](repeating: 0, count: Int(length)))
    return ContentAnswer.Row(
      number: number, facts: ContentRowFacts(length: length, fullLength: length),
      texts: Array(repeating: text, count: columns))
  }

  @Test func `has as many rows as the host says, up to the last that a number can name`() {
    let content = content(rows: .max) { first, columns in
      [first, first &+ 1, first &+ 2].map { self.row($0, length: 7, columns: columns) }
    }
    #expect(content.row(.max - 1)?.length == 7)
    #expect(content.row(.max - 2)?.length == 7)
    #expect(content.row(.max) == nil)
  }

  @Test func `takes no row for one that has other columns than it asked for`() {
    let content = content(rows: 1) { first, _ in [self.row(first, length: 7, columns: 0)] }
    #expect(content.row(0) == nil)
  }

  /// The cells of rows, read by one call into `room` bytes; nil for those that had no room.
  private func cells(
    _ rows: [UInt64], _ column: UInt32 = 0, count: Int = 2, limit: Int = 64, room: Int = 1 << 16
  ) -> [[UInt8]?] {
    var ranges = Array(
      repeating: childplugin_range_t(start: 9, end: 9), count: rows.count * count)
    var bytes = [UInt8](repeating: 0, count: room)
    let columns = CellColumns(first: column, count: count)
    let rowCount = unsafe rows.withUnsafeBufferPointer { rows in
      unsafe ranges.withUnsafeMutableBufferPointer { ranges in
        unsafe bytes.withUnsafeMutableBytes { bytes in
          guard let start = ranges.baseAddress else { return 0 }
          let batch = unsafe CellBatch(
            rows: rows, columns: columns, limit: limit, ranges: start, buffer: bytes)
          content.copyCells(into: batch)
          return batch.rowCount
        }
      }
    }
    return ranges.enumerated().map { index, range in
      index < rowCount * count ? Array(bytes[Int(range.start)..<Int(range.end)]) : nil
    }
  }

  @Test func `is asked for once for rows that are read together, wherever they are`() {
    become(revision: 1)
    #expect(cells(Array(300..<350)) == (300..<350).flatMap { [text($0), [0x61]] })
    #expect(questions == [window(300, [0, 1])])
    questions = []
    #expect(cells([340, 9, 700, 9]) == [340, 9, 700, 9].flatMap { [text($0), [0x61]] })
    #expect(
      questions == [.rows(RowRequest(rows: .these([9, 700, 9]), columns: [0, 1], textBytes: 64))])
    questions = []
    #expect(cells([700, 9, 301]) == [700, 9, 301].flatMap { [text($0), [0x61]] })
    #expect(questions == [], "both are still there")
  }

  @Test func `is asked for once for a screen higher than a window`() {
    become(revision: 1)
    #expect(cells(Array(300..<390), count: 1) == (300..<390).map { text($0) })
    #expect(questions == [window(300, [0], count: 90)])
    // And once for the screen before it.
    questions = []
    #expect(cells(Array(250..<340), count: 1) == (250..<340).map { text($0) })
    #expect(questions.count <= 2)
  }

  @Test func `is asked for once for long cells that are read together`() {
    become(revision: 1)
    let long = text(7)
    _ = cell(7, nil)
    questions = []
    #expect(
      cells([7, 8, 7], count: 1, limit: 2000) == [7, 8, 7].map { Array(text($0).prefix(2000)) })
    #expect(
      questions.count == 1
        && questions[0]
          == .rows(RowRequest(rows: .these([7, 8, 7]), columns: [0, Self.whole], textBytes: 2000))
    )
    #expect(cell(7, nil, capacity: 1999) == (UInt64(long.count), Array(long.prefix(1999))))
    #expect(questions.count == 1)
  }

  @Test func `has no cells of rows and columns that are not there, and asks for none`() {
    become(revision: 1)
    #expect(cells([rowCount, .max], 0, count: 2) == [[], [], [], []])
    #expect(questions == [])
    #expect(cells([3, .max], 1, count: 2) == [[0x61], [], [], []])
    #expect(cells([3], .max, count: 2) == [text(3), []])
    #expect(cells([3], .max - 1, count: 2) == [[], []])
  }

  @Test func `is asked for no rows that there is no room for`() {
    become(revision: 1)
    let rows: [UInt64] = (0..<500).map { $0 * 2 }
    #expect(
      cells(rows, count: 1, room: 12) == [text(0), text(2)] + Array(repeating: nil, count: 498))
    #expect(questions.count == 1)
  }

  @Test func `forgets rows beyond some MiB, but those of the last drawing only beyond twice that`()
  {
    var asked: [UInt64] = []
    // 256 KiB each, so that sixteen are beyond the limit.
    let content = content(rows: 100) { first, columns in
      asked.append(first)
      return [self.row(first, length: 1 << 18, columns: columns)]
    }
    func questions(reading rows: some Sequence<UInt64>) -> Int {
      asked = []
      for row in rows { #expect(content.row(row) != nil) }
      return asked.count
    }
    func draw(_ rows: Range<UInt64>) {
      content.drawingBegins()
      _ = questions(reading: rows)
    }
    draw(0..<8)
    draw(8..<15)
    #expect(questions(reading: 0..<15) == 0, "all have room")
    draw(15..<25)
    #expect(questions(reading: 15..<25) == 0)
    #expect(questions(reading: [3]) > 0)
    draw(30..<60)
    #expect(questions(reading: 30..<60) == 0)
    draw(60..<100)
    #expect(questions(reading: [60]) > 0)
  }
}
