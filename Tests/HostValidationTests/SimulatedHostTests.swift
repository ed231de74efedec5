import HostContent
import Testing

@testable import HostPlugins
@testable import HostValidation

/// What a child under test is told must be right, or it is blamed for what the validator has done.
@Suite struct `The simulated host of a check` {
  private func host(rows: UInt64, states: [String] = []) throws -> SimulatedHost {
    let record = try CheckRecord(in: CheckRecord.file())
    return SimulatedHost(
      CallMonitor(record: record, timingCalls: false), content: .list(rows: rows, columns: 2),
      states: states)
  }

  @Test(arguments: [0, 1, 2, 3, 4, 7, 40] as [UInt64], ["all", "few", "swapped", "none"])
  func `has a view in which every row has its place`(count: UInt64, mode: String) throws {
    let host = try host(rows: count)
    let view = host.checkView
    view.showsFew = mode == "few"
    view.showsPairsSwapped = mode == "swapped"
    view.showsNone = mode == "none"
    let shown = mode == "none" ? 0 : mode == "few" ? count / 3 : count
    #expect(view.facts.rows == shown && view.facts.allRows == count)
    let rows = (0..<shown).map { view.row(at: $0) }
    for row in 0..<count + 2 {
      #expect(view.place(of: row) == rows.firstIndex(of: row).map { UInt64($0) }, "\(row)")
    }
    #expect(Set(rows).count == rows.count && rows.allSatisfy { $0 < count })
    for place in [0, 1, shown, shown + 1] {
      var room = [UInt64](repeating: .max, count: 3)
      let copied = unsafe room.withUnsafeMutableBufferPointer {
        unsafe view.copyRows(from: place, into: $0)
      }
      #expect(room.prefix(copied).elementsEqual(rows.dropFirst(Int(place)).prefix(3)))
    }
  }

  @Test(
    arguments: [
      (nil, false, 0), (nil, true, 4), (2, false, 3), (4, false, 0), (0, true, 4), (2, true, 1),
    ] as [(UInt64?, Bool, UInt64)])
  func `finds the next row, from the last one the first and back`(
    place: UInt64?, isBackward: Bool, row: UInt64
  ) throws {
    let host = try host(rows: 5)
    let view = host.checkView
    view.find(RowFilter([97]), from: place, isBackward: isBackward)
    #expect(view.facts.find == .found(row: row) && view.facts.hasMatches && view.facts.finds == 1)
    #expect(view.matches(in: 4, column: nil) == [0..<1] && view.matches(in: 5, column: 0) == [])
    let before = view.facts.revision
    view.endFind()
    #expect(view.facts.find == ViewFacts.Find.none && view.matches(in: 0, column: nil) == [])
    #expect(!view.facts.hasMatches && view.facts.revision > before)
    view.showsNone = true
    view.find(RowFilter([97]), from: place, isBackward: isBackward)
    #expect(view.facts.find == .noMatch && view.facts.finds == 2)
  }

  private static let filter = ViewRequest(filter: RowFilter([97]))

  /// Requests, whether each has something to do, and whether a host that refuses all does it.
  private static let requests: [(ChildRequest, isSeen: Bool, isRefused: Bool)] = [
    (.draw, true, false), (.timer(afterNanoseconds: 1_000_000_000), true, false),
    (.timer(afterNanoseconds: 1_000_000_001), false, false),
    (.timer(afterNanoseconds: nil), false, false), (.state("own", animated: false), true, true),
    (.state("error", animated: false), true, true), (.action(.reload), true, true),
    (.action(.acceptRow(4)), true, true), (.select(row: 4), true, true),
    (.select(row: 0), false, true), (.anchor(.end), true, false), (.anchor(.top), false, false),
    (.mark(row: 0, count: 5, isMarked: true), true, true),
    (.mark(row: 4, count: 1, isMarked: true), true, true),
    (.mark(row: 0, count: 5, isMarked: false), false, true), (.show(filter), true, true),
    (.show(ViewRequest()), false, true),
    (.find(RowFilter([97]), fromPlace: nil, isBackward: false), true, true),
    (.front, true, true), (.dock(nil), true, false), (.collapse(true), true, false),
    (.refreshPlace, true, false), (.remember(option: "a", value: "b"), false, false),
  ]

