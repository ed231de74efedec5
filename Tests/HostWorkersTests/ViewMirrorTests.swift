import HostPlugins
import Testing

@testable import HostWorkers

/// The view as a worker knows it, beside one who knows it all: the even rows of two thousand.
@Suite final class `The view in a worker` {
  private var questions: [ContentQuestion.Subject] = []
  private var now = ViewFacts()
  private lazy var content = ContentMirror { [unowned self] in answer(to: $0) }
  private lazy var view = ViewMirror(of: content) { [unowned self] in answer(to: $0) }

  init() {
    now.rows = 1_000
    now.isContent = false
    now.hasMatches = true
  }

  private func answer(to question: ContentQuestion.Subject) -> ContentAnswer {
    questions.append(question)
    switch question {
    case .view: return .view(now)
    case .rows(let query):
      guard case .places(let place, let count) = query.rows else { return .rows([]) }
      return .rows(
        (place..<min(now.rows, place + UInt64(min(count, 100)))).map { place in
          let text = Array("row \(place * 2)".utf8)
          let piece = ContentAnswer.Piece(length: UInt64(text.count), bytes: text)
          return ContentAnswer.Row(
            number: place * 2, facts: ContentRowFacts(length: 5, fullLength: 9),
            texts: query.columns.map { _ in piece },
            matches: query.wantsMatches
              ? query.columns.map { $0 == RowRequest.wholeRow ? [0..<1, 4..<5] : [2..<3] } : [])
        })
    case .place(let row): return .rowNumbers(row % 2 == 0 ? [row / 2] : [])
    case .matches: return .matches([7..<8])
    default: return .rows([])
    }
  }

  private func become(contentRevision: UInt64 = 1, generation: UInt64 = 1, rows: UInt64 = 2_000) {
    var facts = ContentFacts()
    facts.isLoading = rows < 2_000
    facts.rows = rows
    facts.columns = 1
    facts.revision = contentRevision
    facts.generation = generation
    view.becomes(now, over: content.becomes(facts))
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

  private func places(_ place: UInt64, _ count: UInt32 = 64) -> ContentQuestion.Subject {
    .rows(
      RowRequest(
        rows: .places(from: place, count: count), columns: [RowRequest.wholeRow],
        textBytes: RowRequest.textBytes, wantsMatches: now.hasMatches))
  }

  @Test func `is asked for once for a screen of rows`() {
    become()
    let shown = rows(from: 100, 50)
    #expect(shown == (100..<150).map { $0 * 2 })
    for row in shown {
      #expect(text(of: row) == "row \(row)")
      #expect(content.row(row)?.fullLength == 9)
      #expect(view.matches(in: row, column: nil) == [0..<1, 4..<5])
      #expect(view.place(of: row) == row / 2)
    }
    #expect(questions == [places(100)])
    // A column that was not asked for with the rows.
    #expect(view.matches(in: shown[0], column: 1) == [7..<8])
  }

  @Test func `reads a screen on either side of what was drawn, once half of it is missing`() {
    become()
    for top in Array(0..<600 as Range<UInt64>) + (0..<600 as Range<UInt64>).reversed() {
      questions = []
      view.drawingBegins()
      for row in rows(from: top, 50) {
        #expect(text(of: row) == "row \(row)")
        #expect(view.matches(in: row, column: nil) == [0..<1, 4..<5])
      }
      #expect(top == 0 || questions == [], "\(top)")
      view.readAround()
    }
  }

  /// The last row may grow while content loads, and so may what matches in it.
  @Test func `asks again for the matches of the last row where it may have grown`() {
    now.rows = 1_000
    become(rows: 1_999)
    #expect(rows(from: 999, 1) == [1_998])
    #expect(view.matches(in: 1_998, column: nil) == [0..<1, 4..<5])
    become(contentRevision: 2, rows: 1_999)
    questions = []
    #expect(view.matches(in: 1_998, column: nil) == [7..<8])
    #expect(questions == [.matches(row: 1_998, column: nil)])
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

  @Test func `is asked for its matches where it is the content, and not for its places`() {
    now.isContent = true
    become()
    #expect(view.place(of: 7) == 7 && view.place(of: 1_000) == nil && questions.isEmpty)
    #expect(rows(from: 100, 2) == [200, 202])
    #expect(view.matches(in: 202, column: nil) == [0..<1, 4..<5])
    #expect(questions == [places(100)])
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
    #expect(questions == [.place(ofRow: 8), .place(ofRow: 9), .matches(row: 8, column: 2)])
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
    #expect(questions.count == 2, "the rows are the same")
    become(contentRevision: 3, generation: 2)
    _ = (rows(from: 0, 10), text(of: 0))
    #expect(questions.count == 3)
  }

  @Test func `has other places for rows where it is another`() {
    for changed in [false, true] {
      become()
      _ = rows(from: 0, 10)
      questions = []
      #expect(view.place(of: 8) == 4 && questions.isEmpty)
      if changed { now.revision += 1 } else { view.wasAsked() }
      become()
      #expect(view.place(of: 8) == 4)
      #expect(questions.contains(.place(ofRow: 8)), "\(changed)")
    }
  }

  @Test func `is read changed at once after it was asked for`() {
    become()
    _ = rows(from: 0, 10)
    questions = []
    now.rows = 3
    view.wasAsked()
    #expect(view.facts.rows == 3)
    #expect(rows(from: 0, 10) == [0, 2, 4])
    #expect(questions == [.view, places(0)])
    view.wasAsked()
    view.readAround()
    #expect(questions.count == 2, "nobody knows which rows there are")
  }
}
