import HostSystem
import TestSupport
import Testing

@testable import HostContent

@Suite struct `A view` {
  private let folder: ScratchFolder
  private let world = SteppedWorld()
  private let view: View

  init() throws {
    folder = try ScratchFolder()
    view = View(in: world)
  }

  private func content(_ count: Int, generation: Int = 1, _ row: (Int) -> String) -> Content {
    Content(stored(count, row), generation: generation)
  }

  private func table(_ lines: [String], generation: Int = 1) -> Content {
    Content(stored(lines.count) { lines[$0] }, as: .tabSeparated, generation: generation)
  }

  @Test func `of a small content is there at once, and needs no thread`() throws {
    let content = content(1000) { "row \($0)" }
    let change = try view.show(ViewRequest("99"), of: content)
    #expect(change.contains(.replaced) && view.isComplete)
    #expect(view.rows == (0..<1000).filter { "\($0)".contains("99") })
    let sort = RowSort(by: .number, isDescending: true)
    _ = try view.show(ViewRequest(sort: sort), of: content)
    #expect(view.isComplete && view.count == 1000 && world.ports.isEmpty)
  }

  @Test func `of another content is being made until something of it is shown`() throws {
    _ = try view.show(
      ViewRequest(sort: RowSort(by: .text)), of: content(20_000) { "row \($0)" })
    #expect(!view.isBeingReplaced)
    world.finish(view)
    _ = view.contentChanged(content(20_000, generation: 2) { "another \($0)" })
    #expect(view.isBeingReplaced && view.count == 0 && !view.isComplete)
    world.finish(view)
    #expect(!view.isBeingReplaced && view.count == 20_000)
    _ = view.contentChanged(content(3, generation: 3) { "\($0)" })
    #expect(!view.isBeingReplaced)
  }

  @Test func `tries an expression that takes too long again with other content`() throws {
    var random = SeededGenerator(seed: 3)
    let letters = (0..<30_000).map { _ in ["a", "b", "c"].randomElement(using: &random) ?? "" }
    let pattern = "a(a|b|c|[ab]){200}[xy]"
    let long = content(2) { $0 == 0 ? letters.joined() : "none" }
    for _ in 0..<2 {
      _ = try view.show(ViewRequest(pattern, kind: .expression), of: long)
      #expect(view.problem == .takesTooLong(pattern: "\"\(pattern)\"", isFilter: true))
      #expect(view.isComplete && view.count == 0)
    }
    let matching = "a" + String(repeating: "c", count: 200) + "x"
    _ = view.contentChanged(content(2, generation: 2) { $0 == 0 ? "none" : matching })
    #expect(view.problem == nil && view.rows == [1])
  }

