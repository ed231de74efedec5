import HostPlugins
import TestSupport
import Testing

@testable import HostRuntime

/// What is run for a child that asks for its rows, beside what a reader would put together by hand.
@Suite final class `A program of chosen rows` {
  private static let rows = ["web", "db 9", "", "ä"].map { Array($0.utf8) }
  private let small: SmallSession
  private var run: RunContext { small.run }

  init() throws {
    small = try SmallSession(#"printf 'web\ndb 9\n\nä\n'"#).loaded()
  }

  private func program(
    _ rowUse: ChildProgram.RowUse, input: [UInt8] = [], isOfOther: Bool = false
  ) throws -> ChildProgram {
    try ChildProgram(
      [Array("rm".utf8), Array("-f".utf8)], input: input, rowUse: rowUse,
      generation: (run.content?.generation ?? 0) &+ (isOfOther ? 1 : 0))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `has those that are marked, else the one that the user is on, each where it was asked for`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    #expect(run.rowCount == 4)
    for _ in 0..<20 {
      let place = UInt64.random(in: 0..<4, using: &random)
      let isSelected = run.selection.select(place)
      var chosen: [Int] = []
      for row in 0..<4 as Range<UInt64> {
        let isMarked = Int.random(in: 0..<3, using: &random) == 0
        if isMarked { chosen.append(Int(row)) }
        let isDone = run.selection.mark(row, count: 1, isMarked)
        #expect(isDone == true)
      }
      #expect(isSelected)
      let texts = (chosen.isEmpty ? [Int(place)] : chosen).map { Self.rows[$0] }
      let words = [Array("rm".utf8), Array("-f".utf8)]
      for rowUse in [[], .input, .arguments, .all] as [ChildProgram.RowUse] {
        let order = try run.order(try program(rowUse))
        let expected = words + (rowUse.contains(.arguments) ? texts : [])
        #expect(order.words == expected)
        let lines: [UInt8] = texts.flatMap { text -> [UInt8] in text + [0x0A] }
        #expect(order.input == (rowUse.contains(.input) ? lines : []))
        #expect(!order.usesTerminal)
      }
      #expect(try run.order(try program([], input: [1, 2])).input == [1, 2])
      #expect(try run.order(try program(.arguments, input: [1])).input == [1])
    }
  }

  @Test func `is none of rows that the child has not seen, and of none that there are not`() throws
  {
    let other = try program(.input, isOfOther: true)
    #expect(throws: Refusal.otherRows) { try run.order(other) }
    let alone = RunContext()
    let anywhere = try program(.input)
    #expect(throws: Refusal.otherRows) { try alone.order(anywhere) }
    // Without rows nobody asks which they are.
    let own = try program([], isOfOther: true)
    #expect(throws: Never.self) { try alone.order(own) }
  }
}

/// How much of rows may be given to a program, to the byte.
@Suite struct `A program of long rows` {
  private func order(
    _ script: String, _ rowUse: ChildProgram.RowUse, words: [[UInt8]] = [[0x61]]
  ) throws -> Result<ProgramInvocation, any Error> {
    let small = try SmallSession(script).loaded()
    let run = small.run
    #expect(run.selection.mark(0, count: run.rowCount, true) == true)
    let program = try ChildProgram(words, rowUse: rowUse, generation: run.content?.generation ?? 0)
    return Result { try run.order(program) }
  }

  private func refusal(_ result: Result<ProgramInvocation, any Error>) -> Refusal? {
    if case .failure(let error) = result { error as? Refusal } else { nil }
  }

  @Test func `is taken as long as its words are no longer than words may be`() throws {
    let limit = ChildProgram.wordBytesLimit
    let row = limit / 4
    let script = "for i in 1 2 3 4; do head -c \(row) /dev/zero | tr '\\0' x; echo; done"
    // One byte is left for the program's own word, where the rows do not take all.
    let isFull = 4 * row == limit
    let order = try order(script, .arguments, words: [[0x61]])
    #expect(refusal(order) == (isFull ? .tooLarge : nil))
    let shorter = "for i in 1 2 3; do head -c \(row) /dev/zero | tr '\\0' x; echo; done; "
    for (left, expected) in [(1, nil), (0, Refusal.tooLarge)] {
      let last = limit - 3 * row - left
      let whole = shorter + "head -c \(last) /dev/zero | tr '\\0' x"
      #expect(refusal(try self.order(whole, .arguments)) == expected)
    }
  }

  /// Each row has a newline besides.
  @Test(arguments: [("", true), ("; echo", false)])
  func `reads rows of 4 MiB, and no more`(more: String, isTaken: Bool) throws {
    let script = "for i in 1 2 3 4; do head -c 1048575 /dev/zero | tr '\\0' x; echo; done"
    let order = try order(script + more, .input)
    #expect(refusal(order) == (isTaken ? nil : .tooLarge))
    if isTaken { #expect(try order.get().input.count == ChildProgram.rowBytesLimit) }
  }

  @Test func `is refused with a NUL in a word, which an input may have`() throws {
    let script = "printf 'a\\000b\\n'"
    #expect(refusal(try order(script, .arguments)) == .noProgram)
    #expect(try order(script, .input).get().input == [0x61, 0, 0x62, 0x0A])
  }
}
