import HostContent
import HostPlugins
import HostSystem
import TestSupport
import Testing

@testable import HostRuntime

/// A session over a file that a test writes anew before each load.
final class Reloaded {
  let small: SmallSession
  private let folder: ScratchFolder

  init(
    _ rows: String, key: [String]? = nil, sortedBy sort: SortRequest? = nil,
    remembering remembered: SavedRow? = nil, on row: UInt64? = nil, marking marked: [UInt64] = [],
    keptBytesLimit: Int? = nil
  ) throws {
    folder = try ScratchFolder()
    let file = try folder.write(rows, to: "rows")
    small = try SmallSession(
      #"IFS= read -r first <'\#(file)'; cat '\#(file)'; test "$first" != fail"#,
      sortedBy: sort, key: key, remembering: remembered)
    if let keptBytesLimit {
      small.run.selection = RowSelection(
        of: small.run, identifiedBy: RowTracker(in: small.world), keptBytesLimit: keptBytesLimit)
    }
    _ = try small.loaded()
    if let row { select(row) }
    for row in marked { mark(row) }
  }

  var run: RunContext { small.run }
  var selection: RowSelection { run.selection }
  var view: SharedRowView { get throws { try #require(run.view) } }

  /// Loads these rows from now on, and looks after each turn.
  func reload(_ rows: String, looking look: () -> Void = {}) throws {
    try folder.write(rows, to: "rows")
    small.session.reload()
    let isDone = try small.turn {
      look()
      return small.isLoaded
    }
    #expect(isDone)
  }

  /// The same, as far as the new rows are there and nothing has followed them.
  func beginReload(_ rows: String) throws {
    try folder.write(rows, to: "rows")
    let before = run.content?.generation
    small.session.reload()
    var ready: [Ready] = []
    while run.content?.generation == before {
      try small.world.wait(untilNanoseconds: nil, into: &ready)
      for port in ready {
        if let change = small.session.feed?.take(port.token, at: small.session.now) {
          small.session.contentChanged(change)
        }
      }
    }
  }

  /// The first word of a row.
  private func word(_ row: UInt64) -> String {
    let text = String(decoding: run.content?.bytes(ofRow: row) ?? [], as: UTF8.self)
    return String(text.prefix { $0 != " " })
  }

  /// The rows as they are shown, the user's row, and the marked rows, each by its first word.
  var shown: [String] {
    get throws {
      let view = try view
      return (0..<view.count).compactMap { view.row(at: $0) }.map(word)
    }
  }
  var row: String? { selection.facts.row.map(word) }
  var marked: [String] { selection.marks.rows(from: 0, count: 100).map(word) }
  var notice: String? { selection.facts.notice }

  func select(_ row: UInt64) { #expect(selection.select(row)) }
  func mark(_ rows: UInt64...) {
    for row in rows { #expect(selection.mark(row, count: 1, true) == true) }
  }

  /// What enter prints; nil where it is refused.
  func accept() -> [String]? {
    guard let row = selection.facts.row, let runs = selection.accept(row) else { return nil }
    return runs.joined().map(word)
  }
}

private func processes(_ rows: String...) -> String {
  "PID   USER  SHARE\n"
    + rows.map { row in
      row + String(repeating: " ", count: 6 - row.count) + "root  \(Int.random(in: 0...9)).0\n"
    }.joined()
}

@Suite struct `The row that the user is on` {
  @Test(
    arguments: [
      (nil, processes("1", "20", "300"), processes("300", "20", "1"), "20"),
      (nil, processes("1", "20", "300"), processes("5", "6", "7", "20"), "20"),
      // A word of lines is the key, or a column that the user names.
      (["2"], "1 a x\n2 b x\n", "9 c x\n8 b y z\n7 a\n", "8"),
      (
        ["who"], "WHO   N  AT\nann   1  x\nbob   2  y\n",
        "WHO   N  AT\nbob   1  x\nann   2  y\n", "bob"
      ),
    ] as [([String]?, String, String, String)])
  func `is the same one after a reload, though all else has changed`(
    key: [String]?, rows: String, next: String, row: String
  ) throws {
    let reloaded = try Reloaded(rows, key: key, on: 1)
    try reloaded.reload(next)
    #expect(reloaded.row == row && reloaded.notice == nil && reloaded.accept() == [row])
  }

  @Test func `stays where it was when its row is gone, and is not taken before it is moved`() throws
  {
    let reloaded = try Reloaded(processes("1", "20", "300", "4"), on: 1)
    try reloaded.reload(processes("1", "300", "4"))
    #expect(reloaded.row == "300" && reloaded.notice == "the row is gone")
    #expect(reloaded.accept() == nil && reloaded.accept() == nil)
    let program = try ChildProgram(
      [[0x61]], rowUse: .input, generation: reloaded.run.content?.generation ?? 0)
    #expect(throws: Refusal.noRows) { try reloaded.run.order(program) }
    #expect(throws: Refusal.otherRows) { try reloaded.run.perform(.clipboard([0x61])) }
    // Process ids are used again: it is gone for good.
    try reloaded.reload(processes("1", "300", "4", "20"))
    #expect(reloaded.row == "300" && reloaded.accept() == nil)
    reloaded.select(2)
    #expect(reloaded.notice == nil && reloaded.accept() == ["4"])
    try reloaded.run.perform(.clipboard([0x61]))
  }

  @Test func `is not gone with a reload that failed, and not said to be once it is back`()
    throws
  {
    let reloaded = try Reloaded("a\nb\nc\n", on: 2)
    try reloaded.reload("fail\nb\n")
    #expect(reloaded.accept() == nil)
    #expect(reloaded.notice?.contains("not among those that were loaded") == true)
    try reloaded.reload("x\na\nc\n")
    #expect(reloaded.notice == nil && reloaded.row == "c" && reloaded.accept() == ["c"])
  }

  @Test(arguments: [true, false])
  func `and the marks are as before what a child has tried, unless that is kept`(
    isKept: Bool
  ) throws {
    let reloaded = try Reloaded("a\nb\nc\n")
    let selection = reloaded.selection
    reloaded.select(1)
    reloaded.mark(0)
    for row in [0, 2] as [UInt64] {
      selection.beginProvisional()
      reloaded.select(row)
      reloaded.mark(row == 0 ? 1 : 2)
    }
    selection.endProvisional(isKept: isKept)
    let marked = isKept ? ["a", "b", "c"] : ["a"]
    #expect(reloaded.row == (isKept ? "c" : "b") && reloaded.marked == marked)
    // What comes after that stays, and what is tried ends with the rows that it is about.
    reloaded.select(0)
    selection.endProvisional(isKept: false)
    #expect(reloaded.row == "a")
    selection.beginProvisional()
    reloaded.select(2)
    try reloaded.reload("x\nc\nb\na\n")
    #expect(reloaded.row == "a" && reloaded.marked == marked.reversed())
  }

  @Test func `is not marked at the place of one that is gone`() throws {
    let reloaded = try Reloaded("a\nb\nc\n", on: 1)
    try reloaded.reload("a\nc\n")
    #expect(reloaded.row == "c" && reloaded.selection.mark(1, count: 1, true) == true)
    #expect(reloaded.marked == [] && reloaded.notice?.contains("gone") == true)
    reloaded.select(1)
    reloaded.mark(1)
    #expect(reloaded.marked == ["c"])
  }

  @Test func `is none while it is looked for among many, and is found then`() throws {
    let many = (0..<20_000).map { "row number \($0)\n" }.joined()
    let reloaded = try Reloaded(many)
    reloaded.select(19_999)
    var rows: Set<UInt64?> = []
    try reloaded.reload("new\n" + many) {
      if reloaded.run.content?.facts(at: 0).rows == 20_001 {
        rows.insert(reloaded.selection.facts.row)
      }
    }
    #expect(rows == [nil, 20_000])
  }

  @Test func `is the first one, or the last, while nobody has chosen another`() throws {
    let reloaded = try Reloaded("a\nb\nc\n")
    #expect(reloaded.row == "a")
    try reloaded.reload("z\na\nb\nc\n")
    #expect(reloaded.row == "z")
    reloaded.selection.anchor(.end)
    #expect(reloaded.row == "c")
    try reloaded.reload("c\nb\ny\n")
    #expect(reloaded.row == "y")
    reloaded.selection.anchor(.top)
    try reloaded.view.show(ViewRequest(sort: RowSort(by: .text)))
    #expect(reloaded.row == "b")
    reloaded.select(0)
    try reloaded.reload("b\nc\n")
    #expect(reloaded.row == "c")
  }

  @Test func `is one that is shown, and again the one that was chosen`() throws {
    let reloaded = try Reloaded("apple\nbean\ncarrot\nbeet\n")
    let view = try reloaded.view
    func show(_ text: String) {
      view.show(ViewRequest(filter: text.isEmpty ? nil : RowFilter(Array(text.utf8))))
    }
    reloaded.select(2)
    show("be")
    #expect(reloaded.row == "beet")
    show("bean")
    #expect(reloaded.row == "bean")
    show("nothing")
    #expect(reloaded.selection.facts.row == nil)
    show("")
    #expect(reloaded.row == "carrot")
  }

  @Test(arguments: [nil, RowSort(by: .text, isDescending: true)])
  func `is not taken while a reload hides it, and is back once it matches again`(
    sort: RowSort?
  ) throws {
    let reloaded = try Reloaded(pods("Running"))
    try reloaded.view.show(ViewRequest(filter: RowFilter(Array("Running".utf8)), sort: sort))
    reloaded.select(2)
    for _ in 0..<2 {
      try reloaded.reload(pods("Error"))
      let row = try #require(reloaded.selection.facts.row)
      #expect(reloaded.row == (sort == nil ? "web-4" : "web-2"))
      #expect(reloaded.notice == "the row does not match any more")
      #expect(reloaded.accept() == nil && reloaded.selection.chosenRows == nil)
      reloaded.mark(row)
      #expect(reloaded.marked == [] && reloaded.accept() == nil)
      #expect(reloaded.notice?.hasSuffix("choose another one") == true)
    }
    try reloaded.reload(pods("Running"))
    #expect(reloaded.notice == nil && reloaded.accept() == ["web-3"])
    try reloaded.reload(pods("Error"))
    reloaded.select(4)
    #expect(reloaded.notice == nil && reloaded.accept() == ["web-5"])
    try reloaded.reload(pods("Running"))
    #expect(reloaded.accept() == ["web-5"])
  }

  @Test func `is the next one that is shown where the user has hidden it, also after a reload`()
    throws
  {
    let reloaded = try Reloaded(pods("Running"), on: 2)
    try reloaded.view.show(ViewRequest(filter: RowFilter(Array("web-5".utf8))))
    #expect(reloaded.accept() == ["web-5"])
    try reloaded.reload(pods("Running"))
    #expect(reloaded.notice == nil && reloaded.accept() == ["web-5"])
    try reloaded.view.show(ViewRequest(filter: RowFilter(Array("Running".utf8))))
    try reloaded.reload(pods("Error"))
    #expect(reloaded.accept() == nil)
    // That is a new query.
    try reloaded.view.show(ViewRequest(filter: RowFilter(Array("ng".utf8))))
    #expect(reloaded.notice == nil && reloaded.accept() == ["web-4"])
  }

  private func pods(_ third: String) -> String {
    "NAME   STATUS\n" + (1...6).map { "web-\($0)  \($0 == 3 ? third : "Running")\n" }.joined()
  }

  @Test(
    arguments: [
      ("who", "rows by WHO", nil), ("WHOM", nil, "--key: there is no column WHOM"),
    ] as [(String, String?, String?)])
  func `says by which column that the user names it is found, or that there is none`(
    key: String, text: String?, notice: String?
  ) throws {
    let reloaded = try Reloaded("WHO   N  AT\nann   1  x\nbob   2  y\n", key: [key])
    if let text { #expect(reloaded.selection.keyText(askedFor: false) == text) }
    #expect(reloaded.notice == notice)
  }

  @Test func `says at once where a column is missing that is to be printed`() throws {
    let reloaded = try Reloaded("WHO   N  AT\nann   1  x\nbob   2  y\n")
    for (columns, notice) in [
      (["at", "2"], nil), (["AT", "TEMPO"], "--print: there is no column TEMPO"),
      (["4"], "--print: there is no column 4"),
    ] {
      reloaded.selection.printedColumns = columns
      #expect(reloaded.notice == notice)
    }
    // Of rows that are no table, words are printed.
    let lines = try Reloaded("a\n")
    lines.selection.printedColumns = ["1", "7"]
    #expect(lines.notice == nil)
  }

  @Test func `says what tells rows apart when it is asked`() throws {
    let table = try Reloaded(processes("1", "20"))
    #expect(table.selection.keyText(askedFor: false) == nil)
    #expect(table.selection.keyText(askedFor: true) == "rows by PID")
    #expect(try Reloaded("a\n").selection.keyText(askedFor: true) == nil)
  }

  @Test func `is that of the last run, where it is there`() throws {
    let first = try Reloaded(processes("1", "20", "300"))
    #expect(first.selection.rememberedRow == nil)
    first.select(1)
    let row = try #require(first.selection.rememberedRow)
    let second = try Reloaded(processes("7", "300", "20"), remembering: row)
    #expect(second.row == "20" && second.accept() == ["20"])
    let third = try Reloaded(processes("7", "8"), remembering: row)
    #expect(third.row == "7" && third.notice == "the row is gone")
    #expect(third.accept() == nil)
    third.select(0)
    #expect(third.notice == nil && third.accept() == ["7"])
  }

  @Test func `is not that of another source`() throws {
    let small = try SmallSession(
      "printf 'a\\n'; echo $$", offers: [("2", "printf 'b\\nc\\n'")]
    ).loaded()
    let run = small.run
    let isDone = run.selection.select(1) && run.selection.mark(0, count: 2, true) == true
    #expect(isDone)
    // The second row is another after each load.
    small.session.reload()
    #expect(try small.turn { run.selection.facts.goneCount == 1 })
    small.session.show(try #require(small.session.options.offers.first))
    #expect(try small.turn { small.rows == ["b", "c"] })
    let facts = run.selection.facts
    #expect(facts.row == 0 && facts.markedCount == 0)
    #expect(facts.goneCount == 0 && facts.notice == nil)
  }
}

@Suite struct `The rows that are marked` {
  @Test func `are the same ones after a reload, and those that are gone are counted`() throws {
    let reloaded = try Reloaded(processes("1", "20", "300", "4"), marking: [0, 1, 3])
    let before = reloaded.selection.facts.marksRevision
    try reloaded.reload(processes("4", "5", "300", "1"))
    #expect(reloaded.marked == ["4", "1"] && reloaded.selection.facts.goneCount == 1)
    #expect(reloaded.selection.facts.marksRevision != before)
    #expect(reloaded.accept() == ["4", "1"])
    try reloaded.reload(processes("20", "1"))
    #expect(reloaded.marked == ["1"] && reloaded.selection.facts.goneCount == 2)
  }

  @Test func `may be that of the user, too`() throws {
    let reloaded = try Reloaded(processes("1", "20", "300"), marking: [0, 2])
    reloaded.select(2)
    for rows in [["300", "1", "20"], ["5", "300", "1"]] {
      try reloaded.reload(processes(rows[0], rows[1], rows[2]))
      #expect(reloaded.row == "300" && Set(reloaded.marked) == ["1", "300"])
      #expect(reloaded.notice == nil && reloaded.selection.facts.goneCount == 0)
    }
  }

  @Test func `are not replaced by the row that the user is on when all are gone`() throws {
    let reloaded = try Reloaded("a\nb\nc\n", marking: [0, 1])
    try reloaded.reload("c\nd\n")
    #expect(reloaded.marked == [] && reloaded.selection.facts.goneCount == 2)
    #expect(reloaded.accept() == nil && reloaded.accept() == nil)
    #expect(throws: Refusal.otherRows) { try reloaded.run.perform(.clipboard([0x61])) }
    #expect(reloaded.notice?.hasPrefix("all marked rows are gone") == true)
    #expect(reloaded.run.selection.mark(0, count: 2, false) == true)
    reloaded.select(0)
    #expect(reloaded.selection.facts.goneCount == 0 && reloaded.accept() == ["c"])
  }

  /// The user may have meant the row that is gone all the same.
  @Test(arguments: ["c\nd\n", "c\n"])
  func `that are gone stay counted where another is marked and unmarked`(rows: String) throws {
    let reloaded = try Reloaded("a\nb\nc\n", marking: [0])
    try reloaded.reload(rows)
    reloaded.select(0)
    reloaded.mark(0)
    #expect(reloaded.selection.mark(0, count: 1, false) == true)
    #expect(reloaded.selection.facts.goneCount == 1)
    #expect(reloaded.accept() == nil && reloaded.notice?.hasPrefix("all marked rows") == true)
    let count = reloaded.run.rowCount
    #expect(reloaded.selection.mark(0, count: count, false) == true)
    #expect(reloaded.selection.facts.goneCount == 0 && reloaded.accept() == ["c"])
  }

  @Test func `that are gone are no reason to refuse those that are marked since`() throws {
    let reloaded = try Reloaded("a\nb\nc\n", marking: [0])
    try reloaded.reload("c\nd\n")
    #expect(reloaded.accept() == nil && reloaded.notice != nil)
    reloaded.mark(1)
    #expect(reloaded.notice == nil && reloaded.accept() == ["d"])
  }

  @Test func `stay on their rows when the first row turns out to name the columns`() throws {
    let gate = try Gate()
    // The first two rows alone do not stand as in a table.
    let small = try SmallSession(
      """
      printf 'PID   USER\\nodd one\\n20    root\\n'
      \(gate.wait)
      for row in $(seq 30); do printf '%-5s root\\n' $row; done
      """
    ).begun()
    let run = small.run
    #expect(try small.turn { small.rows.count == 3 })
    #expect(run.selection.mark(1, count: 2, true) == true)
    try gate.open()
    #expect(try small.turn { small.isLoaded })
    #expect(small.rows.count == 32 && run.selection.marks.runs == [0..<2])
    small.session.reload()
    #expect(try small.turn { small.isLoaded && run.content?.content.load == 2 })
    #expect(run.selection.marks.runs == [0..<2] && run.selection.facts.goneCount == 0)
  }

  @Test func `come back after a reload that failed`() throws {
    let reloaded = try Reloaded("a\nb\nc\n", marking: [0, 2])
    try reloaded.reload("fail\nc\n")
    #expect(reloaded.marked == ["c"] && reloaded.selection.facts.goneCount == 1)
    try reloaded.reload("c\nb\na\n")
    #expect(reloaded.marked == ["c", "a"] && reloaded.selection.facts.goneCount == 0)
    try reloaded.reload("fail\nb\n")
    #expect(reloaded.accept() == nil && reloaded.notice != nil)
    try reloaded.reload("a\nb\n")
    #expect(reloaded.notice == nil && reloaded.accept() == ["a"])
  }

  /// One row more than marks are found again of, all of them marked.
  private func tooManyMarked() throws -> (reloaded: Reloaded, rows: String, count: UInt64) {
    let many = (0...RowSelection.mostKept).map { "\($0)\n" }.joined()
    let reloaded = try Reloaded(many)
    let count = UInt64(RowSelection.mostKept + 1)
    #expect(reloaded.selection.mark(0, count: count, true) == true)
    return (reloaded, many, count)
  }

  @Test(arguments: [false, true])
  func `are dropped where they are too many to be found again, said until others are marked`(
    areOthersMarked: Bool
  ) throws {
    let (reloaded, many, count) = try tooManyMarked()
    try reloaded.reload(many)
    #expect(reloaded.marked == [] && reloaded.selection.facts.goneCount == 0)
    #expect(reloaded.notice?.contains("\(count) marks were dropped") == true)
    if areOthersMarked {
      reloaded.mark(7)
      #expect(reloaded.notice == nil && reloaded.accept() == ["7"])
    } else {
      #expect(reloaded.accept() == nil && reloaded.accept() == ["0"])
    }
  }

  @Test func `stay unmarked where all are unmarked while they are looked for`() throws {
    let many = (0..<20_000).map { "row number \($0)\n" }.joined()
    let reloaded = try Reloaded(many)
    reloaded.mark(5, 19_999)
    var hasUnmarked = false
    try reloaded.reload("new\n" + many) {
      guard reloaded.run.content?.facts(at: 0).rows == 20_001, reloaded.selection.isIdentifying
      else { return }
      hasUnmarked = reloaded.selection.mark(0, count: 20_001, false) == true || hasUnmarked
    }
    #expect(hasUnmarked && reloaded.marked == [] && reloaded.selection.facts.goneCount == 0)
  }

  @Test func `that are undone are another state of the marks, for who has seen them`() throws {
    let reloaded = try Reloaded("a\nb\n")
    let selection = reloaded.selection
    selection.beginProvisional()
    #expect(selection.mark(0, count: 1, true) == true)
    let seen = selection.facts.marksRevision
    selection.endProvisional(isKept: false)
    #expect(selection.facts.marksRevision != seen && selection.facts.markedCount == 0)
  }

  @Test func `are found again where a child has unmarked them, which was undone`() throws {
    let reloaded = try Reloaded("a\nb\nc\n", marking: [0, 2])
    reloaded.selection.beginProvisional()
    #expect(reloaded.selection.mark(0, count: 3, false) == true)
    reloaded.selection.endProvisional(isKept: false)
    try reloaded.reload("x\nc\na\n")
    #expect(reloaded.marked == ["c", "a"] && reloaded.notice == nil)
  }

  @Test func `are dropped where they are too long, for which those unmarked do not count`() throws {
    // Two rows are as long as the limit.
    let rest = " " + String(repeating: "x", count: (1 << 19) - 2) + "\n"
    let (a, b, c) = ("a" + rest, "b" + rest, "c" + rest)
    let reloaded = try Reloaded(a + b + c, keptBytesLimit: 1 << 20)
    for isMarked in [true, false, true] {
      #expect(reloaded.selection.mark(0, count: 2, isMarked) == true)
    }
    for rows in ["x\n" + b + a + c, a + b + c] {
      try reloaded.reload(rows)
      #expect(reloaded.marked.sorted() == ["a", "b"])
    }
    reloaded.mark(2)
    try reloaded.reload(b + a + c)
    let notice = "3 marks were dropped: rows of more than 1 MiB are not found again"
    #expect(reloaded.marked == [] && reloaded.notice == notice)
  }

  @Test func `are found again as long as they are not more than that`() throws {
    let (reloaded, many, count) = try tooManyMarked()
    #expect(reloaded.selection.mark(5, count: 1, false) == true)
    try reloaded.reload("new\n" + many)
    #expect(reloaded.selection.facts.markedCount == count - 1)
    #expect(!reloaded.selection.marks.contains(6) && reloaded.selection.marks.contains(7))
  }
}

/// Enter and rows that change under a cursor that nobody has moved.
@Suite struct `A row that has just come under the cursor` {
  private let reloaded: Reloaded

  init() throws { reloaded = try Reloaded("a\nb\n") }

  private func showFrame() {
    reloaded.selection.frameBegan()
    reloaded.selection.frameEnded()
  }

  @Test func `is not taken before it has been seen for a while: enter stops the cursor there`()
    throws
  {
    try reloaded.reload("new\na\nb\n")
    showFrame()
    reloaded.run.nowNanoseconds += 290_000_000
    #expect(reloaded.row == "new" && reloaded.accept() == nil)
    try reloaded.reload("newer\nnew\na\n")
    #expect(reloaded.row == "new" && reloaded.accept() == ["new"])
  }

  @Test func `is not marked either before that`() throws {
    try reloaded.reload("new\na\nb\n")
    showFrame()
    reloaded.mark(0)
    #expect(reloaded.marked == [] && reloaded.notice != nil)
    reloaded.mark(0)
    #expect(reloaded.marked == ["new"] && reloaded.notice == nil)
  }

  @Test func `is taken after that, and at once where it is the same as before`() throws {
    try reloaded.reload("a\nc\n")
    #expect(reloaded.accept() == ["a"])
    try reloaded.reload("new\na\nb\n")
    showFrame()
    reloaded.run.nowNanoseconds += 300_000_000
    #expect(reloaded.accept() == ["new"])
  }

  @Test func `is the same where its key is`() throws {
    let reloaded = try Reloaded(processes("1", "20"))
    try reloaded.reload(processes("1", "30"))
    #expect(reloaded.accept() == ["1"])
  }

  @Test func `is not taken while the frame that shows it is not written`() throws {
    reloaded.selection.frameBegan()
    try reloaded.reload("new\na\nb\n")
    // That is a frame from before.
    reloaded.selection.frameEnded()
    reloaded.run.nowNanoseconds += 1_000_000_000
    #expect(reloaded.accept() == nil && reloaded.row == "new")
  }

  @Test func `is not taken where it comes in the same turn as the key`() throws {
    try reloaded.beginReload("new\na\nb\n")
    #expect(reloaded.row == "new" && reloaded.accept() == nil && reloaded.accept() == ["new"])
  }

  @Test func `is not taken in place of the one that the last frame shows`() throws {
    let gate = try Gate()
    let streamed = try SmallSession("echo a; echo b; \(gate.wait); echo c; echo d").begun()
    let selection = streamed.run.selection
    #expect(try streamed.turn { streamed.rows.count == 2 })
    selection.anchor(.end)
    selection.frameBegan()
    selection.frameEnded()
    try gate.open()
    #expect(try streamed.turn { streamed.rows.count == 4 })
    #expect(selection.facts.row == 3 && selection.accept(3) == [1..<2])
    // Not where the user has done something since.
    selection.anchor(.end)
    #expect(selection.accept(3) == [3..<4])
  }

  @Test func `is taken where the user has asked for the view that has it first`() throws {
    try reloaded.view.show(ViewRequest(filter: RowFilter([0x62])))
    reloaded.selection.noteAnchoredRow()
    #expect(reloaded.accept() == ["b"])
  }
}

@Suite struct `The rows of the user, where only the last are kept` {
  /// A session over rows that come one after the other, as often as it is asked.
  private final class Growing {
    let small: SmallSession
    private let folder: ScratchFolder
    private var sent = 4

    init() throws {
      folder = try ScratchFolder()
      small = try SmallSession(
        """
        cd '\(folder.path)'; n=4; seq 4
        while :; do n=$((n+1)); until [ -e $n ]; do sleep 0.01; done; echo $n; done
        """, keeping: 4
      ).begun()
      #expect(try small.turn { rows == ["1", "2", "3", "4"] })
    }

    var selection: RowSelection { small.run.selection }
    var rows: [String] { small.rows }
    var row: String? { selection.facts.row.map { rows[Int($0)] } }
    var marked: [String] { selection.marks.rows(from: 0, count: 9).map { rows[Int($0)] } }

    /// A frame is shown whole.
    func showFrame() {
      selection.frameBegan()
      selection.frameEnded()
    }

    func grow() throws {
      sent += 1
      try folder.write("", to: "\(sent)")
      let last = "\(sent)"
      #expect(try small.turn { rows.last == last })
    }
  }

  @Test func `stay theirs until they are dropped, and are gone then`() throws {
    let growing = try Growing()
    #expect(growing.selection.select(2))
    for row: UInt64 in [1, 3] { #expect(growing.selection.mark(row, count: 1, true) == true) }
    try growing.grow()
    #expect(growing.rows == ["2", "3", "4", "5"])
    #expect(growing.row == "3" && growing.marked == ["2", "4"])
    try growing.grow()
    #expect(growing.row == "3" && growing.marked == ["4"])
    #expect(growing.selection.facts.goneCount == 1)
    try growing.grow()
    #expect(growing.row == "4" && growing.selection.facts.notice == "the row is gone")
    #expect(growing.selection.accept(0) == [0..<1])
    try growing.grow()
    #expect(growing.marked == [] && growing.selection.facts.goneCount == 2)
    // What was chosen is gone: nothing else is taken instead.
    #expect(growing.selection.accept(0) == nil)
  }

  @Test func `are not taken where another one has just come in place of a dropped one`() throws {
    let growing = try Growing()
    growing.selection.noteAnchoredRow()
    try growing.grow()
    growing.selection.noteAnchoredRow()
    #expect(growing.row == "2" && growing.selection.accept(0) == nil)
    #expect(growing.selection.accept(0) == [0..<1])
    // At the end no row is dropped.
    growing.selection.anchor(.end)
    growing.selection.noteAnchoredRow()
    try growing.grow()
    growing.selection.noteAnchoredRow()
    #expect(growing.row == "6" && growing.selection.accept(3) != nil)
  }

  @Test
  func `are the ones that the last frame shows, and the one that was found, whatever is dropped`()
    throws
  {
    let growing = try Growing()
    growing.selection.anchor(.end)
    growing.showFrame()
    let view = try #require(growing.small.run.view)
    view.find(RowFilter(Array("3".utf8)), from: nil, isBackward: false)
    #expect(try growing.small.turn { view.facts.find == .found(row: 2) })
    growing.selection.anchor(.end)
    growing.showFrame()
    try growing.grow()
    #expect(growing.row == "5" && growing.rows[2] == "4")
    #expect(growing.selection.accept(3) == [2..<3])
    #expect(view.facts.find == .found(row: 1))
    try growing.grow()
    try growing.grow()
    #expect(view.facts.find == .none)
  }

  @Test func `are the first one and the last one, whichever these are`() throws {
    let growing = try Growing()
    try growing.grow()
    #expect(growing.row == "2")
    growing.selection.anchor(.end)
    try growing.grow()
    #expect(growing.row == "6" && growing.selection.facts.notice == nil)
  }
}
