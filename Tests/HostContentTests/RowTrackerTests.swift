import HostSystem
import Testing

@testable import HostContent

extension Content {
  fileprivate func tracked(_ row: Int) -> TrackedRow {
    TrackedRow(text: withRow(row) { bytes, _ in bytes.copied }, row: row)
  }
}

/// The loads of a source, in which rows of the one before are found again.
private final class Reloads {
  let fed: FedContent
  let world = SteppedWorld()
  let tracker: RowTracker

  init(key: [String]? = nil, as format: Columns.Request = .automatic) {
    fed = FedContent(.with { $0.columns = format })
    tracker = RowTracker(in: world, key: key)
  }

  var content: Content { fed.content }

  /// Makes the steps of background searches.
  func finish() { while world.hasWork { for token in world.step() { tracker.take(token) } } }

  /// Where rows are in the next load; nil if missing.
  func rows(_ rows: [Int], after text: String, _ status: ProcessStatus = .exited(0)) -> [Int?] {
    let old = content
    return self.rows(rows.map(old.tracked), of: old, in: fed.load(text, status))
  }

  func rows(_ rows: [TrackedRow], of old: Content, in new: Content) -> [Int?] {
    tracker.find(rows, of: old, in: new)
    finish()
    #expect(tracker.isDone)
    return tracker.found(in: new)
  }
}

extension RowTracker {
  /// The rows that it has found; nil for missing ones.
  fileprivate func found(in content: Content) -> [Int?] {
    outcomes.map { outcome in
      guard case .found(let row, let text) = outcome else { return nil }
      #expect(text == content.tracked(row).text)
      return row
    }
  }
}

/// Rows that are found again in another load.
@Suite struct `A row after a reload` {
  private let loads = Reloads()
  private var fed: FedContent { loads.fed }

  private func table(_ rows: [(user: String, pid: Int, share: Double)]) -> String {
    "USER       PID  %CPU COMMAND\n"
      + rows.map { row in
        let blanks = String(repeating: " ", count: 14 - row.user.count - "\(row.pid)".count)
        return "\(row.user)\(blanks)\(row.pid)   \(row.share) sh\n"
      }.joined()
  }

  @Test func `is the one with its key, whatever else of it has changed, and wherever it is`() {
    fed.load(table([("root", 1, 0.1), ("root", 20, 0.5), ("ann", 300, 9.0)]))
    let next = table([("ann", 300, 0.0), ("root", 4, 1.0), ("root", 20, 7.5), ("root", 1, 0.2)])
    #expect(loads.rows([1, 0, 2], after: next) == [2, 3, 0])
    #expect(loads.rows([2, 1], after: table([("root", 21, 0.5), ("root", 20, 0.1)])) == [1, nil])
    // The cursor's row may also be marked.
    #expect(loads.rows([1, 1], after: table([("root", 20, 9.5), ("root", 21, 0.1)])) == [0, 0])
  }

  @Test(
    arguments: [
      ("name\tid\nx\t2\ny\t1\n", 1), ("name\tsize\n2\tb\n1\ta\n", 1), ("name\tsize\n1\tb\n", nil),
    ] as [(String, Int?)])
  func `is found by the columns that were asked for, or its text where they are gone`(
    text: String, row: Int?
  ) {
    let loads = Reloads(key: ["id"], as: .tabSeparated)
    loads.fed.load("id\tname\n1\ta\n2\tb\n")
    #expect(loads.rows([0], after: text) == [row])
  }

  /// Its key is there twice, now or before.
  @Test(
    arguments: [
      ("1\ta\n2\tb\n3\tc\n", [1, 2], "3\tx\n2\tc\n2\tb\n3\ty\n", [2, nil]),
      ("1\ta\n1\tb\n3\tc\n", [1], "1\tx\n3\tc\n", [nil]),
      ("1\ta\n1\tb\n3\tc\n", [1], "3\tc\n1\tb\n", [1]),
    ] as [(String, [Int], String, [Int?])])
  func `is that with the same text where its key is not its own, else it is gone`(
    old: String, rows: [Int], new: String, found: [Int?]
  ) {
    let loads = Reloads(key: ["id"])
    loads.fed.load("id\tname\n" + old)
    #expect(loads.rows(rows, after: "id\tname\n" + new) == found)
  }

