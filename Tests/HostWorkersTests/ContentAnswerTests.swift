import HostContent
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
    .rows([]), .rows([row, empty, row]), .text([]), .text([0, 0xFF]),
    .selection(selection), .selection(SelectionFacts()), .rowNumbers([]), .rowNumbers([3, .max]),
    .view(view), .gone,
    .matches([]), .matches([0..<0, 3..<70_000]),
  ]

  @Test(arguments: answers.indices)
  func `comes out as it went in`(index: Int) throws {
    let answer = Self.answers[index]
    #expect(try ContentAnswer(answer.bytes) == answer)
  }

  @Test(arguments: answers.indices)
  func `is refused where it ends too soon or too late`(index: Int) {
    let bytes = Self.answers[index].bytes
    for count in bytes.indices {
      #expect(throws: ByteReader.Malformed.self) { try ContentAnswer(Array(bytes[..<count])) }
    }
    #expect(throws: ByteReader.Malformed.self) { try ContentAnswer(bytes + [0]) }
  }
}
