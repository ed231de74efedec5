import HostSystem
import Testing

@testable import HostPlugins
@testable import HostWorkers

@Suite struct `An answer about the content` {
  private static let row = ContentAnswer.Row(
    number: 9, facts: ContentRowFacts(length: 5, fullLength: 1 << 40),
    texts: [
      ContentAnswer.Piece(length: 1 << 33, bytes: [0x61, 0, 0xFF]),
      ContentAnswer.Piece(length: 1, bytes: [0x62]), ContentAnswer.Piece(length: 0, bytes: []),
    ],
    matches: [[0..<3, 5..<6], [], [1..<2]])
  private static let empty = ContentAnswer.Row(
    number: .max, facts: ContentRowFacts(length: 0, fullLength: 0), texts: [])
  private static var selection: SelectionFacts {
    var selection = SelectionFacts()
    selection.row = 7
    selection.markedCount = 1 << 40
    selection.marksRevision = 3
    selection.goneCount = 9
    selection.notice = "gone"
    return selection
  }
  private static var view: ViewFacts {
    var view = ViewFacts()
    view.rows = 1 << 40
    view.revision = 2
    return view
  }
  private static let answers: [ContentAnswer] = [
    .rows([]), .rows([row, empty, row]), .text([]), .text([0, 0xFF]), .selection(selection),
    .selection(SelectionFacts()), .rowNumbers([]), .rowNumbers([3, .max]), .view(view), .gone,
    .matches([]), .matches([0..<0, 3..<70_000]),
  ]

  @Test(arguments: answers.indices)
  func `comes out as it went in, and is refused where it ends too soon or too late`(
    index: Int
  ) throws {
    let bytes = Self.answers[index].bytes
    #expect(try ContentAnswer(bytes) == Self.answers[index])
    for count in bytes.indices {
      #expect(throws: ByteReader.Malformed.self) { try ContentAnswer(Array(bytes[..<count])) }
    }
    #expect(throws: ByteReader.Malformed.self) { try ContentAnswer(bytes + [0]) }
  }

  private let host = ContentHost()
  private static let whole = RowRequest.wholeRow

  private func answer(_ subject: ContentQuestion.Subject, generation: UInt64 = 4) -> ContentAnswer {
    ContentAnswer(
      to: ContentQuestion(child: 1, generation: generation, subject: subject), from: host)
  }

  private func rows(
    _ rows: RowRequest.Rows, _ columns: [UInt32] = [RowRequest.wholeRow], textBytes: UInt32 = 0,
    wantsMatches: Bool = false
  ) -> [ContentAnswer.Row] {
    let query = RowRequest(
      rows: rows, columns: columns, textBytes: textBytes, wantsMatches: wantsMatches)
    guard case .rows(let rows) = answer(.rows(query)) else { return [] }
    return rows
  }

  @Test func `has the rows that were named, up to the first that is not there`() {
    let asked: [(rows: RowRequest.Rows, numbers: [UInt64])] = [
      (.from(0, count: 2), [0, 1]), (.from(1, count: 9), [1, 2]), (.from(3, count: 1), []),
      (.from(.max, count: 9), []), (.these([2, 0]), [2, 0]), (.these([1, 3, 0]), [1]),
      (.these([]), []), (.places(from: 0, count: 2), [2, 1]), (.places(from: 1, count: 9), [1, 0]),
    ]
    for (asked, numbers) in asked { #expect(rows(asked).map(\.number) == numbers, "\(asked)") }
  }

  @Test func `has the columns that were named, with their matches where these are wanted`() {
    for (columns, texts) in [
      ([0, 1, Self.whole], ["b", "2", "b2"]), ([1], ["2"]), ([Self.whole], ["b2"]), ([], []),
    ] as [([UInt32], [String])] {
      for wantsMatches in [false, true] {
        let row = rows(.from(1, count: 1), columns, wantsMatches: wantsMatches).first
        #expect(row?.texts.map { String(decoding: $0.bytes, as: UTF8.self) } == texts)
        #expect(row?.facts == ContentRowFacts(length: 2, fullLength: 9000))
        let ends = columns.map { $0 == Self.whole ? 10 : Int($0) + 3 }
        #expect(row?.matches == (wantsMatches ? ends.map { [1..<$0] } : []))
      }
    }
  }

  @Test func `has of a long text what was asked for, 1 KiB or more, and at most 1 MiB`() {
    host.rows = [String(repeating: "x", count: 1 << 21)]
    for (asked, given) in [(0, 1024), (1025, 1025), (.max, 1 << 20)] as [(UInt32, Int)] {
      let piece = rows(.from(0, count: 1), textBytes: asked)[0].texts[0]
      #expect(piece.bytes.count == given && piece.length == 1 << 21)
    }
  }

  @Test func `has no more rows once it has 60 KiB`() {
    host.rows = Array(repeating: String(repeating: "x", count: 1000), count: 100)
    #expect(50...61 ~= rows(.from(0, count: 100)).count)
  }

  @Test func `is what the host says to each question, and of rows that were replaced nothing`() {
    host.selected.row = 1
    let long = String(repeating: "why ", count: 1000)
    host.texts[.errorDetail] = long
    let old = RowRequest(rows: .from(0, count: 1), columns: [Self.whole], textBytes: 0)
    let answers: [(ContentQuestion.Subject, ContentAnswer)] = [
      (.cell(row: 1, column: 1), .text(Array("2".utf8))),
      (.cell(row: 2, column: nil), .text(Array("c3".utf8))),
      (.text(.title), .text(Array("rows".utf8))), (.text(.errorDetail), .text(Array(long.utf8))),
      (.text(.remedy), .text([])), (.selection, .selection(host.selected)),
      (.marks(from: 0, count: 2), .rowNumbers([0])), (.marks(from: 1, count: 2), .rowNumbers([2])),
      (.markedRows(from: 0, count: 1), .rowNumbers([0])),
      (.markedRows(from: 1, count: 9), .rowNumbers([2])), (.place(ofRow: 0), .rowNumbers([2])),
      (.place(ofRow: 3), .rowNumbers([])), (.matches(row: 1, column: nil), .matches([1..<10])),
      (.matches(row: 2, column: 1), .matches([2..<4])),
    ]
    for (subject, expected) in answers { #expect(answer(subject) == expected, "\(subject)") }
    for subject in [.rows(old), .cell(row: 1, column: 1)] as [ContentQuestion.Subject] {
      for generation in [3, 5] as [UInt64] {
        #expect(answer(subject, generation: generation) == .gone)
      }
    }
  }
}