  @Test(
    arguments: [
      (nil, false, [(-5, 0), (3, 3), (19, 19), (20, 19)]),
      ("5", false, [(0, 0), (5, 0), (6, 1), (15, 1), (16, 1)]),
      ("5", true, [(15, 0), (5, 1), (6, 0), (19, 0)]), ("x", false, [(0, nil)]),
    ] as [(String?, Bool, [(Int, Int?)])])
  func `has the next row in place of one that it does not have`(
    filter: String?, isSorted: Bool, places: [(Int, Int?)]
  ) throws {
    let sort = isSorted ? RowSort(by: .number, isDescending: true) : nil
    let request = ViewRequest(filter: filter.map { RowFilter($0) }, sort: sort)
    for dropped in [0, 3] {
      let view = View(in: world)
      var content = content(20 + dropped) { "\($0 - dropped)" }
      content.droppedRowCount = dropped
      _ = try view.show(request, of: content)
      for (row, place) in places { #expect(view.nearestPlace(to: row) == place, "\(row)") }
    }
  }

  @Test(
    arguments: [
      ("5", true, [(0, 5), (5, 5), (6, 15), (15, 15), (16, 15)]), ("5", false, [(6, 6)]),
      (nil, true, [(6, 6)]), ("x", true, [(6, 6)]),
    ] as [(String?, Bool, [(Int, Int)])])
  func `has the next row by number for one that it sorts and does not have`(
    filter: String?, isSorted: Bool, rows: [(Int, Int)]
  ) throws {
    let sort = isSorted ? RowSort(by: .number, isDescending: true) : nil
    let view = View(in: world)
    let request = ViewRequest(filter: filter.map { RowFilter($0) }, sort: sort)
    _ = try view.show(request, of: content(20) { "\($0)" })
    for (row, next) in rows { #expect(view.nextShownRow(from: row) == next, "\(row)") }
  }

  @Test func `has no other row for one that it may still find`() throws {
    let request = ViewRequest(filter: RowFilter("5"), sort: RowSort(by: .number))
    let store = stored(6) { "\($0)" }
    _ = try view.show(request, of: Content(store, generation: 1))
    #expect(view.nextShownRow(from: 1) == 5)
    let others = (6..<50_000).flatMap { Array("\($0)\n".utf8) }
    store.append(others.span)
    _ = view.contentChanged(Content(store, generation: 1))
    #expect(view.nextShownRow(from: 15) == 15)
    world.finish(view)
    #expect(view.nextShownRow(from: 14) == 15)
  }

  /// The next match may be among rows not read yet, unless the search found one before the end.
  @Test(
    arguments: [
      ("3", 1, false, 3, 3), ("9", 1, false, nil, 9), ("1", 1, false, nil, 10),
      ("1", 3, true, 1, 1), ("3", 1, true, nil, 13), ("x", 1, false, nil, nil),
    ] as [(String, Int, Bool, Int?, Int?)])
  func `has the match of a whole file, however much of it is read`(
    text: String, place: Int, isBackward: Bool, first: Int?, last: Int?
  ) throws {
    var part = content(5) { "\($0)" }
    let whole = content(15) { "\($0)" }
    part.isPartOfFile = true
    _ = try view.show(ViewRequest("x"), of: part)
    #expect(view.isComplete && !view.isComplete(ofFirst: 5) && view.isBeginning)
    _ = try view.show(ViewRequest(), of: part)
    let found = try view.find(RowFilter(text), from: place, isBackward: isBackward)
    #expect(found.contains(.found) == (first != nil))
    #expect(view.isFinding == (first == nil) && view.takeFound() == first)
    #expect(view.contentChanged(whole).contains(.found) == (first == nil))
    #expect(!view.isFinding && view.takeFound() == last)
    // What is ended stays so.
    _ = view.contentChanged(part)
    _ = try view.find(RowFilter("y"), from: 0)
    view.endFind()
    #expect(!view.isFinding && view.contentChanged(whole).isEmpty)
  }

  @Test func `without a filter and a sort is the content`() throws {
    let content = content(3) { "\($0)" }
    _ = try view.show(ViewRequest("1"), of: content)
    _ = try view.show(ViewRequest(), of: content)
    #expect(view.rows == [0, 1, 2] && view.place(of: 2) == 2 && view.place(of: 3) == nil)
    #expect(view.isComplete && view.progress == (3, 3))
  }

  @Test func `of one column is made anew when it turns out where that is`() throws {
    let table = table(["name\tkind", "a\tb", "b\ta", "c\tb"])
    var content = table
    content.columns = nil
    _ = try view.show(ViewRequest("b", column: 1), of: content)
    _ = view.contentChanged(table)
    #expect(view.rows == [0, 2] && view.isComplete)
  }

  @Test(arguments: [false, true])
  func `of a query follows its columns by their names, in the same rows and in others`(
    areOthers: Bool
  ) throws {
    let rows = ["a\tb", "b\ta", "c\tb"]
    let first = table(["name\tkind"] + rows)
    _ = try view.show(ViewRequest("kind:b", kind: .query), of: first)
    #expect(view.rows == [0, 2])
    var second = table(["kind\tname"] + rows, generation: areOthers ? 2 : 1)
    if !areOthers { second.rows = first.rows }
    _ = view.contentChanged(second)
    #expect(view.rows == [1] && view.isComplete)
  }

  @Test func `of one column is looked for everywhere, wherever it was found in another`() throws {
    let rows = (1...50_000).map {
      "\($0 <= 9 ? "x" : "a")\t\($0 > 49_991 ? "x" : "a")\t\($0)"
    }
    let content = table(["first\tsecond\tnumber"] + rows)
    for (column, wanted) in [(1, 49_991..<50_000), (0, 0..<9)] {
      let found = try world.rows(ViewRequest("x", column: column), of: content, in: view)
      #expect(found == Array(wanted))
    }
  }

  @Test func `stays until the next one has rows, and that comes in parts`() throws {
    let content = content(100_000) { $0 < 60_000 ? "early \($0)" : "late \($0)" }
    #expect(try world.rows(ViewRequest("early"), of: content, in: view).count == 60_000)
    _ = try view.show(ViewRequest("late"), of: content)
    var counts: [Int] = []
    for _ in 0..<100 where !view.isComplete {
      world.step(view)
      counts.append(view.count)
    }
    #expect(counts.first == 60_000 && counts.last == 40_000)
    #expect(counts.contains { $0 > 0 && $0 < 40_000 })
  }

  @Test func `of a content that is replaced is empty until there is something of the new one`()
    throws
  {
    _ = try world.rows(ViewRequest("9"), of: content(30_000) { "\($0)" }, in: view)
    let change = view.contentChanged(content(20_000, generation: 2) { "\($0)" })
    #expect(change.contains(.replaced))
    #expect(view.count == 0 && view.place(of: 9) == nil && !view.isComplete)
    world.finish(view)
    #expect(view.rows == (0..<20_000).filter { "\($0)".contains("9") })
  }

  @Test func `of a request that another one follows never comes, nor is it looked for`() throws {
    let content = content(50_000) { "\($0)" }
    _ = try view.show(ViewRequest("1"), of: content)
    world.step(view)
    #expect(try world.rows(ViewRequest("37777"), of: content, in: view) == [37_777])
    _ = try view.show(ViewRequest("1"), of: content)
    #expect(world.hasWork)
    _ = try view.show(ViewRequest(), of: content)
    _ = world.step()
    #expect(!world.hasWork && view.isComplete && view.count == 50_000)
    _ = try view.show(ViewRequest("1"), of: content)
    #expect(world.ports.map(\.isClosed) == [false])
    view.close()
    #expect(world.ports.map(\.isClosed) == [true])
  }

  @Test func `of a request that extends one that found nothing yet is looked for in all rows`()
    throws
  {
    let content = content(50_000) { "\($0)" }
    _ = try world.rows(ViewRequest("1"), of: content, in: view)
    _ = try view.show(ViewRequest("2"), of: content)
    #expect(view.progress == (0, 50_000))
    let found = try world.rows(ViewRequest("22"), of: content, in: view)
    #expect(found == (0..<50_000).filter { "\($0)".contains("22") })
  }

  @Test func `says when there is nobody to look at it beside the loop, and is what it was`() throws
  {
    final class NoThreads: BackgroundWorld {
      func openBackground(
        for work: any BackgroundWork
      ) throws(SystemError) -> any BackgroundHandle {
        throw SystemError(call: "pthread_create", code: 11)
      }
    }
    let view = View(in: NoThreads())
    let content = content(20_000) { "\($0)" }
    #expect(view.problem == nil)
    _ = try view.show(ViewRequest("1"), of: content)
    #expect(view.problem == .system(SystemError(call: "pthread_create", code: 11)))
    #expect(view.count == 20_000 && !view.isComplete)
    // Nothing is waited for, and the next request is another matter.
    #expect(view.isComplete(ofFirst: 10) && !view.isBeginning)
    _ = try view.show(ViewRequest(), of: content)
    #expect(view.problem == nil && view.isComplete)
  }

  @Test func `says whether places mean other rows, not when rows were added`() throws {
    let store = stored(3) { "\($0)" }
    var content = Content(store)
    #expect(view.contentChanged(content) == .replaced && view.contentChanged(content) == [])
    #expect(try view.show(ViewRequest("1"), of: content).contains(.replaced))
    for (row, isFound) in [("11", true), ("5", false)] {
      store.append(Array("\(row)\n".utf8).span)
      let count = view.count
      #expect(!view.contentChanged(content).contains(.replaced))
      #expect(view.count == count + (isFound ? 1 : 0))
    }
    #expect(view.rows == [1, 3])
    (content.droppedRowCount, content.generation) = (1, 2)
    #expect(view.contentChanged(content).contains(.replaced) && view.rows == [0, 2])
  }

  @Test func `that cannot be made leaves the one before`() throws {
    let content = content(30) { "\($0)" }
    _ = try view.show(ViewRequest("7"), of: content)
    #expect(throws: ViewProblem.self) {
      try view.show(ViewRequest("(", kind: .expression), of: content)
    }
    #expect(view.rows == [7, 17, 27] && view.request == ViewRequest("7"))
  }

  @Test func `finds the places of matches in one column`() throws {
    let content = table(["NAME\tKIND\tSIZE"] + (1...3).map { "web\tpod web\t\($0)" })
    #expect(try world.rows(ViewRequest("web", column: 1), of: content, in: view).count == 3)
    content.withRow(0) { row, _ in #expect(view.matches(in: row) == [8..<11]) }
  }

  @Test func `sorts rows that begin alike, and those that come later into them`() throws {
    let rows = stored(5000) { "the same beginning \(($0 * 7919) % 5003)" }
    _ = try world.rows(ViewRequest(sort: RowSort(by: .text)), of: Content(rows), in: view)
    rows.append("the same beginning 25x\nanother\n".utf8.span)
    _ = view.contentChanged(Content(rows))
    world.finish(view)
    let shown = view.rows.map { row in rows.withRow(row) { bytes, _ in string(bytes) } }
    #expect(shown.count == 5002)
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  /// Each request with rows that never stop coming: 3,000 more before each step.
  @Test(arguments: [
    ViewRequest("7"), ViewRequest("X"), ViewRequest(sort: RowSort(by: .number)),
  ])
  func `is complete of the rows that there were, though others come without end`(
    request: ViewRequest
  ) throws {
    // More bytes than are searched at once.
    let count = 16_000
    let rows = stored(count) { "\($0 * 7919 % 16_001)" }
    // Of a view before this one; nothing of it is to be seen.
    _ = try view.show(ViewRequest("4"), of: Content(rows))
    _ = try view.show(request, of: Content(rows))
    #expect(!view.isComplete(ofFirst: count) && view.isBeginning)
    let more = Array(String(repeating: "1234567\n", count: 3_000).utf8)
    let isEvery = request.filter == nil
    let isSeven = request.filter == RowFilter("7")
    let all = (0..<count).filter { row in
      isEvery || isSeven && "\(row * 7919 % 16_001)".contains("7")
    }
    var wanted = count
    for _ in 0..<2 {
      var steps = 0
      while !view.isComplete(ofFirst: wanted), steps < 400 {
        steps += 1
        rows.append(more.span)
        _ = view.contentChanged(Content(rows))
        world.step(view)
      }
      #expect(steps < 400 && !view.isBeginning && !view.isComplete)
      #expect(Set(view.rows.filter { $0 < count }) == Set(all))
      wanted = rows.count
    }
    let numbers = view.rows.prefix(50).map { $0 * 7919 % 16_001 }
    if isEvery { #expect(numbers == Array(0..<50)) }
    // Of rows that there are not, nothing is waited for.
    world.finish(view)
    let later = isEvery || isSeven ? rows.count - count : 0
    #expect(view.rows.count { $0 >= count } == later)
    #expect(view.isComplete(ofFirst: .max))
  }

  @Test(arguments: [false, true])
  func `sorts rows that are alike into their own order, however many`(isDescending: Bool) throws {
    let sort = RowSort(by: .number, isDescending: isDescending)
    let found = try world.rows(
      ViewRequest(sort: sort), of: content(70_000) { "\($0 * 7 % 3)" }, in: view)
    let groups = (0..<3).map { number in (0..<70_000).filter { $0 * 7 % 3 == number } }
    let isRight = found == (isDescending ? groups.reversed() : groups).flatMap(\.self)
    #expect(isRight)
  }

  @Test(arguments: [0, 6, 7, 8, 13, 14, 509, 510, 511], [false, true])
  func `sorts by the first 511 bytes`(count: Int, isDescending: Bool) throws {
    let content = content(2) { row in
      String(repeating: "x", count: count) + ((row == 0) == isDescending ? "a" : "b")
    }
    let sort = RowSort(by: .text, isDescending: isDescending)
    let found = try world.rows(ViewRequest(sort: sort), of: content, in: view)
    #expect(found == (count < 511 ? [1, 0] : [0, 1]))
  }

  @Test(arguments: [false, true])
  func `puts rows that come later behind those that are alike`(isDescending: Bool) throws {
    let rows = stored(5000) { "\($0 % 50)" }
    let sort = RowSort(by: .number, isDescending: isDescending)
    _ = try world.rows(ViewRequest(sort: sort), of: Content(rows), in: view)
    rows.append("7\n0\n7\n49\n".utf8.span)
    _ = view.contentChanged(Content(rows))
    world.finish(view)
    let numbers = (0..<5000).map { $0 % 50 } + [7, 0, 7, 49]
    let wanted = numbers.indices.sorted { first, second in
      numbers[first] == numbers[second]
        ? first < second : (numbers[first] < numbers[second]) != isDescending
    }
    #expect(view.rows == wanted)
  }

  @Test func `has no order any more once there are too many rows`() throws {
    let rows = stored(11) { "\(99 - $0)" }
    var search = ViewSearch(
      RowScan(matcher: .every, selector: CellSelector(nil, of: nil)),
      sort: RowSort(by: .number), columns: nil, maxRows: 10)
    var counts: [Int?] = []
    for range in [0..<10, 10..<11] {
      var way = ScanPlan([ScanPlan.Segment(rows: range)])
      while let slice = try way.next(in: .kept(rows)) {
        search.search(slice, isCancelled: { false })
      }
      search.settle(isCancelled: { false })
      counts.append(search.result.order?.ranks.count)
    }
    let result = search.result
    #expect(counts == [10, nil] && result.rows.count == 11 && result.isSettled)
    #expect(result.problem == .tooManyToSort)
  }

  @Test func `of fuzzy words is sorted by how well rows match`() throws {
    let rows = ["f x b", "foo bar", "fxxxxxxxxb", "fb"]
    let content = content(rows.count) { rows[$0] }
    let orders = try [false, true].map { isDescending in
      let sort = RowSort(by: .score, isDescending: isDescending)
      return try world.rows(ViewRequest("fb", kind: .fuzzy, sort: sort), of: content, in: view)
    }
    #expect(orders[0] == [0, 3, 1, 2] || orders[0] == [3, 0, 1, 2])
    #expect(orders[1] == orders[0].reversed())
  }

  @Test(
    arguments: [
      ("5", 0, false, 6), ("5", 6, false, 6), ("0", 6, false, 1), ("1", 0, true, 10),
      ("2", 3, false, 3), ("1", -1, false, 0), ("none", 3, false, nil), ("1", -1, true, 10),
      // Any row.
      (nil, 0, false, 1), (nil, 10, false, 0), (nil, 1, true, 0), (nil, 0, true, 10),
    ] as [(String?, Int, Bool, Int?)])
  func `finds the next match and the one before, round the end`(
    wanted: String?, place: Int, isBackward: Bool, found: Int?
  ) throws {
    let content = content(20) { "\($0)" }
    _ = try view.show(ViewRequest("1"), of: content)
    #expect(view.rows == [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
    let change = try view.find(wanted.map { RowFilter($0) }, from: place, isBackward: isBackward)
    #expect(change.contains(.found) && view.takeFound() == found)
  }

  @Test(arguments: ["the end", "a request", "a content"])
  func `finds nothing more after`(what: String) throws {
    let content = content(20_000) { "\($0)" }
    _ = try view.show(ViewRequest(), of: content)
    #expect(try !view.find(RowFilter("19999"), from: 0).contains(.found) && view.isFinding)
    switch what {
    case "the end": view.endFind()
    case "a request": _ = try view.show(ViewRequest("1"), of: content)
    default: _ = view.contentChanged(self.content(3, generation: 2) { "\($0)" })
    }
    #expect(!view.isFinding)
    for _ in 0..<10 { #expect(!world.step(view).contains(.found)) }
  }

  // MARK: - Files

  private func indexed(_ bytes: [UInt8]) throws -> Loop {
    try .loaded(.file(folder.write("file", bytes)), .with { $0.maxKeptFileBytes = -1 })
  }

  @Test func `of a file that is only indexed is made from the file`() throws {
    let loop = try indexed((0..<50_000).flatMap { Array("row \($0)\r\n".utf8) })
    #expect(try world.rows(ViewRequest("9\r"), of: loop.content, in: view).isEmpty)
    let sort = RowSort(by: .text, isDescending: true)
    let found = try world.rows(
      ViewRequest("77$", kind: .expression, sort: sort), of: loop.content, in: view)
    #expect(found == (0..<50_000).filter { $0 % 100 == 77 }.sorted { "\($0)" > "\($1)" })
  }

  @Test func `of a file that was cut short has its last rows empty, and the file has changed`()
    throws
  {
    let loop = try indexed((0..<50_000).flatMap { Array("row \($0)\n".utf8) })
    _ = folder.write("file", Array("row 0\nrow 1\n".utf8))
    #expect(try world.rows(ViewRequest("row"), of: loop.content, in: view) == [0, 1])
    _ = loop.loader.checkNotices()
    #expect(loop.content.notices.contains(.fileChanged))
  }

  /// A long row between others, with a rest of this many bytes.
  private func longRow(restBytes: Int) -> [UInt8] {
    let beginning = "first\n" + String(repeating: "x", count: RowLimits.maxRowBytes - 3)
    let rest = "end beyond" + String(repeating: "yé", count: restBytes / 3) + " last\r\nbeyond\n"
    return Array((beginning + rest).utf8)
  }

  /// The rest is read in pieces of 2 MiB from memory, of 256 KiB from a file.
  @Test(arguments: [(false, 2_100_000), (true, 600_000)])
  func `looks at all of a long row, or says that it does not`(
    isIndexed: Bool, restBytes: Int
  ) throws {
    let filters: [(text: String, kind: RowFilter.Kind, rows: [Int], isSure: Bool)] = [
      ("end", .text, [1], true), ("xend b", .text, [1], true), ("beyond", .text, [1, 2], true),
      ("yé last", .text, [1], true), ("YÉ LAST", .text, [], true), ("last\r", .text, [], true),
      ("^x+end.*last$", .expression, [1], true), ("d[^z]*t$", .expression, [1], true),
      ("^(beyond|last)$", .expression, [2], true), ("éy? last$", .expression, [1], true),
      ("'end", .query, [1], true), ("'be", .query, [2], false), ("'beyond", .query, [2], false),
      ("zz", .fuzzy, [], false),
    ]
    let row = longRow(restBytes: restBytes)
    let loop = isIndexed ? try indexed(row) : nil
    let content = loop?.content ?? Content(stored(row))
    for (text, kind, rows, isSure) in filters {
      let world = SteppedWorld()
      let view = View(in: world)
      let filter = RowFilter(
        text, kind: kind, letterCase: text == "YÉ LAST" ? .sensitive : .insensitive)
      #expect(
        try world.rows(ViewRequest(filter: filter), of: content, in: view) == rows, "\(text)")
      #expect(view.problem == (isSure ? nil : .onlyBeginnings(isFilter: true)), "\(text)")
    }
  }

  @Test
  func `says where a long row was not searched, also in a search among the rows found before`()
    throws
  {
    let content = Content(stored(longRow(restBytes: 30)))
    for word in ["'b", "'be"] {
      #expect(try world.rows(ViewRequest(word, kind: .query), of: content, in: view) == [2])
      #expect(view.problem == .onlyBeginnings(isFilter: true))
    }
    _ = try view.show(ViewRequest(), of: content)
    for (wanted, isSure) in [("'last", false), ("'end", true), ("'none", false)] {
      _ = try view.find(RowFilter(wanted, kind: .query), from: -1)
      for _ in 0..<1000 where view.isFinding { world.step(view) }
      #expect((view.takeFound() == 1) == isSure, "\(wanted)")
      #expect(view.problem == (isSure ? nil : .onlyBeginnings(isFilter: false)), "\(wanted)")
    }
    view.endFind()
    #expect(view.problem == nil)
  }
}

@Suite struct `Searching slices` {
  @Test func `leaves out what has no row that matched before`() throws {
    let rows = Rows.kept(stored([UInt8](repeating: 0x0A, count: 1 << 20)))
    var only = RowSet()
    for row in [5, 200_000, 900_000] { only.append(row) }
    for isBackward in [false, true] {
      var way = ScanPlan(
        [ScanPlan.Segment(rows: 0..<rows.count, only: only)], isBackward: isBackward)
      var slices: [RowSlice] = []
      while let slice = try way.next(in: rows) { slices.append(slice) }
      if isBackward { slices.reverse() }
      var next = 0
      for slice in slices {
        #expect(slice.wanted.lowerBound == next)
        next = slice.wanted.upperBound
      }
      #expect(next == rows.count)
      let lookedAt = slices.filter(\.isSearched)
      #expect(lookedAt.count == 3)
      for (slice, row) in zip(lookedAt, [5, 200_000, 900_000]) {
        #expect(slice.wanted.contains(row) && slice.byteCount <= RowSorter.sliceBytes)
      }
    }
  }

  @Test(arguments: [RowFilter.Kind.text, .expression, .fuzzy, .query])
  func `stops between rows when it is cancelled`(kind: RowFilter.Kind) throws {
    let slice = try #require(try Rows.kept(stored(1000) { _ in "a" }).slice(at: 0))
    let matcher = try RowMatcher(RowFilter("a", kind: kind), findsRanges: false)
    let scan = RowScan(matcher: matcher, selector: CellSelector(nil, of: nil))
    var buffer = RowSlice.Buffer()
    var found = 0
    slice.withBytes(in: &buffer) { bytes in
      scan.scan(bytes, of: slice, isCancelled: { found == 10 }) { _, _, _ in found += 1 }
    }
    #expect(found == 10)
  }

  @Test func `is done on a thread, which tells the loop`() throws {
    let world = try ThreadWorld()
    let view = View(in: world)
    let rows = RowStore()
    let content = Content(rows)
    _ = try view.show(ViewRequest("77"), of: content)
    // Rows arrive while others are looked at.
    for start in stride(from: 0, to: 200_000, by: 20_000) {
      let bytes = (start..<start + 20_000).flatMap { Array("\($0)\n".utf8) }
      rows.append(bytes.span)
      _ = view.contentChanged(content)
    }
    try world.finish(view)
    #expect(view.rows == (0..<200_000).filter { "\($0)".contains("77") })
    view.close()
  }
}
