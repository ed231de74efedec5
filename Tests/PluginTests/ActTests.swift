import HostContent
import HostSurface
import Testing

@testable import HostPlugins

/// What each request of a child counts as, and what it concerns.
@Suite struct `A request of a child` {
  private static let view = ViewRequest(filter: RowFilter([0x61]))
  private static let message = ChildMessage(to: "", subject: "a", body: [])

  /// Each request, what the user reads of it, whether it names rows and whether it changes the chosen ones.
  private static let requests: [(ChildRequest, words: String?, names: Bool, changes: Bool)] = [
    (.select(row: 0), "moved the cursor", true, true),
    (.anchor(.top), "moved the cursor", false, true),
    (.mark(row: 0, count: 1, isMarked: false), "marked rows", true, true),
    (.show(view), "filtered or sorted", false, true),
    (.find(RowFilter([0x61]), fromPlace: 1, isBackward: true), "searched", false, true),
    (.endFind, "searched", false, false),
    (.state("a", animated: true), "asked for a state", false, false),
    (.front, "came to the front", false, false),
    (.takeText(true), "took what is typed", false, false),
    (.takeText(false), nil, false, false),
    (.dock(Dock(.top, .cells(1))), "claimed a place", false, false),
    (.dock(nil), "claimed a place", false, false),
    (.action(.acceptRow(0)), "accepted", true, false),
    (.action(.acceptRows([1])), "accepted", true, false),
    (.action(.acceptRows([])), "accepted", false, false),
    (.action(.acceptText([], exitStatus: 0)), "accepted", false, false),
    (.action(.quit), "quit", false, false), (.action(.reload), "reloaded", false, false),
    (.action(.clipboard([0x61])), "copied", false, false),
    (.action(.title("a")), nil, false, false), (.action(.bell), nil, false, false),
    (.draw, nil, false, false), (.timer(afterNanoseconds: 1), nil, false, false),
    (.collapse(true), nil, false, false), (.refreshPlace, nil, false, false),
    (.message(message), nil, false, false), (.cancel(number: 1), nil, false, false),
  ]

  @Test(arguments: requests)
  func `is one act, which is counted until it is taken back`(
    request: ChildRequest, words: String?, namesRows: Bool, changesChosenRows: Bool
  ) {
    var counts = ActionCounts()
    let one = words.map { [$0] } ?? []
    counts.note(request)
    #expect(counts.words == one)
    for _ in 0..<2 { counts.note(request) }
    #expect(counts.words == one.map { $0 + " 3 times" })
    counts.takeBack(request)
    #expect(counts.words == one.map { $0 + " 2 times" })
    for _ in 0..<2 { counts.takeBack(request) }
    #expect(counts.counts.isEmpty && counts.words.isEmpty)
    #expect(request.namesRows == namesRows && request.changesChosenRows == changesChosenRows)
  }

  @Test func `that runs a program counts by whether that uses the terminal`() throws {
    for (usesTerminal, words) in [
      (false, "ran a program"), (true, "ran a program on the terminal"),
    ] {
      var counts = ActionCounts()
      let program = try ChildProgram([[0x61]], usesTerminal: usesTerminal)
      let request = ChildRequest.run(program, number: 1)
      counts.note(request)
      #expect(counts.words == [words])
      #expect(request.act == (usesTerminal ? .second : .none))
    }
    #expect(ChildRequest.takeText(true).act == .first && ChildRequest.takeText(false).act == .none)
  }

  @Test func `is told among the others in one order, whatever came first`() {
    var counts = ActionCounts()
    for (request, _, _, _) in Self.requests.reversed() { counts.note(request) }
    #expect(
      counts.words == [
        "moved the cursor 2 times", "marked rows", "filtered or sorted", "searched 2 times",
        "asked for a state", "came to the front", "took what is typed", "claimed a place 2 times",
        "accepted 4 times", "quit", "reloaded", "copied",
      ])
    let before = counts
    counts.note(.draw)
    counts.takeBack(.action(.bell))
    #expect(counts == before)
  }

  @Test(
    arguments: [
      (.reload, [], true), (.quit, [], false), (.acceptRow(7), [7], true),
      (.acceptRows([3, 1]), [3, 1], true), (.acceptText([0x61], exitStatus: 1), [], false),
      (.clipboard([0x61]), [], false), (.title("a"), [], false), (.bell, [], false),
    ] as [(ChildAction, [UInt64], Bool)])
  func `for an action has the rows that this names, and needs a content for some`(
    action: ChildAction, rows: [UInt64], needsContent: Bool
  ) {
    #expect(action.rows == rows && action.needsContent == needsContent)
  }

  @Test(arguments: [
    (0, 1, 0, true), (255, 255, 64 << 10, true), (256, 1, 0, false), (0, 0, 0, false),
    (0, 256, 0, false), (0, 1, (64 << 10) + 1, false),
  ])
  func `for a message has limits for each part`(to: Int, subject: Int, body: Int, isAllowed: Bool) {
    let message = ChildMessage(
      to: String(repeating: "a", count: to), subject: String(repeating: "b", count: subject),
      body: Array(repeating: 0, count: body))
    #expect(message.isWithinLimits == isAllowed)
  }
}

