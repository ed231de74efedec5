import HostSystem
import Testing

@testable import HostContent

/// Rows that are found again in another load.
@Suite struct `A row after a reload` {
  private let fed: FedContent
  private let world = SteppedWorld()
  private let identifier: RowTracker

  init() {
    identifier = RowTracker(in: world)
    fed = FedContent()
  }

  private func tracked(_ row: Int, of content: Content) -> TrackedRow {
    TrackedRow(text: content.withRow(row) { bytes, _ in bytes.copied }, row: row)
  }

  /// Makes the steps of background searches.
  private func finish() {
    while world.hasWork { for token in world.step() { identifier.take(token) } }
  }

  /// Where rows are in the next load; nil if missing.
  private func rows(_ rows: [Int], after text: String, _ status: ProcessStatus = .exited(0))
    -> [Int?]
  {
    let old = fed.content
    let chosen = rows.map { tracked($0, of: old) }
    let new = fed.load(text, status)
    identifier.find(chosen, of: old, in: new)
    finish()
    #expect(identifier.isDone)
    return found(in: new, identifier)
  }

  private func found(in content: Content, _ identifier: RowTracker) -> [Int?] {
    identifier.outcomes.map { outcome in
      guard case .found(let row, let text) = outcome else { return nil }
      #expect(text == content.withRow(row) { bytes, _ in bytes.copied })
      return row
    }
  }

  private func table(_ rows: [(user: String, pid: Int, share: Double)]) -> String {
    "USER       PID  %CPU COMMAND\n"
      + rows.map { row in
        let pid = String(repeating: " ", count: 6 - "\(row.pid)".count) + "\(row.pid)"
        return row.user.padded(to: 8) + pid + "   \(row.share) sh\n"
      }.joined()
  }

  @Test func `is the one with its key, whatever else of it has changed, and wherever it is`() {
    fed.load(table([("root", 1, 0.1), ("root", 20, 0.5), ("ann", 300, 9.0)]))
    let next = table([("ann", 300, 0.0), ("root", 4, 1.0), ("root", 20, 7.5), ("root", 1, 0.2)])
    #expect(rows([1, 0, 2], after: next) == [2, 3, 0])
    #expect(rows([2, 1], after: table([("root", 21, 0.5), ("root", 20, 0.1)])) == [1, nil])
    // The cursor's row may also be marked.
    #expect(rows([1, 1], after: table([("root", 20, 9.5), ("root", 21, 0.1)])) == [0, 0])
  }

  @Test(
    arguments: [
      ("name\tid\nx\t2\ny\t1\n", 1), ("name\tsize\n2\tb\n1\ta\n", 1),
      ("name\tsize\n1\tb\n", nil),
    ] as [(String, Int?)])
  func `is found by the columns that were asked for, or its text where they are gone`(
    text: String, row: Int?
  ) {
    let (fed, identifier) = (FedContent(tabs), RowTracker(in: world, key: ["id"]))
    let old = fed.load("id\tname\n1\ta\n2\tb\n")
    identifier.find([tracked(0, of: old)], of: old, in: fed.load(text))
    #expect(found(in: fed.content, identifier) == [row] && identifier.isDone)
  }

  private var tabs: ContentLoader.Options {
    var options = ContentLoader.Options()
    options.columns = .tabSeparated
    return options
  }

  @Test func `is that with the same text where its key is there twice, else it is gone`() {
    let (fed, identifier) = (FedContent(), RowTracker(in: world, key: ["id"]))
    fed.load("id\tname\n1\ta\n2\tb\n3\tc\n")
    func rows(_ rows: [Int], after text: String) -> [Int?] {
      let old = fed.content
      identifier.find(rows.map { tracked($0, of: old) }, of: old, in: fed.load(text))
      return found(in: fed.content, identifier)
    }
    #expect(rows([1, 2], after: "id\tname\n3\tx\n2\tc\n2\tb\n3\ty\n") == [2, nil])
  }

