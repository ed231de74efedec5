import HostContent
import HostSurface
import Testing

@testable import HostPlugins

@Suite struct `A request of a child` {
  private static let acts: [(words: String?, requests: [ChildRequest])] = [
    ("moved the cursor", [.select(row: 0), .anchor(.top)]),
    ("marked rows", [.mark(row: 0, count: 1, isMarked: false)]),
    ("filtered or sorted", [.show(ViewRequest())]),
    ("searched", [.find(RowFilter([0x61]), fromPlace: 1, isBackward: true), .endFind]),
    ("asked for a state", [.state("a", animated: true)]), ("came to the front", [.front]),
    ("took what is typed", [.takeText(true)]),
    ("claimed a place", [.dock(nil), .dock(Dock(.top, .cells(1)))]),
    ("remembered an option", [.remember(option: "a", value: "b")]),
    (
      "accepted",
      [.acceptRow(0), .acceptRows([1]), .acceptText([], exitStatus: 0)].map { .action($0) }
    ),
    ("quit", [.action(.quit)]), ("reloaded", [.action(.reload)]),
    ("copied", [.action(.clipboard([0x61]))]),
    (
      nil,
      [
        .takeText(false), .action(.title("a")), .action(.bell), .draw, .refreshPlace,
        .timer(afterNanoseconds: 1), .collapse(true), .cancel(number: 1),
        .message(ChildMessage(to: "", subject: "a", body: [])),
      ]
    ),
  ]

  @Test(arguments: acts)
  func `is one act, which is counted until it is taken back`(
    words: String?, requests: [ChildRequest]
  ) {
    let one = words.map { [$0] } ?? []
    for request in requests {
      var counts = ActionCounts()
      for _ in 0..<3 { counts.note(request) }
      #expect(counts.words == one.map { $0 + " 3 times" }, "\(request)")
      for _ in 0..<2 { counts.takeBack(request) }
      #expect(counts.words == one, "\(request)")
      counts.takeBack(request)
      #expect(counts.counts.isEmpty && counts.words.isEmpty, "\(request)")
    }
  }

  @Test func `is told among others in one order, whatever came first`() throws {
    var counts = ActionCounts()
    for usesTerminal in [false, true] {
      let program = try ChildProgram([[0x61]], usesTerminal: usesTerminal)
      counts.note(.run(program, number: 1))
    }
    for request in Self.acts.reversed().compactMap(\.requests.first) { counts.note(request) }
    let last = ["ran a program on the terminal", "ran a program"]
    #expect(counts.words == Self.acts.compactMap(\.words) + last)
  }

  @Test func `names rows, or changes which are chosen, where it says so`() {
    let all = Self.acts.flatMap(\.requests) + [.action(.acceptRows([]))]
    let changing = all.filter(\.changesChosenRows)
    #expect(changing == Self.acts[..<3].flatMap(\.requests) + [Self.acts[3].requests[0]])
    let (select, mark) = (Self.acts[0].requests[0], Self.acts[1].requests[0])
    let accepts: [ChildRequest] = [.action(.acceptRow(0)), .action(.acceptRows([1]))]
    #expect(all.filter(\.namesRows) == [select, mark] + accepts)
    let actions: [ChildAction] = [.reload, .quit, .acceptRow(7), .acceptRows([3, 1]), .bell]
    #expect(actions.map(\.needsContent) == [true, false, true, true, false])
    #expect(actions.map(\.rows) == [[], [], [7], [3, 1], []])
  }
}

@Suite struct `The output of a program` {
  @Test func `is kept up to 1 MiB, and it is known that more was written`() {
    let half = [UInt8](repeating: 1, count: 1 << 19)
    var output = ProgramEnd.Output()
    for more in [half, half, []] { output.append(more[...]) }
    #expect(output == ProgramEnd.Output(half + half))
    for more in [[2], []] as [[UInt8]] {
      output.append(more[...])
      #expect(output == ProgramEnd.Output(half + half, isCut: true))
    }
    var much = ProgramEnd.Output([7])
    much.append((half + half)[...])
    #expect(much.bytes == [7] + half + half.dropLast() && much.isCut)
  }
}