  @Test func `is gone where another one that went before had its key, and one is left`() {
    let loads = Reloads(key: ["id"])
    let old = loads.fed.load("id\tname\n3\tc\n")
    let gone = ["1\ta", "1\tb"].map { TrackedRow(text: Array($0.utf8), row: nil) }
    for (text, rows) in [
      ("id\tname\n1\tx\n3\tc\n", [nil, nil]), ("id\tname\n3\tc\n1\tb\n", [nil, 1]),
    ] as [(String, [Int?])] {
      #expect(loads.rows(gone, of: old, in: loads.fed.load(text)) == rows)
    }
  }

  @Test func `is found by its text where there are no columns`() {
    fed.load("b\na\nc\n")
    #expect(loads.rows([0, 2], after: "a\nd\nb\n") == [2, nil])
  }

  /// A single row is found by its bytes, as in a filter; several rows by their keys.
  @Test(arguments: [
    ["id\tname\n", "1\ta\n", "11\tb\n", "111\tc\n", "2\t11\n"],
    ["id,name\n", "\"a\"\"1\",x\n", "a1,x\n", "\"b,c\",y\n", "b,c\n", "\"\",z\n"],
    [
      #"{"id":"a\/b","n":1}"# + "\n", #"{"id":"a/b2","n":2}"# + "\n",
      #"{"id":"\u0061x","n":3}"# + "\n", #"{"id":"ax2","n":4}"# + "\n",
    ],
    ["NAMESPACE  NAME   AGE\n", "dev        web    1s\n", "prod       web    2s\n"],
    ["id\tname\n", "\u{1B}[31mr1\u{1B}[0m\ta\n", "r1x\tb\n", "a\u{8}z\tc\n", "z\td\n"],
    ["x\n", "\n", "y\n", "x\n", "xy\r\n", "xy\n"],
  ])
  func `is found alone where it is found among others`(lines: [String]) {
    for request in [nil, ["1"], ["1", "2"]] as [[String]?] {
      let loads = Reloads(key: request)
      let before = loads.fed.load(lines.joined())
      let (first, rest) = (lines[..<1], lines[1...].reversed())
      let after = loads.fed.load((before.columns == nil ? rest + first : first + rest).joined())
      let rows = (0..<before.rowCount).map(before.tracked)
      let all = loads.rows(rows, of: before, in: after)
      for (row, place) in zip(rows, all) {
        #expect(loads.rows([row], of: before, in: after) == [place], "\(row.text)")
      }
      #expect(all.contains { $0 != nil })
    }
  }

  @Test func `is that of the same order among equal texts`() {
    fed.load("x\na\nx\nb\nx\n")
    #expect(loads.rows([0, 2, 4, 3], after: "b\nx\nx\n") == [1, 2, nil, 0])
    // Also for a single row of which only one is left.
    #expect(loads.rows([2], after: "a\nx\n") == [nil])
    #expect(loads.rows([1], after: "x\nb\n") == [0])
    // In a table without a key, too.
    let table = Reloads(as: .tabSeparated)
    table.fed.load("name\tplace\na\tx\na\tx\nc\tz\n")
    let found = table.rows([1, 2, 0], after: "name\tplace\nc\tz\na\tx\nb\ty\na\tx\n")
    #expect(found == [3, 0, 1])
  }

  @Test func `is not looked for any more once that is cancelled`() {
    let many = (0..<20_000).map { "row number \($0)\n" }.joined()
    let old = fed.load(many)
    let tracker = loads.tracker
    tracker.find([old.tracked(7)], of: old, in: fed.load(many))
    #expect(tracker.isRunning && !tracker.isDone)
    tracker.cancel()
    #expect(!tracker.isRunning && tracker.isDone)
    loads.finish()
    #expect(tracker.outcomes.isEmpty)
  }

