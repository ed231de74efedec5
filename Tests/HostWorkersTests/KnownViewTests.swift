import HostContent
import HostPlugins
import Testing

@testable import HostWorkers

/// The view as a worker knows it, beside one who knows it all: the even rows of two thousand.
@Suite final class `The view in a worker` {
  private var questions: [ContentQuestion.Subject] = []
  private var now = ViewFacts()
  private lazy var content = KnownContent { [unowned self] in answer(to: $0.subject) }
  private lazy var view = KnownView(of: content) { [unowned self] in answer(to: $0) }

  init() {
    now.rows = 1_000
    now.isContent = false
    now.hasMatches = true
  }

  private func answer(to question: ContentQuestion.Subject) -> ContentAnswer {
    questions.append(question)
    switch question {
    case .view: return .view(now)
    case .viewRows(let place, let count):
      return .viewRows(
        (place..<min(now.rows, place + UInt64(min(count, 100)))).map { place in
          let text = Array("row \(place * 2)".utf8)
          let piece = ContentAnswer.Piece(length: UInt64(text.count), bytes: text)
          let row = ContentAnswer.Row(
            facts: ContentRowFacts(length: 5, fullLength: 9), start: piece, cells: [piece])
          return ContentAnswer.ViewRow(
            number: place * 2, row: row, matches: [[0..<1, 4..<5], [2..<3]])
        })
    case .place(let row): return .rowNumbers(row % 2 == 0 ? [row / 2] : [])
    case .matches: return .matches([7..<8])
    case .overview:
      return .overview([], texts: ContentText.allCases.map { _ in .init(length: 0, bytes: []) })
    default: return .rows([])
    }
  }

  private func become(contentRevision: UInt64 = 1) {
    var facts = ContentFacts()
    facts.rows = 2_000
    facts.revision = contentRevision
    let isAnother = content.becomes(facts)
    view.becomes(now, contentChanged: isAnother)
  }

  private func rows(from place: UInt64, _ count: Int) -> [UInt64] {
    unsafe [UInt64](unsafeUninitializedCapacity: count) { room, filled in
      filled = unsafe view.copyRows(
        from: place, into: UnsafeMutableBufferPointer(rebasing: room[..<count]))
    }
  }

  private func text(of row: UInt64) -> String {
    var bytes = [UInt8](repeating: 0, count: 64)
    let length = unsafe bytes.withUnsafeMutableBytes {
      unsafe content.copyCell(row: row, column: nil, into: $0)
    }
    return String(decoding: bytes.prefix(Int(length)), as: UTF8.self)
  }

  @Test func `is asked for no more than twice for a screen of rows with all that is beside them`() {
    become()
    _ = content.text(.title)
    let shown = rows(from: 100, 50)
    #expect(shown == (100..<150).map { $0 * 2 })
    for row in shown {
      #expect(text(of: row) == "row \(row)")
      #expect(content.row(row)?.fullLength == 9)
      #expect(view.matches(in: row, column: nil) == [0..<1, 4..<5])
      #expect(view.matches(in: row, column: 0) == [2..<3])
      #expect(view.matches(in: row, column: 1) == [])
      #expect(view.place(of: row) == row / 2)
    }
    #expect(questions == [.overview, .viewRows(fromPlace: 100, count: 64)])
  }

  @Test func `costs nothing where it is the content, and nothing matches`() {
    now.isContent = true
    now.hasMatches = false
    become()
    #expect(rows(from: 990, 50) == Array(990..<1_000))
    #expect(view.place(of: 7) == 7 && view.place(of: 1_000) == nil)
    #expect(view.matches(in: 7, column: nil) == [])
    #expect(questions.isEmpty)
  }

  @Test func `is read row by row with a question for many rows`() {
    become()
    for place in 0..<1_000 as Range<UInt64> { #expect(rows(from: place, 1) == [place * 2]) }
    #expect(rows(from: 1_000, 1) == [])
    #expect(questions.count <= 100)
  }

  @Test func `is asked what it does not know of other rows`() {
    become()
    #expect(view.place(of: 8) == 4 && view.place(of: 9) == nil)
    #expect(view.matches(in: 8, column: 2) == [7..<8])
    #expect(
      questions == [.place(ofRow: 8), .place(ofRow: 9), .matches(row: 8, column: 2)])
  }

  @Test func `is asked for anew when it is another, and not before`() {
    become()
    _ = rows(from: 0, 10)
    now.rows = 1_001
    become()
    _ = rows(from: 0, 10)
    #expect(questions.count == 1, "rows at its end change nothing before them")
    now.revision = 2
    become()
    _ = rows(from: 0, 10)
    #expect(questions.count == 2)
    become(contentRevision: 2)
    _ = (rows(from: 0, 10), text(of: 0))
    #expect(questions.count == 3)
  }

  @Test func `is read changed at once after it was asked for`() {
    become()
    _ = rows(from: 0, 10)
    questions = []
    now.rows = 3
    view.wasAsked()
    #expect(view.facts.rows == 3)
    #expect(rows(from: 0, 10) == [0, 2, 4])
    #expect(questions == [.view, .viewRows(fromPlace: 0, count: 64)])
  }
}
