import Testing

@testable import HostContent

/// After a reload a request means the columns of the same names.
@Suite struct `When a reload has other columns` {
  private let view = View(in: SteppedWorld())

  private func content(_ text: String, _ generation: Int, isLoading: Bool = false) -> Content {
    var content = Content(
      stored(text), as: isLoading ? nil : .automatic, generation: generation)
    content.isLoading = isLoading
    return content
  }

  private func begin(_ request: ViewRequest) throws {
    _ = try view.show(request, of: content("name\tsize\nb\t2\na\t10\n", 1))
  }

  @Test func `the sort is by the same one, wherever that is now`() throws {
    try begin(ViewRequest(sort: RowSort(by: .number, column: 1, isDescending: true)))
    #expect(view.rows == [1, 0])
    // Before the columns are known.
    _ = view.contentChanged(content("size\tkind\tname\n", 2, isLoading: true))
    _ = view.contentChanged(content("size\tkind\tname\n1\tx\tc\n3\tx\td\n2\tx\te\n", 3))
    #expect(view.request.sort == RowSort(by: .number, column: 0, isDescending: true))
    #expect(view.rows == [1, 2, 0] && view.problem == nil)
  }

  @Test func `the sort waits while the column is gone, and that is said`() throws {
    try begin(ViewRequest(sort: RowSort(by: .number, column: 1)))
    #expect(view.problem == nil)
    let change = view.contentChanged(content("name\tleft\nb\t2\na\t1\n", 2))
    #expect(change.contains(.replaced))
    #expect(view.request == ViewRequest() && view.isContent && view.rows == [0, 1])
    #expect(view.problem == .sortedColumnGone("size"))
    #expect(view.problem?.text == "not sorted: there is no column size any more")
    // A running load changes nothing, and its missing column is not reported again.
    _ = view.contentChanged(content("left\tname\n", 3, isLoading: true))
    #expect(view.problem == .sortedColumnGone("size"))
    let again = view.contentChanged(content("kind\tsize\nb\t2\na\t1\n", 4))
    #expect(again.contains(.replaced) && view.problem == nil)
    #expect(
      view.request == ViewRequest(sort: RowSort(by: .number, column: 1)) && view.rows == [1, 0])
    // A new request replaces the old one.
    _ = try view.show(ViewRequest(), of: content("name\tleft\nb\t2\na\t1\n", 5))
    _ = view.contentChanged(content("kind\tsize\nb\t2\na\t1\n", 6))
    #expect(view.problem == nil && view.isContent)
  }

  @Test func `the sort goes and the filter stays, and the other way round`() throws {
    let all = RowFilter("a")
    try begin(ViewRequest(filter: all, sort: RowSort(by: .number, column: 1)))
    _ = view.contentChanged(content("name\tleft\nb\t2\na\t1\nab\t0\n", 2))
    #expect(view.request == ViewRequest(filter: all) && view.rows == [1, 2])
    let two = RowFilter("2", column: 1)
    try begin(ViewRequest(filter: two, sort: RowSort(by: .text, column: 0)))
    #expect(view.rows == [0])
    _ = view.contentChanged(content("name\tleft\nb\t2\na\t1\n", 3))
    #expect(
      view.request == ViewRequest(sort: RowSort(by: .text, column: 0)) && view.rows == [1, 0])
    #expect(view.problem == .filteredColumnGone("size") && !view.hasMatches)
    // Of both the filter's is named.
    _ = view.contentChanged(content("kind\tleft\nb\t2\na\t1\n", 4))
    #expect(view.request == ViewRequest() && view.problem == .filteredColumnGone("size"))
  }

  @Test func `one of several of a name is that at its place, else the first`() {
    func columns(_ names: String...) -> Columns {
      Columns(
        columns: names.map { .init(name: $0, isNumeric: false, alignment: .left, width: 1) },
        headerRowCount: 1, format: .separated(by: 0x09))
    }
    var column = TrackedColumn(2, of: columns("a", "x", "x"))
    let places = [
      columns("b", "x", "x"), columns("x", "b"), columns("x", "x", "x"), columns("b"), nil,
      columns("b", "x"),
    ].map { column?.find(in: $0) }
    #expect(places == [2, 0, 0, nil, nil, 1])
    let others = [TrackedColumn(0, of: columns("")), TrackedColumn(1, of: columns("a"))]
    #expect(others.allSatisfy { $0?.name == nil })
  }

  @Test func `no rows and rows that are no table yet take nothing away`() throws {
    let request = ViewRequest(sort: RowSort(by: .number, column: 1))
    try begin(request)
    _ = view.contentChanged(content("", 2))
    #expect(view.request == request && view.problem == nil)
    _ = view.contentChanged(content("just\na text\n", 3))
    #expect(view.request == ViewRequest() && view.problem == .sortedColumnGone("size"))
  }

  @Test func `one that was asked for before there were columns has its name from then on`() throws {
    _ = try view.show(
      ViewRequest(sort: RowSort(by: .number, column: 1)),
      of: content("name\tsize\nb\t2\n", 1, isLoading: true))
    _ = view.contentChanged(content("name\tsize\nb\t2\na\t1\n", 2))
    #expect(view.rows == [1, 0])
    _ = view.contentChanged(content("size\tname\n2\tb\n1\ta\n", 3))
    #expect(view.request.sort?.column == 0 && view.rows == [1, 0])
  }

  @Test func `another filter has its own matches, though the one before loses its column`() throws {
    try begin(ViewRequest("2", column: 1))
    _ = try view.show(ViewRequest("b"), of: content("name\tleft\nb\t2\na\t1\n", 2))
    #expect(view.rows == [0] && view.hasMatches)
    let matches = view.matches(in: Array("b\t2".utf8).span)
    #expect(matches == [0..<1])
  }

  @Test func `what rows lack that still arrive may come with others of them`() throws {
    try begin(ViewRequest(filter: RowFilter("1", column: 1), sort: RowSort(by: .text, column: 1)))
    #expect(view.rows == [1])
    var arriving = content("name\tleft\na\t10\nb\t2\nc\t10\n", 2)
    arriving.isLoading = true
    _ = view.contentChanged(arriving)
    #expect(view.problem == nil && view.request == ViewRequest())
    #expect(view.rows == [0, 1, 2] && !view.hasMatches)
    _ = view.contentChanged(content("size\tname\n10\ta\n2\tb\n1\tc\n", 2))
    #expect(view.problem == nil && view.hasMatches)
    #expect(view.request.filter?.column == 0 && view.request.sort?.column == 0)
    #expect(view.rows == [2, 0])
  }

  @Test func `what was looked for is marked in the column of the same name`() throws {
    let text = "name\tsize\n2\t2\na\t10\n"
    try begin(ViewRequest())
    _ = view.contentChanged(content(text, 2))
    _ = try view.find(RowFilter("2", column: 1), from: -1)
    func matches(in row: String) -> [Range<Int>] {
      let matches = view.matches(in: Array(row.utf8).span)
      return matches
    }
    #expect(matches(in: "2\t2") == [2..<3])
    _ = view.contentChanged(content("size\tname\n2\t2\n10\ta\n", 3))
    #expect(matches(in: "2\t2") == [0..<1])
    _ = view.contentChanged(content("left\tname\n2\t2\n10\ta\n", 4))
    #expect(matches(in: "2\t2") == [] && !view.hasMatches)
  }

  @Test func `nothing is marked once the find has ended, but for what the filter matches`() throws {
    for filter in [nil, RowFilter("a")] {
      try begin(ViewRequest(filter: filter))
      _ = try view.find(RowFilter("1"), from: -1)
      func matches() -> [Range<Int>] {
        let matches = view.matches(in: Array("a\t10".utf8).span)
        return matches
      }
      #expect(matches() == (filter == nil ? [2..<3] : [0..<1, 2..<3]) && view.hasMatches)
      view.endFind()
      #expect(matches() == (filter == nil ? [] : [0..<1]))
      #expect(view.hasMatches == (filter != nil))
      try view.showFound(RowFilter("1"))
      #expect(matches() == (filter == nil ? [2..<3] : [0..<1, 2..<3]) && !view.isFinding)
    }
  }
}