  @Test func `is found beside the loop in rows that are many`() {
    let many = (0..<20_000).map { "row number \($0)\n" }
    fed.load(many.joined())
    let found = loads.rows([19_999, 7, 12], after: "new\n" + many.reversed().joined())
    #expect(found == [1, 19_993, 19_988] && loads.world.ports.count == 1)
  }

  /// Both columns are unique; the first one changes with each load.
  private func tasks(_ load: Int, _ names: String) -> String {
    "task\thost\tuse\n" + names.map { "t\(load)\($0)\t\($0)\tidle\n" }.joined()
  }

  @Test func `is found by the columns whose cells stay`() {
    let loads = Reloads(as: .tabSeparated)
    loads.fed.load(tasks(1, "abcdefghijkl"))
    #expect(loads.rows([3], after: tasks(2, "xdcbaefghijkl")) == [1])
    #expect(loads.tracker.key(of: loads.content) == [1])
    // The key stays, even if another column would do.
    #expect(loads.rows([1], after: tasks(2, "abcd")) == [3])
    #expect(loads.tracker.key(of: loads.content) == [1])
    // Unless two rows have the same key.
    let twice = "task\thost\tuse\nq\tb\tidle\nr\tb\tidle\nt2b\tz\tidle\n"
    #expect(loads.rows([1], after: twice) == [2])
  }

  @Test func `has a key that a load which failed does not decide about`() {
    let loads = Reloads(as: .tabSeparated)
    loads.fed.load(tasks(1, "abcdefghijkl"))
    _ = loads.rows([3], after: tasks(2, "abcdefghijkl"), .exited(1))
    #expect(loads.tracker.key(of: loads.content) == [0])
  }

  @Test func `is found by the names of the key's columns where these stand otherwise`() {
    fed.load("id\tname\n1\ta\n2\tb\n")
    _ = loads.rows([0], after: "id\tname\n1\ta\n2\tb\n")
    #expect(loads.rows([1], after: "kind\tid\nx\t2\ny\t1\n") == [0])
  }

  @Test func `is found by its text where a column of its key is gone`() {
    func table(_ first: String, _ rows: [String]) -> String {
      "\(first)\tname\tage\n"
        + rows.map { "\($0.first ?? "-")\t\($0.last ?? "-")\t7\n" }.joined()
    }
    let names = "ab".flatMap { space in "cdefgh".map { "\(space)\($0)" } }
    fed.load(table("namespace", names))
    _ = loads.rows([0], after: table("namespace", names))
    #expect(loads.tracker.key(of: fed.content) == [0, 1])
    #expect(loads.rows([1, 8], after: table("space", ["be", "ad", "bg"])) == [1, 0])
  }

  /// Begins a load whose rows are shown as they arrive, as with a large source; looks for row 1.
  private func begin(_ rows: String) {
    let old = fed.content
    fed.start()
    fed.end()
    fed.start(rows)
    loads.tracker.find([old.tracked(1)], of: old, in: fed.content)
    loads.finish()
    #expect(loads.tracker.outcomes == [.missing] && !loads.tracker.isDone)
  }

  private func goOn() -> [Int?] {
    loads.tracker.contentChanged(fed.content)
    loads.finish()
    return loads.tracker.found(in: fed.content)
  }

  @Test func `is looked for while rows arrive, and is not missing before all have come`() {
    fed.load("a\nb\n")
    begin("new\n")
    fed.feed("b\n")
    #expect(goOn() == [1] && !loads.tracker.isDone)
    fed.end()
    #expect(goOn() == [1] && loads.tracker.isDone)
  }

  @Test func `is not taken for the first with its key while more rows may come`() {
    fed.load(table([("root", 1, 0.1), ("ann", 300, 9.0)]))
    // Ten rows, so that columns are detected.
    let others = (10..<20).map { (user: "root", pid: $0, share: 0.5) }
    begin(table(others + [("ann", 300, 1.0)]))
    fed.end()
    #expect(goOn() == [10] && loads.tracker.isDone)
  }

