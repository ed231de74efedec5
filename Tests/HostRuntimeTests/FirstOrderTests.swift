import HostContent
import HostPlugins
import Testing

@testable import HostRuntime

/// Rows in the order of the command line.
@Suite struct `Rows sorted from the beginning` {
  private static let greatest = SortRequest("share", isDescending: true)

  private func processes(_ rows: (name: String, share: String)...) -> String {
    "PID   USER  SHARE\n"
      + rows.map { row in
        row.name + String(repeating: " ", count: 6 - row.name.count) + "root  \(row.share)\n"
      }.joined()
  }

  @Test func `are so after each reload, and the cursor that was not moved is at the top`() throws {
    let first = processes(("1", "9.5"), ("20", "10.0"), ("300", "0.2"))
    let reloaded = try Reloaded(first, sortedBy: Self.greatest)
    #expect(try reloaded.shown == ["20", "1", "300"] && reloaded.row == "20")
    #expect(try reloaded.view.facts.isInOrder && reloaded.view.facts.sortedType == .number)
    try reloaded.reload(processes(("1", "0.0"), ("300", "99.0"), ("20", "100.0"), ("4", "7")))
    #expect(try reloaded.shown == ["20", "300", "4", "1"] && reloaded.row == "20")
    try reloaded.reload(processes(("1", "50.0"), ("20", "6.0"), ("300", "7.0"), ("4", "70.5")))
    #expect(try reloaded.shown == ["4", "1", "300", "20"] && reloaded.row == "4")
    // Once it was moved it stays on its row, wherever that goes.
    reloaded.select(2)
    #expect(reloaded.row == "300")
    try reloaded.reload(processes(("300", "1.0"), ("1", "0.5"), ("20", "2.5"), ("4", "70.5")))
    #expect(try reloaded.shown == ["4", "20", "300", "1"] && reloaded.row == "300")
    #expect(reloaded.accept() == ["300"])
  }

  @Test func `are not, which is said, where there is no such column, until there is`() throws {
    let reloaded = try Reloaded(
      processes(("2", "1"), ("1", "2")), sortedBy: SortRequest("SIZE", isDescending: false))
    #expect(try reloaded.shown == ["2", "1"] && !reloaded.view.facts.isInOrder)
    #expect(try reloaded.view.facts.problem == "--sort: there is no column SIZE")
    try reloaded.reload("SIZE  NAME\n10    a\n9     b\n")
    #expect(try reloaded.shown == ["9", "10"] && reloaded.view.facts.problem == nil)
    // The column of that name is followed as one that was asked for by a key.
    try reloaded.reload(processes(("2", "1"), ("1", "2")))
    #expect(
      try reloaded.view.facts.problem == "not sorted: there is no column SIZE any more")
    #expect(try reloaded.shown == ["2", "1"] && !reloaded.view.facts.isInOrder)
  }

  @Test func `are in the order that a child has asked for since`() throws {
    let reloaded = try Reloaded(processes(("2", "1"), ("1", "2")), sortedBy: SortRequest("SIZE"))
    let view = try reloaded.view
    view.show(ViewRequest(sort: RowSort(by: .natural, column: 0)))
    #expect(try reloaded.shown == ["1", "2"] && view.facts.problem == nil)
    try reloaded.reload("PID   SIZE  SHARE\n7     2     x\n5     3     y\n")
    #expect(try reloaded.shown == ["5", "7"])
    #expect(view.facts.request.sort?.column == 0)
  }

  @Test func `are lines where there are no columns: 1 is all of each, others are words`() throws {
    let lines = "4.0K a\n12M b\n512 c\n"
    let reloaded = try Reloaded(lines, sortedBy: SortRequest("1", isDescending: true))
    #expect(try reloaded.shown == ["12M", "4.0K", "512"])
    #expect(try reloaded.view.facts.sortedType == .size)
    let second = try Reloaded(
      "total 9\na x 10\nb x 9\nc x 100 -> d\n", sortedBy: SortRequest("3", isDescending: true))
    #expect(try second.shown == ["c", "a", "b", "total"])
    #expect(try second.view.facts.sortedType == .number && second.view.facts.problem == nil)
    let other = try Reloaded(lines, sortedBy: SortRequest("3"))
    #expect(try other.view.facts.problem == "--sort: there is no column 3")
  }

  @Test func `and what is left of them without escape sequences is what is printed`() throws {
    let script = #"printf '\033[31mred\033[0m\tb\n1%%\r2%%\nplain\n'"#
    for stripsRows in [false, true] {
      let small = try SmallSession(script) { $0.stripsRows = stripsRows }.loaded()
      let content = try #require(small.run.content)
      let printed = (0..<UInt64(3)).map { content.printedBytes(ofRow: $0) }
      let first = stripsRows ? "red\tb" : "\u{1B}[31mred\u{1B}[0m\tb"
      let wanted = [first, stripsRows ? "2%" : "1%\r2%", "plain"]
      #expect(printed == wanted.map { Array($0.utf8) })
      // Cells are printed without them.
      #expect(content.printedBytes(ofRow: 0, columns: ["1"]) == Array("red".utf8))
      #expect(content.facts(at: 0).isPlain == stripsRows)
      let program = try ChildProgram(
        [[0x61]], rowUse: .all, generation: content.facts(at: 0).generation)
      let order = try small.run.order(program)
      #expect(order.input == printed[0] + [0x0A] && order.words.last == printed[0])
      // What identifies rows is what came.
      #expect(content.bytes(ofRow: 2) == Array("plain".utf8))
      #expect(content.bytes(ofRow: 0).first == 0x1B)
    }
  }
}
