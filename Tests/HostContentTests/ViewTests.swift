import HostSystem
import TestSupport
import Testing

@testable import HostContent

@Suite struct `A view` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func text(_ text: String, column: Int? = nil) -> ViewRequest {
    ViewRequest(filter: RowFilter(Array(text.utf8), column: column))
  }

  private func content(_ rows: RowStore, generation: Int = 1) -> Content {
    var content = Content(title: "", rows: .kept(rows))
    content.generation = generation
    return content
  }

  private func store(_ count: Int, _ row: (Int) -> String) -> RowStore {
    stored((0..<count).flatMap { Array("\(row($0))\n".utf8) }, slices: [])
  }

  private func rows(_ view: View) -> [Int] { (0..<view.count).compactMap { view.row(at: $0) } }

  private func finish(_ view: View, in world: SteppedWorld) {
    for _ in 0..<1000 where !view.isComplete {
      for token in world.step() { _ = view.take(token) }
    }
    #expect(view.isComplete)
  }

  @Test func `of a small content is there at once, and needs no thread`() throws {
    let world = SteppedWorld()
    let view = View(in: world)
    let content = content(store(1000) { "row \($0)" })
    let change = try view.show(text("99"), of: content)
    #expect(change.contains(.replaced) && view.isComplete)
    #expect(rows(view) == (0..<1000).filter { "\($0)".contains("99") })
    let sort = RowSort(by: .number, isDescending: true)
    _ = try view.show(ViewRequest(sort: sort), of: content)
    #expect(view.isComplete && view.count == 1000)
    #expect(world.ports.isEmpty)
  }

  @Test func `of another content is being made until something of it is shown`() throws {
    let world = SteppedWorld()
    let view = View(in: world)
    _ = try view.show(
      ViewRequest(sort: RowSort(by: .text)), of: content(store(20_000) { "row \($0)" }))
    #expect(!view.isBeingReplaced)
    finish(view, in: world)
    _ = view.contentChanged(content(store(20_000) { "another \($0)" }, generation: 2))
    #expect(view.isBeingReplaced && view.count == 0 && !view.isComplete)
    finish(view, in: world)
    #expect(!view.isBeingReplaced && view.count == 20_000)
    _ = view.contentChanged(content(store(3) { "\($0)" }, generation: 3))
    #expect(!view.isBeingReplaced)
  }

  @Test func `tries an expression that takes too long again with other content`() throws {
    let view = View(in: SteppedWorld())
    var random = SeededGenerator(seed: 3)
    let letters = (0..<30_000).map { _ in ["a", "b", "c"].randomElement(using: &random) ?? "" }
    let filter = RowFilter(Array("a(a|b|c|[ab]){200}[xy]".utf8), kind: .expression)
    let long = content(store(2) { $0 == 0 ? letters.joined() : "none" })
    let pattern = #""a(a|b|c|[ab]){200}[xy]""#
    for _ in 0..<2 {
      _ = try view.show(ViewRequest(filter: filter), of: long)
      #expect(view.problem == .takesTooLong(pattern: pattern, isFilter: true))
      #expect(view.isComplete && view.count == 0)
    }
    let matching = "a" + String(repeating: "c", count: 200) + "x"
    _ = view.contentChanged(content(store(2) { $0 == 0 ? "none" : matching }, generation: 2))
    #expect(view.problem == nil && view.count == 1 && view.row(at: 0) == 1)
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
    let request = ViewRequest(filter: filter.map { RowFilter(Array($0.utf8)) }, sort: sort)
    for dropped in [0, 3] {
      let view = View(in: SteppedWorld())
      var content = content(store(20 + dropped) { "\($0 - dropped)" })
      content.droppedRowCount = dropped
      _ = try view.show(request, of: content)
      for (row, place) in places { #expect(view.nearestPlace(to: row) == place, "\(row)") }
    }
  }

  /// The next match may be among rows that are not read yet, unless the search has found one before the end.
  @Test(
    arguments: [
      ("3", 1, false, 3, 3), ("9", 1, false, nil, 9), ("1", 1, false, nil, 10),
      ("1", 3, true, 1, 1), ("3", 1, true, nil, 13), ("x", 1, false, nil, nil),
    ] as [(String, Int, Bool, Int?, Int?)])
  func `has the match of a whole file, however much of it is read`(
    text: String, place: Int, isBackward: Bool, first: Int?, last: Int?
  ) throws {
    let view = View(in: SteppedWorld())
    var part = content(store(5) { "\($0)" })
    part.isPartOfFile = true
    _ = try view.show(self.text("x"), of: part)
    #expect(view.isComplete && !view.isComplete(ofFirst: 5) && view.isBeginning)
    _ = try view.show(ViewRequest(), of: part)
    let filter = RowFilter(Array(text.utf8))
    let hasFound = try view.find(filter, from: place, isBackward: isBackward).contains(.found)
    #expect(hasFound == (first != nil))
    #expect(view.isFinding == (first == nil) && view.takeFound() == first)
    let change = view.contentChanged(content(store(15) { "\($0)" }))
    #expect(change.contains(.found) == (first == nil))
    #expect(!view.isFinding && view.takeFound() == last)
    // What is ended stays so.
    _ = view.contentChanged(part)
    _ = try view.find(RowFilter(Array("y".utf8)), from: 0)
    view.endFind()
    #expect(!view.isFinding && view.contentChanged(content(store(15) { "\($0)" })).isEmpty)
  }

  @Test func `without a filter and a sort is the content`() throws {
    let view = View(in: SteppedWorld())
    let content = content(store(3) { "\($0)" })
    _ = try view.show(text("1"), of: content)
    _ = try view.show(ViewRequest(), of: content)
    #expect(rows(view) == [0, 1, 2] && view.place(of: 2) == 2 && view.place(of: 3) == nil)
    #expect(view.isComplete && view.progress == (3, 3))
  }

  @Test func `of one column is made anew when it turns out where that is`() throws {
    let view = View(in: SteppedWorld())
    let lines = ["name\tkind", "a\tb", "b\ta", "c\tb"]
    let store = store(lines.count) { lines[$0] }
    var content = content(store)
    _ = try view.show(text("b", column: 1), of: content)
    content.columns = Columns.detect(in: .kept(store), as: .tabSeparated, isWhole: true)
    _ = view.contentChanged(content)
    #expect(rows(view) == [0, 2] && view.isComplete)
  }

  @Test(arguments: [false, true])
  func `of a query follows its columns by their names, in the same rows and in others`(
    areOthers: Bool
  ) throws {
    let view = View(in: SteppedWorld())
    func table(_ names: String, generation: Int) -> Content {
      let lines = [names, "a\tb", "b\ta", "c\tb"]
      let store = store(lines.count) { lines[$0] }
      var content = content(store, generation: generation)
      content.columns = Columns.detect(in: .kept(store), as: .tabSeparated, isWhole: true)
      return content
    }
    let filter = RowFilter(Array("kind:b".utf8), kind: .query)
    let first = table("name\tkind", generation: 1)
    _ = try view.show(ViewRequest(filter: filter), of: first)
    #expect(rows(view) == [0, 2])
    var second = table("kind\tname", generation: 2)
    if !areOthers {
      second = Content(title: "", rows: first.rows)
      second.generation = 1
      second.columns = table("kind\tname", generation: 1).columns
    }
    _ = view.contentChanged(second)
    #expect(rows(view) == [1] && view.isComplete)
  }

  @Test func `of one column is looked for everywhere, wherever it was found in another`() throws {
    let world = SteppedWorld()
    let view = View(in: world)
    let store = store(100_001) {
      $0 == 0
        ? "first\tsecond\tnumber"
        : "\($0 <= 9 ? "x" : "a")\t\($0 > 99_991 ? "x" : "a")\t\($0)"
    }
    var content = content(store)
    content.columns = Columns.detect(in: .kept(store), as: .tabSeparated, isWhole: true)
    _ = try view.show(text("x", column: 1), of: content)
    finish(view, in: world)
    #expect(rows(view) == Array(99_991..<100_000))
    _ = try view.show(text("x", column: 0), of: content)
    finish(view, in: world)
    #expect(rows(view) == Array(0..<9))
  }

  @Test func `stays until the next one has rows, and that comes in parts`() throws {
    let world = SteppedWorld()
    let view = View(in: world)
    let content = content(store(100_000) { $0 < 60_000 ? "early \($0)" : "late \($0)" })
    _ = try view.show(text("early"), of: content)
    finish(view, in: world)
    #expect(view.count == 60_000)
    _ = try view.show(text("late"), of: content)
    var counts: [Int] = []
    for _ in 0..<100 where !view.isComplete {
      for token in world.step() { _ = view.take(token) }
      counts.append(view.count)
    }
    #expect(counts.first == 60_000)
    #expect(counts.last == 40_000)
    #expect(counts.contains { $0 > 0 && $0 < 40_000 })
  }

  @Test func `of a content that is replaced is empty until there is something of the new one`()
    throws
  {
    let world = SteppedWorld()
    let view = View(in: world)
    _ = try view.show(text("9"), of: content(store(30_000) { "\($0)" }))
    finish(view, in: world)
    let change = view.contentChanged(content(store(20_000) { "\($0)" }, generation: 2))
    #expect(change.contains(.replaced))
    #expect(view.count == 0 && view.place(of: 9) == nil && !view.isComplete)
    finish(view, in: world)
    #expect(rows(view) == (0..<20_000).filter { "\($0)".contains("9") })
  }

  @Test func `of a request that another one follows never comes`() throws {
    let world = SteppedWorld()
    let view = View(in: world)
    let content = content(store(100_000) { "\($0)" })
    _ = try view.show(text("1"), of: content)
    for token in world.step() { _ = view.take(token) }
    _ = try view.show(text("77777"), of: content)
    finish(view, in: world)
    #expect(rows(view) == [77_777])
  }

  @Test func `of a request that extends one that found nothing yet is looked for in all rows`()
    throws
  {
    let world = SteppedWorld()
    let view = View(in: world)
    let content = content(store(100_000) { "\($0)" })
    _ = try view.show(text("1"), of: content)
    finish(view, in: world)
    _ = try view.show(text("2"), of: content)
    #expect(view.progress == (0, 100_000))
    _ = try view.show(text("22"), of: content)
    finish(view, in: world)
    #expect(rows(view) == (0..<100_000).filter { "\($0)".contains("22") })
  }

  @Test func `that nobody wants any more is not looked for beside the loop`() throws {
    let world = SteppedWorld()
    let view = View(in: world)
    let content = content(store(100_000) { "\($0)" })
    _ = try view.show(text("1"), of: content)
    #expect(world.hasWork)
    _ = try view.show(ViewRequest(), of: content)
    _ = world.step()
    #expect(!world.hasWork && view.isComplete && view.count == 100_000)
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
    let content = content(store(100_000) { "\($0)" })
    #expect(view.problem == nil)
    _ = try view.show(text("1"), of: content)
    #expect(view.problem == .system(SystemError(call: "pthread_create", code: 11)))
    #expect(view.count == 100_000 && !view.isComplete)
    // Nothing is waited for, and the next request is another matter.
    #expect(view.isComplete(ofFirst: 10) && !view.isBeginning)
    _ = try view.show(ViewRequest(), of: content)
    #expect(view.problem == nil && view.isComplete)
  }

  @Test func `says whether places mean other rows, not when rows were added`() throws {
    let view = View(in: SteppedWorld())
    let store = store(3) { "\($0)" }
    var content = content(store)
    #expect(view.contentChanged(content) == .replaced)
    #expect(view.contentChanged(content) == [])
    #expect(try view.show(text("1"), of: content).contains(.replaced))
    for (row, isFound) in [("11", true), ("5", false)] {
      store.append(Array("\(row)\n".utf8).span)
      let count = view.count
      #expect(!view.contentChanged(content).contains(.replaced))
      #expect(view.count == count + (isFound ? 1 : 0))
    }
    #expect(rows(view) == [1, 3])
    (content.droppedRowCount, content.generation) = (1, 2)
    #expect(view.contentChanged(content).contains(.replaced))
    #expect(rows(view) == [0, 2])
  }

  @Test func `that another one follows leaves it nothing of what it has found`() {
    struct Count: SearchJob {
      let result: Int
      mutating func search(_ slice: RowSlice, isCancelled: () -> Bool) {}
      mutating func settle(isCancelled: () -> Bool) {}
    }
    let search = BackgroundSearch<Count>()
    for number in [1, 2] {
      search.begin(Count(result: number))
      #expect(search.take() == nil && !search.isIdle)
      #expect(search.step().hasNews)
    }
    #expect(search.take() == 2 && search.isIdle)
  }

  @Test func `that is closed lets go of what works beside the loop`() throws {
    let world = SteppedWorld()
    let view = View(in: world)
    let content = content(store(100_000) { "\($0)" })
    _ = try view.show(text("1"), of: content)
    #expect(world.ports.map(\.isClosed) == [false])
    view.close()
    #expect(world.ports.map(\.isClosed) == [true])
  }

  @Test func `that cannot be made leaves the one before`() throws {
    let view = View(in: SteppedWorld())
    let content = content(store(30) { "\($0)" })
    _ = try view.show(text("7"), of: content)
    #expect(throws: ViewProblem.self) {
      try view.show(
        ViewRequest(filter: RowFilter(Array("(".utf8), kind: .expression)), of: content)
    }
    #expect(rows(view) == [7, 17, 27] && view.request == text("7"))
  }

  @Test func `finds the places of matches in one column`() throws {
    let view = View(in: SteppedWorld())
    let rows = store(4) { $0 == 0 ? "NAME\tKIND\tSIZE" : "web\tpod web\t\($0)" }
    var content = content(rows)
    content.columns = Columns.detect(in: content.rows, as: .tabSeparated, isWhole: true)
    _ = try view.show(text("web", column: 1), of: content)
    #expect(view.count == 3)
    var ranges: [Range<Int>] = []
    content.withRow(0) { row, _ in view.findMatches(in: row, into: &ranges) }
    #expect(ranges == [8..<11])
  }

  @Test func `sorts rows that begin alike, and those that come later into them`() throws {
    let world = SteppedWorld()
    let view = View(in: world)
    let rows = store(5000) { "the same beginning \(($0 * 7919) % 5003)" }
    _ = try view.show(ViewRequest(sort: RowSort(by: .text)), of: content(rows))
    finish(view, in: world)
    rows.append(Array("the same beginning 25x\nanother\n".utf8).span)
    _ = view.contentChanged(content(rows))
    finish(view, in: world)
    let shown = (0..<view.count).compactMap { view.row(at: $0) }.map { row in
      rows.withRow(row) { bytes, _ in string(bytes) }
    }
    #expect(shown.count == 5002)
    #expect(zip(shown, shown.dropFirst()).allSatisfy { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  /// Each request with rows that never stop coming: 8,000 more before each step.
  @Test(arguments: [
    ViewRequest(filter: RowFilter(Array("7".utf8))), ViewRequest(filter: RowFilter([0x58])),
    ViewRequest(sort: RowSort(by: .number)),
  ])
  func `is complete of the rows that there were, though others come without end`(
    request: ViewRequest
  ) throws {
    let world = SteppedWorld()
    let view = View(in: world)
    let rows = store(40_000) { "\($0 * 7919 % 40_009)" }
    // Of a view before this one; nothing of it is to be seen.
    _ = try view.show(text("4"), of: content(rows))
    _ = try view.show(request, of: content(rows))
    #expect(!view.isComplete(ofFirst: 40_000) && view.isBeginning)
    let more = Array(String(repeating: "1234567\n", count: 8_000).utf8)
    var wanted = 40_000
    for _ in 0..<2 {
      var steps = 0
      while !view.isComplete(ofFirst: wanted), steps < 400 {
        steps += 1
        rows.append(more.span)
        _ = view.contentChanged(content(rows))
        for token in world.step() { _ = view.take(token) }
      }
      #expect(steps < 400 && !view.isBeginning && !view.isComplete)
      let shown = self.rows(view).filter { $0 < 40_000 }
      let all = (0..<40_000).filter { row in
        request.filter.map { $0.text == [0x37] && "\(row * 7919 % 40_009)".contains("7") } ?? true
      }
      #expect(Set(shown) == Set(all))
      wanted = rows.count
    }
    let numbers = self.rows(view).prefix(50).map { $0 * 7919 % 40_009 }
    if request.sort != nil { #expect(numbers == Array(0..<50)) }
    // Of rows that there are not, nothing is waited for.
    finish(view, in: world)
    let later = request.filter.map { $0.text == [0x37] } ?? true ? rows.count - 40_000 : 0
    #expect(self.rows(view).count { $0 >= 40_000 } == later)
    #expect(view.isComplete(ofFirst: .max))
  }

  @Test(arguments: [false, true])
  func `sorts rows that are alike into their own order, however many`(isDescending: Bool) throws {
    let world = SteppedWorld()
    let view = View(in: world)
    let sort = RowSort(by: .number, isDescending: isDescending)
    _ = try view.show(ViewRequest(sort: sort), of: content(store(100_000) { "\($0 * 7 % 3)" }))
    finish(view, in: world)
    let groups = (0..<3).map { number in (0..<100_000).filter { $0 * 7 % 3 == number } }
    let isRight = rows(view) == (isDescending ? groups.reversed() : groups).flatMap(\.self)
    #expect(isRight)
  }

  @Test(arguments: [0, 6, 7, 8, 13, 14, 509, 510, 511], [false, true])
  func `sorts by the first 511 bytes`(count: Int, isDescending: Bool) throws {
    let view = View(in: SteppedWorld())
    let rows = store(2) { row in
      String(repeating: "x", count: count) + ((row == 0) == isDescending ? "a" : "b")
    }
    let sort = RowSort(by: .text, isDescending: isDescending)
    _ = try view.show(ViewRequest(sort: sort), of: content(rows))
    #expect(self.rows(view) == (count < 511 ? [1, 0] : [0, 1]))
  }

  @Test(arguments: [false, true])
  func `puts rows that come later behind those that are alike`(isDescending: Bool) throws {
    let world = SteppedWorld()
    let view = View(in: world)
    let rows = store(5000) { "\($0 % 50)" }
    let sort = RowSort(by: .number, isDescending: isDescending)
    _ = try view.show(ViewRequest(sort: sort), of: content(rows))
    finish(view, in: world)
    rows.append(Array("7\n0\n7\n49\n".utf8).span)
    _ = view.contentChanged(content(rows))
    finish(view, in: world)
    let numbers = (0..<5000).map { $0 % 50 } + [7, 0, 7, 49]
    let wanted = numbers.indices.sorted { first, second in
      numbers[first] == numbers[second]
        ? first < second : (numbers[first] < numbers[second]) != isDescending
    }
    #expect(self.rows(view) == wanted)
  }

  @Test func `says when there are too many rows to sort`() {
    var set = RowSet()
    for row in 0..<11 { set.append(row) }
    var sorter = RowSorter(
      SortKeyReader(RowSort(by: .text), columns: nil), maxRows: 10)
    #expect(throws: ViewProblem.tooManyToSort) { try sorter.sort(set) { false } }
  }

  @Test func `puts a few rows that come later in their places, and sorts all no more for them`()
    throws
  {
    // The last two belong beside each other, the smaller one first.
    let last = [4999: 5010, 4998: 5020]
    let rows = store(5000) { "\(last[$0] ?? $0 * 7919 % 5003)" }
    var sorter = RowSorter(SortKeyReader(RowSort(by: .number), columns: nil))
    func add(_ fresh: Range<Int>, to set: inout RowSet) throws {
      for row in fresh { set.append(row) }
      var way = ScanPlan(
        [ScanPlan.Segment(rows: fresh)], maxBytes: RowSorter.sliceBytes)
      while let slice = try way.next(in: .kept(rows)) { sorter.add(slice) }
    }
    var set = RowSet()
    try add(0..<4990, to: &set)
    #expect(try sorter.sort(set) { true } == nil)
    #expect(try sorter.sort(set) { false }?.ranks.count == 4990)
    try add(4990..<5000, to: &set)
    // What takes no time is not broken off.
    let order = try sorter.sort(set) { true }
    let numbers = order?.ranks.map { last[Int($0)] ?? Int($0) * 7919 % 5003 }
    #expect(numbers?.count == 5000 && numbers == numbers?.sorted())
  }

  @Test func `has no order any more once there are too many rows`() throws {
    let rows = store(12) { "\(99 - $0)" }
    var search = ViewSearch(
      RowScan(matcher: .every, selector: CellSelector(nil, of: nil)),
      sort: RowSort(by: .number), columns: nil, maxRows: 10)
    var counts: [Int?] = []
    for range in [0..<10, 10..<12] {
      var way = ScanPlan([ScanPlan.Segment(rows: range)])
      while let slice = try way.next(in: .kept(rows)) {
        search.search(slice, isCancelled: { false })
      }
      search.settle(isCancelled: { false })
      counts.append(search.result.order?.ranks.count)
    }
    let result = search.result
    #expect(counts == [10, nil] && result.rows.count == 12 && result.isSettled)
    #expect(result.problem == .tooManyToSort)
  }

  @Test func `of fuzzy words is sorted by how well rows match`() throws {
    let view = View(in: SteppedWorld())
    let rows = ["f x b", "foo bar", "fxxxxxxxxb", "fb"]
    let filter = RowFilter(Array("fb".utf8), kind: .fuzzy)
    let content = content(store(rows.count) { rows[$0] })
    _ = try view.show(ViewRequest(filter: filter, sort: RowSort(by: .score)), of: content)
    let best = self.rows(view)
    #expect(best == [0, 3, 1, 2] || best == [3, 0, 1, 2])
    let worstFirst = RowSort(by: .score, isDescending: true)
    _ = try view.show(ViewRequest(filter: filter, sort: worstFirst), of: content)
    #expect(self.rows(view) == best.reversed())
  }

  @Test func `finds the next match and the one before, round the end`() throws {
    let view = View(in: SteppedWorld())
    let content = content(store(20) { "\($0)" })
    _ = try view.show(text("1"), of: content)
    #expect(rows(view) == [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
    func found(_ wanted: String?, from place: Int, isBackward: Bool = false) throws -> Int? {
      let filter = wanted.map { RowFilter(Array($0.utf8)) }
      let change = try view.find(filter, from: place, isBackward: isBackward)
      #expect(change.contains(.found))
      return view.takeFound()
    }
    #expect(try found("5", from: 0) == 6)
    #expect(try found("5", from: 6) == 6)
    #expect(try found("0", from: 6) == 1)
    #expect(try found("1", from: 0, isBackward: true) == 10)
    #expect(try found("2", from: 3) == 3)
    #expect(try found("1", from: -1) == 0)
    #expect(try found("none", from: 3) == nil)
    #expect(try found("1", from: -1, isBackward: true) == 10)
    // Any row.
    #expect(try found(nil, from: 0) == 1 && found(nil, from: 10) == 0)
    #expect(try found(nil, from: 1, isBackward: true) == 0)
    #expect(try found(nil, from: 0, isBackward: true) == 10)
  }

  @Test(arguments: [false, true])
  func `stops finding when it is told to, and for another request`(isRequest: Bool) throws {
    let world = SteppedWorld()
    let view = View(in: world)
    let content = content(store(100_000) { "\($0)" })
    _ = try view.show(ViewRequest(), of: content)
    let change = try view.find(RowFilter(Array("none".utf8)), from: 0)
    #expect(!change.contains(.found))
    #expect(view.isFinding)
    if isRequest { _ = try view.show(text("1"), of: content) } else { view.endFind() }
    #expect(!view.isFinding)
    for _ in 0..<10 { for token in world.step() { #expect(!view.take(token).contains(.found)) } }
  }

  @Test func `finds nothing in a content that another one has replaced`() throws {
    let world = SteppedWorld()
    let view = View(in: world)
    _ = try view.show(ViewRequest(), of: content(store(100_000) { "\($0)" }))
    _ = try view.find(RowFilter(Array("99999".utf8)), from: 0)
    #expect(view.isFinding)
    #expect(view.contentChanged(content(store(3) { "\($0)" }, generation: 2)).contains(.replaced))
    #expect(!view.isFinding)
    for _ in 0..<10 { for token in world.step() { #expect(!view.take(token).contains(.found)) } }
  }

  // MARK: - Files

  private func indexed(_ bytes: [UInt8]) throws -> Loop {
    var options = ContentLoader.Options()
    options.maxKeptFileBytes = -1
    let loop = try Loop(.file(folder.write("file", bytes)), options)
    loop.start()
    #expect(loop.run())
    return loop
  }

  @Test func `of a file that is only indexed is made from the file`() throws {
    let loop = try indexed((0..<50_000).flatMap { Array("row \($0)\r\n".utf8) })
    let world = SteppedWorld()
    let view = View(in: world)
    _ = try view.show(text("9\r"), of: loop.content)
    finish(view, in: world)
    #expect(view.count == 0)
    let filter = RowFilter(Array("77$".utf8), kind: .expression)
    _ = try view.show(
      ViewRequest(filter: filter, sort: RowSort(by: .text, isDescending: true)), of: loop.content)
    finish(view, in: world)
    let wanted = (0..<50_000).filter { $0 % 100 == 77 }.sorted { "\($0)" > "\($1)" }
    #expect(rows(view) == wanted)
  }

  @Test func `of a file that was cut short has its last rows empty, and the file has changed`()
    throws
  {
    let loop = try indexed((0..<50_000).flatMap { Array("row \($0)\n".utf8) })
    _ = folder.write("file", Array("row 0\nrow 1\n".utf8))
    let world = SteppedWorld()
    let view = View(in: world)
    _ = try view.show(text("row"), of: loop.content)
    finish(view, in: world)
    #expect(rows(view) == [0, 1])
    _ = loop.loader.checkNotices()
    #expect(loop.content.notices.contains(.fileChanged))
  }

  /// A row of 4 MB between others.
  private static let longRow: [UInt8] = {
    let beginning = "first\n" + String(repeating: "x", count: RowLimits.maxRowBytes - 3)
    return Array(
      (beginning + "end beyond" + String(repeating: "yé", count: 900_000) + " last\r\nbeyond\n")
        .utf8)
  }()

  @Test(
    arguments: [
      ("end", .text, [1], true), ("xend b", .text, [1], true), ("beyond", .text, [1, 2], true),
      ("yé last", .text, [1], true), ("YÉ LAST", .text, [], true), ("last\r", .text, [], true),
      ("^x+end.*last$", .expression, [1], true), ("d[^z]*t$", .expression, [1], true),
      ("^(beyond|last)$", .expression, [2], true), ("éy? last$", .expression, [1], true),
      ("'end", .query, [1], true), ("'be", .query, [2], false), ("'beyond", .query, [2], false),
      ("zz", .fuzzy, [], false),
    ] as [(text: String, kind: RowFilter.Kind, rows: [Int], isSure: Bool)], [true, false])
  func `looks at all of a long row, or says that it does not`(
    filter: (text: String, kind: RowFilter.Kind, rows: [Int], isSure: Bool), isIndexed: Bool
  ) throws {
    let loop = isIndexed ? try indexed(Self.longRow) : nil
    let content = loop?.content ?? content(stored(Self.longRow, slices: []))
    let world = SteppedWorld()
    let view = View(in: world)
    let wanted = RowFilter(
      Array(filter.text.utf8), kind: filter.kind,
      letterCase: filter.text == "YÉ LAST" ? .sensitive : .insensitive)
    _ = try view.show(ViewRequest(filter: wanted), of: content)
    finish(view, in: world)
    #expect(rows(view) == filter.rows)
    #expect(view.problem == (filter.isSure ? nil : .onlyBeginnings(isFilter: true)))
  }

  @Test
  func `says where a long row was not searched, also in a search among the rows found before`()
    throws
  {
    let content = content(stored(Self.longRow, slices: []))
    let world = SteppedWorld()
    let view = View(in: world)
    for word in ["'b", "'be"] {
      let filter = RowFilter(Array(word.utf8), kind: .query)
      _ = try view.show(ViewRequest(filter: filter), of: content)
      finish(view, in: world)
      #expect(rows(view) == [2] && view.problem == .onlyBeginnings(isFilter: true))
    }
    _ = try view.show(ViewRequest(), of: content)
    for (wanted, isSure) in [("'last", false), ("'end", true), ("'none", false)] {
      _ = try view.find(RowFilter(Array(wanted.utf8), kind: .query), from: -1)
      for _ in 0..<1000 where view.isFinding {
        for token in world.step() { _ = view.take(token) }
      }
      #expect((view.takeFound() == 1) == isSure, "\(wanted)")
      #expect(view.problem == (isSure ? nil : .onlyBeginnings(isFilter: false)), "\(wanted)")
    }
    view.endFind()
    #expect(view.problem == nil)
  }
}

@Suite struct `Searching slices` {
  @Test func `leaves out what has no row that matched before`() throws {
    let rows = Rows.kept(stored([UInt8](repeating: 0x0A, count: 1 << 20), slices: []))
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

  @Test func `goes over the rows that come meanwhile, too, each once`() throws {
    let rows = Rows.kept(stored([UInt8](repeating: 0x0A, count: 100), slices: []))
    var only = RowSet()
    for row in 0..<40 { only.append(row) }
    for segments in [[], [ScanPlan.Segment(rows: 0..<40)], [.init(rows: 0..<40, only: only)]] {
      var way = ScanPlan(segments)
      if segments.isEmpty { way.append(0..<40) }
      way.append(40..<40)
      way.append(40..<60)
      var wanted: [Int] = []
      while let slice = try way.next(in: rows) { wanted += slice.wanted }
      #expect(wanted == Array(0..<60) && way.isDone)
      way.append(60..<100)
      while let slice = try way.next(in: rows) { wanted += slice.wanted }
      #expect(wanted == Array(0..<100) && way.isDone)
    }
  }

  @Test(arguments: [RowFilter.Kind.text, .expression, .fuzzy, .query])
  func `stops between rows when it is cancelled`(kind: RowFilter.Kind) throws {
    let rows = Rows.kept(
      stored(Array(repeating: Array("a\n".utf8), count: 1000).flatMap { $0 }, slices: []))
    let slice = try #require(try rows.slice(at: 0))
    let matcher = try RowMatcher(RowFilter(Array("a".utf8), kind: kind), findsRanges: false)
    let scan = RowScan(matcher: matcher, selector: CellSelector(nil, of: nil))
    var buffer = RowSlice.Buffer()
    var found = 0
    slice.withBytes(in: &buffer) { bytes in
      scan.scan(bytes, of: slice, isCancelled: { found == 10 }) { _, _, _ in found += 1 }
    }
    #expect(found == 10)
  }

  @Test func `is done on a thread, which tells the loop`() throws {
    let poller = try Poller()
    let world = ThreadWorld(poller)
    let view = View(in: world)
    let rows = RowStore()
    var content = Content(title: "", rows: .kept(rows))
    content.generation = 1
    _ = try view.show(ViewRequest(filter: RowFilter(Array("77".utf8))), of: content)
    // Rows arrive while others are looked at.
    for start in stride(from: 0, to: 200_000, by: 20_000) {
      let bytes = (start..<start + 20_000).flatMap { Array("\($0)\n".utf8) }
      rows.append(bytes.span)
      _ = view.contentChanged(content)
    }
    var ready: [Ready] = []
    for _ in 0..<1000 where !view.isComplete {
      try poller.wait(timeoutNanoseconds: 10_000_000_000, into: &ready)
      for port in ready { _ = view.take(port.token) }
    }
    let wanted = (0..<200_000).filter { "\($0)".contains("77") }
    #expect((0..<view.count).compactMap { view.row(at: $0) } == wanted)
    view.close()
  }
}

final class ThreadWorld: BackgroundWorld {
  private let poller: Poller

  init(_ poller: Poller) { self.poller = poller }

  func openBackground(
    for work: any BackgroundWork
  ) throws(SystemError) -> any BackgroundHandle {
    try BackgroundThreads(work, in: poller)
  }
}