  @Test func `is gone where its key was there twice, and one is left that says something else`() {
    let (fed, identifier) = (FedContent(), RowTracker(in: world, key: ["id"]))
    fed.load("id\tname\n1\ta\n1\tb\n3\tc\n")
    let old = fed.content
    for (text, row) in [("id\tname\n1\tx\n3\tc\n", nil), ("id\tname\n3\tc\n1\tb\n", 1)] {
      identifier.find([tracked(1, of: old)], of: old, in: fed.load(text))
      #expect(found(in: fed.content, identifier) == [row])
    }
  }

  @Test func `is gone where another one that went before had its key, and one is left`() {
    let (fed, identifier) = (FedContent(), RowTracker(in: world, key: ["id"]))
    let old = fed.load("id\tname\n3\tc\n")
    let gone = ["1\ta", "1\tb"].map { TrackedRow(text: Array($0.utf8), row: nil) }
    for (text, rows) in [
      ("id\tname\n1\tx\n3\tc\n", [nil, nil]), ("id\tname\n3\tc\n1\tb\n", [nil, 1]),
    ] as [(String, [Int?])] {
      identifier.find(gone, of: old, in: fed.load(text))
      #expect(found(in: fed.content, identifier) == rows)
    }
  }

  @Test func `is found by its text where there are no columns`() {
    fed.load("b\na\nc\n")
    #expect(rows([0, 2], after: "a\nd\nb\n") == [2, nil])
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
      let (fed, identifier) = (FedContent(), RowTracker(in: world, key: request))
      let before = fed.load(lines.joined())
      let (first, rest) = (lines[..<1], lines[1...].reversed())
      let after = fed.load((before.columns == nil ? rest + first : first + rest).joined())
      let rows = (0..<before.rowCount).map { tracked($0, of: before) }
      func find(_ tracked: [TrackedRow]) -> [Int?] {
        identifier.find(tracked, of: before, in: after)
        while world.hasWork { for token in world.step() { identifier.take(token) } }
        return found(in: after, identifier)
      }
      let all = find(rows)
      for (row, place) in zip(rows, all) { #expect(find([row]) == [place], "\(row.text)") }
      #expect(all.contains { $0 != nil })
    }
  }

  @Test func `is that of the same order among equal texts`() {
    fed.load("x\na\nx\nb\nx\n")
    #expect(rows([0, 2, 4, 3], after: "b\nx\nx\n") == [1, 2, nil, 0])
    // Also for a single row of which only one is left.
    #expect(rows([2], after: "a\nx\n") == [nil])
    #expect(rows([1], after: "x\nb\n") == [0])
  }

  @Test func `is that of the same order among equal texts of a table without a key`() {
    let fed = FedContent(tabs)
    let old = fed.load("name\tplace\na\tx\na\tx\nc\tz\n")
    let new = fed.load("name\tplace\nc\tz\na\tx\nb\ty\na\tx\n")
    identifier.find([1, 2, 0].map { tracked($0, of: old) }, of: old, in: new)
    #expect(found(in: new, identifier) == [3, 0, 1])
  }

  @Test func `is not looked for any more once that is cancelled`() {
    let many = (0..<20_000).map { "row number \($0)\n" }.joined()
    let old = fed.load(many)
    identifier.find([tracked(7, of: old)], of: old, in: fed.load(many))
    #expect(identifier.isRunning && !identifier.isDone)
    identifier.cancel()
    #expect(!identifier.isRunning && identifier.isDone)
    finish()
    #expect(identifier.outcomes.isEmpty)
  }