  @Test(arguments: requests.indices)
  func `sees what a child asks for, until that is forgotten`(index: Int) throws {
    let (request, isSeen, isRefused) = Self.requests[index]
    let host = try host(rows: 5, states: ["own"])
    #expect(!host.hasRequests && host.change(request) && host.hasRequests == isSeen)
    host.wakeAfterNanoseconds = nil
    host.forgetRequests()
    #expect(!host.hasRequests)
    host.refuses = true
    #expect(host.change(request) != isRefused)
  }

  @Test(
    arguments: [
      .select(row: 5), .mark(row: 5, count: 1, isMarked: true),
      .mark(row: 0, count: 6, isMarked: true), .state("other", animated: false),
      .action(.acceptRow(5)), .action(.acceptRows([0, 5])), .cancel(number: 1),
    ] as [ChildRequest])
  func `refuses what is not there, and performs nothing of it`(request: ChildRequest) throws {
    let host = try host(rows: 5)
    #expect(!host.change(request) && !host.hasRequests)
    if case .action(let action) = request {
      #expect(host.missedChoices.map(\.what) == [action] && host.performed.isEmpty)
    }
  }

  @Test(
    arguments: [
      (-1, false), (0, true), (1_000_000_000, true), (3_600_000_000_000, false),
      (30 * 86_400_000_000_000, false), (.max, false),
    ] as [(Int64, isClock: Bool)])
  func `takes only a delay of a time in the next hour for a time of its clock`(
    later: Int64, isClock: Bool
  ) throws {
    let host = try host(rows: 5)
    let delay = host.nowNanoseconds.addingReportingOverflow(later)
    host.change(.timer(afterNanoseconds: delay.overflow ? .max : delay.partialValue))
    #expect((host.clockTimerCall != nil) == isClock)
  }

  @Test func `runs four programs at once, of which one has the terminal`() throws {
    let host = try host(rows: 5)
    let terminal = try ChildProgram([[97]], usesTerminal: true)
    let program = try ChildProgram([[98]])
    #expect(host.change(.run(terminal, number: 1)) && !host.change(.run(terminal, number: 2)))
    for number in 3...5 as ClosedRange<UInt64> {
      #expect(host.change(.run(program, number: number)))
    }
    #expect(!host.change(.run(program, number: 6)) && host.refusedPrograms == 1)
    #expect(host.programs == [1, 3, 4, 5])
    #expect(host.change(.cancel(number: 3)) && host.change(.cancel(number: 3)))
    #expect(host.cancelledPrograms == [3] && host.hasRequests)
    host.programs = [3]
    #expect(host.change(.run(terminal, number: 7)) && host.programs == [3, 7])
  }

  /// The check's value, the option that it is for, the user's, and what the child gets of `count`.
  @Test(
    arguments: [
      (nil, nil, [], "3"), (nil, nil, ["4", "5"], "5"), ("7", nil, ["4"], "7"),
      ("99", nil, ["4"], "4"),
      ("99", nil, [], "3"), ("7", "count", ["4"], "7"), ("7", "quiet", ["4"], "4"),
    ] as [(String?, String?, [String], String)])
  func `gives the option of the check, else the user's, else the declared one`(
    said: String?, name: String?, given: [String], wanted: String
  ) throws {
    var type = ChildType(id: "a.b")
    var options = SimulatedOptions(type: type, override: said.map { (name, Array($0.utf8)) })
    options.given = given.map { OptionAssignment(id: "a.b", name: "count", text: $0) }
    options.given.append(OptionAssignment(id: "other.b", name: "count", text: "8"))
    // A child that declares none may read any.
    let any = name == "quiet" ? given.last : said ?? given.last
    #expect(options["count"] == any.map { Array($0.utf8) })
    type.options = [
      try OptionDeclaration(name: "count", kind: .integer, fallback: "3", range: 0...9),
      try OptionDeclaration(name: "quiet", kind: .flag),
    ]
    options.type = type
    #expect(options["count"] == Array(wanted.utf8))
    #expect(options["quiet"] == nil && options["other"] == nil)
  }
}