  @Test func `is found by a later run, by its key or else its text`() {
    fed.load(table([("root", 1, 0.1), ("ann", 300, 9.0)]))
    loads.tracker.detectKeyNow(for: fed.content)
    let kept = loads.tracker.saved(fed.content.tracked(1).text, of: fed.content)
    #expect(kept.cells == [SavedRow.Cell(column: "PID", text: Array("300".utf8))])
    let later = RowTracker(in: loads.world)
    let rows = table([("x", 5, 0.0), ("ann", 300, 1.0)])
    let content = FedContent().load(rows)
    later.find(kept, in: content)
    #expect(later.found(in: content) == [1] && later.isDone)
    // Where its key is there twice, its text decides.
    for (share, row) in [(9.0, 1), (2.0, nil)] as [(Double, Int?)] {
      let twice = FedContent().load(table([("bob", 300, 1.0), ("ann", 300, share)]))
      later.find(kept, in: twice)
      #expect(later.found(in: twice) == [row])
    }
    let lines = FedContent().load("300\n")
    later.find(kept, in: lines)
    #expect(later.outcomes == [.missing])
    // The columns may be known only after the first row.
    let slow = FedContent()
    slow.start(table([]))
    later.find(kept, in: slow.content)
    #expect(later.outcomes == [.missing] && !later.isDone)
    slow.feed(String(rows.dropFirst(table([]).count)))
    slow.end()
    later.contentChanged(slow.content)
    #expect(later.found(in: slow.content) == [1] && later.isDone)
  }

  @Test(
    arguments: [
      ("age\tnamespace\tname\n3s\tred\tweb\n4s\tblue\tweb\n", 1),
      ("name\tkind\tage\nweb\tblue\t2s\nweb\tred\t1s\n", 0),
      ("name\tkind\tage\nweb\tblue\t3s\n", nil),
    ] as [(String, Int?)])
  func `is found by a later run by all cells of its key, or its text where a column is gone`(
    text: String, row: Int?
  ) {
    let fed = FedContent(.with { $0.columns = .tabSeparated })
    let old = fed.load("name\tnamespace\tage\nweb\tred\t1s\nweb\tblue\t2s\ndb\tblue\t1s\n")
    loads.tracker.detectKeyNow(for: old)
    let kept = loads.tracker.saved(old.tracked(1).text, of: old)
    #expect(kept.cells.map(\.column) == ["name", "namespace"])
    let new = fed.load(text)
    let later = RowTracker(in: loads.world)
    later.find(kept, in: new)
    #expect(later.found(in: new) == [row])
  }

  @Test func `is the same as one with its text or its key`() {
    fed.load(table([("root", 1, 0.1), ("ann", 300, 9.0)]))
    let old = fed.content
    loads.tracker.detectKeyNow(for: old)
    let new = fed.load(table([("ann", 300, 1.0), ("root", 2, 0.1)]))
    for (row, other, isSame) in [(1, 0, true), (0, 1, false), (0, 0, false)] {
      let (text, otherText) = (old.tracked(row).text, new.tracked(other).text)
      #expect(loads.tracker.isSame(text, of: old, as: otherText, of: new) == isSame)
    }
    let lines = FedContent().load("a\nb\n")
    #expect(loads.tracker.isSame([0x61], of: lines, as: [0x61], of: lines))
    #expect(!loads.tracker.isSame([0x61], of: lines, as: [0x62], of: lines))
    #expect(loads.tracker.saved([0x61], of: lines) == SavedRow(text: [0x61], cells: []))
  }

  @Test(arguments: [3, 20_000])
  func `has a key that is looked for before any reload`(count: Int) {
    fed.load(table((1...count).map { (user: "root", pid: $0, share: 0.5) }))
    #expect(!loads.tracker.knowsKey(for: fed.content))
    loads.tracker.detectKey(for: fed.content)
    loads.finish()
    #expect(loads.tracker.knowsKey(for: fed.content) && loads.tracker.key(of: fed.content) == [1])
    // Rows without columns have none, and one that was asked for is known.
    #expect(loads.tracker.knowsKey(for: FedContent().load("a\nb\n")))
    #expect(RowTracker(in: loads.world, key: ["PID"]).knowsKey(for: fed.content))
  }
}