/// The limits of a program and of what it writes.
@Suite struct `A program's words and output` {
  private func refusal(
    _ words: [[UInt8]], input: Int = 0, rowUse: ChildProgram.RowUse = [], terminal: Bool = false
  ) -> Refusal? {
    do throws(Refusal) {
      let input = [UInt8](repeating: 1, count: input)
      _ = try ChildProgram(words, input: input, rowUse: rowUse, usesTerminal: terminal)
      return nil
    } catch {
      return error
    }
  }

  @Test func `are limited in number and size`() {
    let word: [UInt8] = [0x61]
    for (count, refused) in [(0, Refusal.noProgram), (1, nil), (1024, nil), (1025, .noProgram)] {
      #expect(refusal(Array(repeating: word, count: count)) == refused, "\(count)")
    }
    let long = [UInt8](repeating: 0x61, count: (1 << 20) - 1)
    #expect(refusal([word, long]) == nil && refusal([word, word, long]) == .tooLarge)
    #expect(refusal([word], input: 1 << 20) == nil)
    #expect(refusal([word], input: (1 << 20) + 1) == .tooLarge)
    #expect(refusal([[], word]) == .noProgram && refusal([word, [], word]) == nil)
    for place in 0..<3 {
      var words = [word, word, word]
      words[place] = [0x61, 0]
      #expect(refusal(words) == .noProgram)
    }
  }

  @Test(arguments: [0, 1], [[], .arguments, .input, .all] as [ChildProgram.RowUse])
  func `have one input at most`(input: Int, rowUse: ChildProgram.RowUse) {
    for terminal in [false, true] {
      let count = input + (rowUse.contains(.input) ? 1 : 0) + (terminal ? 1 : 0)
      let refused = refusal([[0x61]], input: input, rowUse: rowUse, terminal: terminal)
      #expect(refused == (count > 1 ? .twoInputs : nil))
    }
  }

  @Test func `are kept up to 1 MiB, and it is known that more was written`() {
    let half = [UInt8](repeating: 1, count: 1 << 19)
    var output = ProgramEnd.Output([])
    for _ in 0..<2 { output.append(half[...]) }
    #expect(output.bytes.count == 1 << 20 && !output.isCut)
    output.append([])
    #expect(!output.isCut)
    output.append([2])
    #expect(output.bytes == half + half && output.isCut)
    output.append([])
    #expect(output.isCut)
    var much = ProgramEnd.Output([7])
    much.append((half + half)[...])
    #expect(much.bytes == [7] + half + half.dropLast() && much.isCut)
    var cut = ProgramEnd.Output([7], isCut: true)
    cut.append([8])
    #expect(cut == ProgramEnd.Output([7, 8], isCut: true))
  }

  @Test(arguments: [Refusal.noRows, .notInFront, .tooOften, .notThere])
  func `are those of one that did not start, with the reason, where it was refused`(why: Refusal) {
    let end = ProgramEnd(7, refused: why)
    let line = why == .notThere ? "\(HostFunction.runRun) was refused" : why.line(of: .runRun)
    #expect(end.number == 7 && end.how == .notStarted && end.output.bytes.isEmpty)
    #expect(String(decoding: end.errors.bytes, as: UTF8.self) == line)
  }
}

@Suite struct `A refusal` {
  private static let spoken: [(Refusal, String)] = [
    (.tooOften, "120 programs at once, or 60"), (.noProgram, "is empty"), (.tooLarge, "too large"),
    (.twoInputs, "more than one of"), (.notDeclared, "does not declare"), (.otherRows, "replaced"),
    (.tooManyPrograms, "too many programs"), (.noRows, "no rows"), (.tooLate, "off screen"),
    (.noTerminal, "no terminal"), (.terminalTaken, "another program has"), (.unused, "not used the"),
    (.notInFront, "in front"), (.notScripted(commandLine: "a b"), #"for "a b""#),
    (.unknownState("x"), "state x"), (.tooScattered, "too many ranges"), (.saidTooMuch, "1 MiB"),
    (.unasked, "for a second"), (.spent, "already"), (.harmfulText(scalar: 0x1B), "text contains"),
    (.notGranted("run=a", id: "c"), "run=a is not granted: --grant c=run=a grants it"),
  ]

  @Test(arguments: spoken) func `says why and what to do`(refusal: Refusal, words: String) throws {
    let line = try #require(refusal.line(of: .runRun))
    #expect(line.hasPrefix("\(HostFunction.runRun) ") && line.contains(words))
  }

  @Test func `of which the result tells enough has no words, nor one of a bell too many`() {
    for refusal in [Refusal.notThere, .withoutKeys, .outOfRange] {
      #expect(refusal.text(of: .runRun) == nil && refusal.line(of: .selectionSetRow) == nil)
    }
    for function in HostFunction.allCases {
      #expect((Refusal.tooOften.line(of: function) == nil) == (function != .runRun))
    }
  }
}