  @Test func `is found beside the loop in rows that are many`() {
    let many = (0..<20_000).map { "row number \($0)\n" }
    fed.load(many.joined())
    #expect(
      rows([19_999, 7, 12], after: "new\n" + many.reversed().joined()) == [1, 19_993, 19_988])
    #expect(world.ports.count == 1)
  }

  @Test func `is found by the columns whose cells stay`() {
    var options = ContentLoader.Options()
    options.columns = .tabSeparated
    let fed = FedContent(options)
    func rows(_ rows: [Int], after text: String) -> [Int?] {
      let old = fed.content
      identifier.find(rows.map { tracked($0, of: old) }, of: old, in: fed.load(text))
      return found(in: fed.content, identifier)
    }
    // Both are unique; the first one changes with each load.
    func table(_ load: Int, _ names: String) -> String {
      "task\thost\tuse\n" + names.map { "t\(load)\($0)\t\($0)\tidle\n" }.joined()
    }
    fed.load(table(1, "abcdefghijkl"))
    #expect(rows([3], after: table(2, "xdcbaefghijkl")) == [1])
    #expect(identifier.key(of: fed.content) == [1])
    // The key stays, even if another column would do.
    #expect(rows([1], after: table(2, "abcd")) == [3])
    #expect(identifier.key(of: fed.content) == [1])
    // Unless two rows have the same key.
    #expect(rows([1], after: "task\thost\tuse\nq\tb\tidle\nr\tb\tidle\nt2b\tz\tidle\n") == [2])
  }

  @Test func `has a key that a load which failed does not decide about`() {
    var options = ContentLoader.Options()
    options.columns = .tabSeparated
    let fed = FedContent(options)
    // Both columns are unique; the first one changes in the load that fails.
    func table(_ load: Int) -> String {
      "task\thost\tuse\n" + "abcdefghijkl".map { "t\(load)\($0)\t\($0)\tidle\n" }.joined()
    }
    fed.load(table(1))
    let old = fed.content
    identifier.find([tracked(3, of: old)], of: old, in: fed.load(table(2), .exited(1)))
    finish()
    #expect(identifier.key(of: fed.content) == [0])
  }

  @Test func `is found by the names of the key's columns where these stand otherwise`() {
    fed.load("id\tname\n1\ta\n2\tb\n")
    _ = rows([0], after: "id\tname\n1\ta\n2\tb\n")
    #expect(rows([1], after: "kind\tid\nx\t2\ny\t1\n") == [0])
  }

  @Test func `is found by its text where a column of its key is gone`() {
    func table(_ first: String, _ rows: [String]) -> String {
      "\(first)\tname\tage\n"
        + rows.map { "\($0.first ?? "-")\t\($0.last ?? "-")\t7\n" }.joined()
    }
    let names = "ab".flatMap { space in "cdefgh".map { "\(space)\($0)" } }
    fed.load(table("namespace", names))
    _ = rows([0], after: table("namespace", names))
    #expect(identifier.key(of: fed.content) == [0, 1])
    #expect(rows([1, 8], after: table("space", ["be", "ad", "bg"])) == [1, 0])
  }

  @Test func `is looked for while rows arrive, and is not missing before all have come`() {
    fed.load("a\nb\n")
    let old = fed.content
    fed.start()
    fed.end(.exited(0))
    // The rows of a running load, as a large source is shown.
    fed.start()
    fed.feed("new\n")
    identifier.find([tracked(1, of: old)], of: old, in: fed.content)
    finish()
    #expect(identifier.outcomes == [.missing] && !identifier.isDone)
    fed.feed("b\n")
    identifier.contentChanged(fed.content)
    finish()
    #expect(found(in: fed.content, identifier) == [1] && !identifier.isDone)
    fed.end()
    identifier.contentChanged(fed.content)
    finish()
    #expect(found(in: fed.content, identifier) == [1] && identifier.isDone)
  }

  @Test func `is not taken for the first with its key while more rows may come`() {
    fed.load(table([("root", 1, 0.1), ("ann", 300, 9.0)]))
    let old = fed.content
    fed.start()
    fed.end(.exited(0))
    fed.start()
    // Ten rows, so that columns are detected.
    let others = (10..<20).map { (user: "root", pid: $0, share: 0.5) }
    fed.feed(table(others + [("ann", 300, 1.0)]))
    identifier.find([tracked(1, of: old)], of: old, in: fed.content)
    finish()
    #expect(identifier.outcomes == [.missing] && !identifier.isDone)
    fed.end()
    identifier.contentChanged(fed.content)
    finish()
    #expect(found(in: fed.content, identifier) == [10] && identifier.isDone)
  }

  @Test func `is found by a later run, by its key or else its text`() {
    fed.load(table([("root", 1, 0.1), ("ann", 300, 9.0)]))
    identifier.detectKeyNow(for: fed.content)
    let kept = identifier.saved(tracked(1, of: fed.content).text, of: fed.content)
    #expect(kept.cells == [SavedRow.Cell(column: "PID", text: Array("300".utf8))])
    let later = RowTracker(in: world)
    let content = FedContent().load(table([("x", 5, 0.0), ("ann", 300, 1.0)]))
    later.find(kept, in: content)
    #expect(found(in: content, later) == [1] && later.isDone)
    // Where its key is there twice, its text decides.
    for (share, row) in [(9.0, 1), (2.0, nil)] as [(Double, Int?)] {
      let twice = FedContent().load(table([("bob", 300, 1.0), ("ann", 300, share)]))
      later.find(kept, in: twice)
      #expect(found(in: twice, later) == [row])
    }
    let lines = FedContent().load("300\n")
    later.find(kept, in: lines)
    #expect(later.outcomes == [.missing])
    // The columns may be known only after the first row.
    let slow = FedContent()
    slow.start()
    slow.feed(table([]))
    later.find(kept, in: slow.content)
    #expect(later.outcomes == [.missing] && !later.isDone)
    slow.feed(String(table([("x", 5, 0.0), ("ann", 300, 1.0)]).dropFirst(table([]).count)))
    slow.end()
    later.contentChanged(slow.content)
    #expect(found(in: slow.content, later) == [1] && later.isDone)
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
    let old = FedContent(tabs).load(
      "name\tnamespace\tage\nweb\tred\t1s\nweb\tblue\t2s\ndb\tblue\t1s\n")
    identifier.detectKeyNow(for: old)
    let kept = identifier.saved(tracked(1, of: old).text, of: old)
    #expect(kept.cells.map(\.column) == ["name", "namespace"])
    let new = FedContent(tabs).load(text)
    let later = RowTracker(in: world)
    later.find(kept, in: new)
    #expect(found(in: new, later) == [row])
  }

  @Test func `is the same as one with its text or its key`() {
    fed.load(table([("root", 1, 0.1), ("ann", 300, 9.0)]))
    let old = fed.content
    identifier.detectKeyNow(for: old)
    let new = fed.load(table([("ann", 300, 1.0), ("root", 2, 0.1)]))
    for (row, other, isSame) in [(1, 0, true), (0, 1, false), (0, 0, false)] {
      let (text, otherText) = (tracked(row, of: old).text, tracked(other, of: new).text)
      #expect(identifier.isSame(text, of: old, as: otherText, of: new) == isSame)
    }
    let lines = FedContent().load("a\nb\n")
    #expect(identifier.isSame([0x61], of: lines, as: [0x61], of: lines))
    #expect(!identifier.isSame([0x61], of: lines, as: [0x62], of: lines))
    #expect(identifier.saved([0x61], of: lines) == SavedRow(text: [0x61], cells: []))
  }

  @Test(arguments: [3, 20_000])
  func `has a key that is looked for before any reload`(count: Int) {
    fed.load(table((1...count).map { (user: "root", pid: $0, share: 0.5) }))
    #expect(!identifier.knowsKey(for: fed.content))
    identifier.detectKey(for: fed.content)
    finish()
    #expect(identifier.knowsKey(for: fed.content) && identifier.key(of: fed.content) == [1])
    // Rows without columns have none, and one that was asked for is known.
    #expect(identifier.knowsKey(for: FedContent().load("a\nb\n")))
    #expect(RowTracker(in: world, key: ["PID"]).knowsKey(for: fed.content))
  }
}

extension String {
  fileprivate func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(0, count - self.count))
  }
}
