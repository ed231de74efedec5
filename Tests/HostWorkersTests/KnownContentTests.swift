import HostPlugins
import Testing

@testable import HostWorkers

/// The content as a worker knows it, beside one who knows it all.
@Suite final class `The content in a worker` {
  private var questions: [ContentQuestion.Subject] = []
  private let rowCount: UInt64 = 1_000
  private lazy var content = KnownContent { [unowned self] in answer(to: $0) }

  private func text(_ row: UInt64) -> [UInt8] {
    Array(String(repeating: "row \(row) ", count: row == 7 ? 1000 : 1).utf8)
  }

  private func row(_ row: UInt64, pieceBytes: Int = 1024) -> ContentAnswer.Row {
    let text = text(row)
    let piece = ContentAnswer.Piece(
      length: UInt64(text.count), bytes: Array(text.prefix(pieceBytes)))
    return ContentAnswer.Row(
      facts: ContentRowFacts(length: UInt64(text.count), fullLength: 9), start: piece,
      cells: [piece, ContentAnswer.Piece(length: 1, bytes: [0x61])])
  }

  private func answer(to question: ContentQuestion) -> ContentAnswer {
    questions.append(question.subject)
    switch question.subject {
    case .rows(let first, let count):
      // As many as fit: a long window is cut.
      let rows = (first..<min(rowCount, first + UInt64(min(count, 100)))).map { row($0) }
      return .rows(question.generation == 3 ? rows : [])
    case .scattered(let rows, let pieceBytes):
      return .rows(rows.prefix(100).map { row($0, pieceBytes: max(1024, Int(pieceBytes))) })
    case .cell(let row, _): return .text(text(row))
    case .text(let text): return .text(whole(text))
    case .overview:
      let column = ContentAnswer.Column(
        facts: ContentColumnFacts(isRightAligned: true, width: 3), name: [0x62])
      let texts = ContentText.allCases.map { text in
        let bytes = whole(text)
        return ContentAnswer.Piece(length: UInt64(bytes.count), bytes: Array(bytes.prefix(1024)))
      }
      return .overview([column], texts: texts)
    case .selection, .marks, .markedRows, .place: return .rowNumbers([])
    case .view: return .view(ViewFacts())
    case .viewRows: return .viewRows([])
    case .matches: return .matches([])
    }
  }

  private func whole(_ text: ContentText) -> [UInt8] {
    Array(String(repeating: "\(text)", count: text == .errorDetail ? 1000 : 1).utf8)
  }

  private func become(revision: UInt64, generation: UInt64 = 3) {
    var facts = ContentFacts()
    facts.rows = rowCount
    facts.revision = revision
    facts.generation = generation
    facts.columns = 2
    _ = content.becomes(facts)
  }

  private func cell(_ row: UInt64, _ column: UInt32?, capacity: Int = 64) -> (UInt64, [UInt8]) {
    var bytes = [UInt8](repeating: 0, count: capacity)
    let length = unsafe bytes.withUnsafeMutableBytes {
      unsafe content.copyCell(row: row, column: column, into: $0)
    }
    return (length, Array(bytes.prefix(Int(min(length, UInt64(capacity))))))
  }

  @Test func `is asked for once for a screen of rows`() {
    become(revision: 1)
    for row in 300..<350 as Range<UInt64> {
      #expect(cell(row, nil) == (UInt64(text(row).count), text(row)))
      #expect(cell(row, 1) == (1, [0x61]))
      #expect(content.row(row)?.fullLength == 9)
    }
    #expect(questions == [.rows(from: 300, count: 64)])
  }

  @Test func `is asked for no more than twice for a screen of rows with all that is beside them`() {
    become(revision: 1)
    #expect(content.column(0)?.facts.isRightAligned == true)
    #expect(content.row(300) != nil && content.row(349) != nil)
    #expect(content.text(.title) == Array("title".utf8))
    #expect(content.text(.notice) == Array("notice".utf8))
    #expect(questions == [.overview, .rows(from: 300, count: 64)])
  }

  @Test func `gives a long text whole, and asks for that once`() {
    become(revision: 1)
    #expect(content.text(.errorDetail) == whole(.errorDetail))
    #expect(content.text(.errorDetail) == whole(.errorDetail))
    #expect(questions == [.overview, .text(.errorDetail)])
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

  @Test func `gives no long cell of what was there before`() {
    become(revision: 1)
    _ = cell(7, nil, capacity: 9000)
    become(revision: 2)
    questions = []
    _ = cell(7, nil, capacity: 9000)
    #expect(questions == [.rows(from: 7, count: 64), .cell(row: 7, column: nil)])
  }

  @Test func `gives no long text of what was there before`() {
    become(revision: 1)
    #expect(content.text(.errorDetail) == whole(.errorDetail))
    become(revision: 2)
    questions = []
    #expect(content.text(.errorDetail) == whole(.errorDetail))
    #expect(questions == [.overview, .text(.errorDetail)])
  }

  @Test func `is asked for anew when it is another, and not before`() {
    become(revision: 1)
    #expect(content.text(.title) == Array("title".utf8))
    #expect(content.column(0)?.name == [0x62])
    _ = content.row(0)
    become(revision: 1)
    _ = (content.text(.title), content.column(0), content.row(0))
    #expect(questions.count == 2)
    become(revision: 2)
    _ = (content.text(.title), content.column(0), content.row(0))
    #expect(questions.count == 4)
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

  @Test func `has as many rows as the host says, up to the last that a number can name`() {
    let piece = ContentAnswer.Piece(length: 0, bytes: [])
    let row = ContentAnswer.Row(
      facts: ContentRowFacts(length: 7, fullLength: 9), start: piece, cells: [])
    let content = KnownContent { _ in .rows([row, row, row]) }
    var facts = ContentFacts()
    facts.rows = .max
    _ = content.becomes(facts)
    #expect(content.row(.max - 1) == row.facts)
    #expect(content.row(.max - 2) == row.facts)
    #expect(content.row(.max) == nil)
  }

  /// The cells of rows, read by one call with room for so many bytes; nil for those that had no room.
  private func cells(
    _ rows: [UInt64], _ column: UInt32 = 0, count: Int = 2, limit: Int = 64, room: Int = 1 << 16
  ) -> [[UInt8]?] {
    var batch = BatchedCells(rows, column, count: count, limit: limit, room: room)
    batch.fill { content.copyCells(into: &$0) }
    return batch.cells
  }

  @Test func `is asked for once for rows that are read together, wherever they are`() {
    become(revision: 1)
    #expect(cells(Array(300..<350)) == (300..<350).flatMap { [text($0), [0x61]] })
    #expect(questions == [.rows(from: 300, count: 64)])
    questions = []
    #expect(cells([340, 9, 700, 9]) == [340, 9, 700, 9].flatMap { [text($0), [0x61]] })
    #expect(questions == [.scattered([9, 700, 9], pieceBytes: 64)])
    questions = []
    #expect(cells([700, 9, 301]) == [700, 9, 301].flatMap { [text($0), [0x61]] })
    #expect(questions == [], "both are still there")
    become(revision: 2)
    #expect(cells([700]) == [text(700), [0x61]])
    #expect(questions == [.rows(from: 700, count: 64)])
  }

  @Test func `is asked for once for a screen higher than a window`() {
    become(revision: 1)
    #expect(cells(Array(300..<390), count: 1) == (300..<390).map { text($0) })
    #expect(questions == [.rows(from: 300, count: 90)])
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
    #expect(questions == [.scattered([7, 7], pieceBytes: 2000)])
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
}
