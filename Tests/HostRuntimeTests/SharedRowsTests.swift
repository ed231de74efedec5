import HostContent
import HostPlugins
import HostText
import Testing

@testable import HostRuntime

/// The content of a session and its view, as its children see them.
@Suite final class `The rows that children share` {
  private let small: SmallSession

  init() throws {
    small = try SmallSession(
      #"printf 'NAME  SIZE\nweb   10\ndb    9\nweb2  7\n' ; echo no >&2; exit "${FAILS:-0}""#
    ).loaded()
  }

  private var run: RunContext { small.run }
  private var view: SharedRowView { get throws { try #require(run.view) } }
  private var content: ContentReader { get throws { try #require(run.content) } }

  private func rows(of view: SharedRowView) -> [UInt64] {
    unsafe [UInt64](unsafeUninitializedCapacity: 9) { room, count in
      count = unsafe view.copyRows(from: 0, into: room)
    }
  }

  @Test func `match what is looked for until that is ended, and then the filter alone`() throws {
    let view = try view
    view.show(ViewRequest(filter: RowFilter(Array("we".utf8))))
    view.find(RowFilter(Array("b".utf8)), from: nil, isBackward: false)
    #expect(view.matches(in: 0, column: 0) == [0..<3])
    view.endFind()
    #expect(view.matches(in: 0, column: 0) == [0..<2])
  }

  @Test(arguments: [("", [0, 1, 2]), ("we", [0, 2]), ("none", [])] as [(String, [UInt64])])
  func `are copied from any place on, as many as there is room for`(
    text: String, expected: [UInt64]
  ) throws {
    let view = try view
    view.show(ViewRequest(filter: text.isEmpty ? nil : RowFilter(Array(text.utf8))))
    for place in [0, 1, 2, 3, 4, .max] as [UInt64] {
      for count in 0...4 {
        let copied = unsafe [UInt64](unsafeUninitializedCapacity: 9) { room, filled in
          filled = unsafe view.copyRows(
            from: place, into: UnsafeMutableBufferPointer(rebasing: room[..<count]))
        }
        #expect(copied == Array(expected.dropFirst(Int(clamping: place)).prefix(count)))
      }
    }
    for row in 0...3 as ClosedRange<UInt64> {
      #expect(view.place(of: row) == expected.firstIndex(of: row).map { UInt64($0) })
    }
  }

  @Test func `are all there for an invalid expression that no row matches as a query`() throws {
    let view = try view
    var query = PickQuery("(")
    view.show(query)
    #expect(rows(of: view) == [] && view.facts.problem == nil)
    _ = query.edit(Key(.character("r"), .control))
    view.show(query)
    #expect(rows(of: view) == [0, 1, 2])
    #expect(view.facts.problem == "invalid regular expression: the ( at byte 1 has no )")
    // While it is typed, the rows stay.
    query = PickQuery("db")
    _ = query.edit(Key(.character("r"), .control))
    view.show(query)
    query.insert("[")
    view.show(query)
    #expect(rows(of: view) == [1] && view.facts.problem?.hasPrefix("invalid") == true)
  }

  @Test func `are not accepted while the expression of a pick is invalid, except marked ones`()
    throws
  {
    var query = PickQuery("db")
    _ = query.edit(Key(.character("r"), .control))
    let selection = run.selection
    for (text, isAccepted) in [("", true), ("[", false), ("]", true), ("(", false)] {
      query.insert(text == "]" ? "a]?" : text)
      run.query = query
      try view.show(query)
      selection.anchor(.top)
      #expect(rows(of: try view) == [1] && (selection.chosenRows != nil) == isAccepted)
      #expect((selection.accept(1) != nil) == isAccepted)
      let notice = selection.facts.notice
      #expect(notice?.hasPrefix("nothing was chosen: invalid") ?? false == !isAccepted)
    }
    _ = selection.mark(2, count: 1, true)
    #expect(selection.accept(1) == [2..<3])
    run.query = nil
    #expect(selection.accept(1) == [2..<3])
  }

  @Test func `match the words of a pick as they are, also when a child sorts them`() throws {
    let view = try view
    var query = PickQuery("wb")
    (query.matchesExactly, query.letterCase) = (true, .sensitive)
    for text in ["", "'"] {
      _ = query.edit(Key(.character("a"), .control))
      query.insert(text)
      view.show(query)
      let (filter, found) = (view.facts.request.filter, text.isEmpty ? [] : [0, 2] as [UInt64])
      #expect(Set(rows(of: view)) == Set(found) && filter?.letterCase == .sensitive)
      view.show(
        ViewRequest(
          filter: filter.map { RowFilter($0.text, kind: .query, letterCase: .sensitive) },
          sort: RowSort(by: .natural, column: 0)))
      #expect(Set(rows(of: view)) == Set(found))
    }
    view.show(ViewRequest(filter: RowFilter(Array("wb".utf8), kind: .query)))
    #expect(rows(of: view) == [0, 2])
  }

  @Test func `have no problem of a search that was ended or replaced`() throws {
    let view = try view
    let invalid = RowFilter(Array("(".utf8), kind: .expression)
    for next in [RowFilter(Array("b".utf8)), nil] {
      view.find(invalid, from: nil, isBackward: false)
      #expect(view.facts.problem?.hasPrefix("invalid") == true)
      if let next { view.find(next, from: nil, isBackward: false) } else { view.endFind() }
      #expect(view.facts.problem == nil)
    }
    // The end of a search is not the end of the filter's problem.
    view.show(ViewRequest(filter: invalid))
    view.endFind()
    #expect(view.facts.problem?.hasPrefix("invalid") == true)
  }

  /// A child asks for a view, or the user does.
  private func show(_ request: ViewRequest, by name: String?) throws -> String? {
    try view.willShow(request, for: name)
    try view.show(request)
    return try view.setter
  }

  @Test func `are filtered, sorted or both by a child that is named, until the user's come back`()
    throws
  {
    let own = ViewRequest(filter: RowFilter(Array("we".utf8)))
    let db = RowFilter(Array("db".utf8))
    let sort = RowSort(by: .natural, column: 0)
    #expect(try show(own, by: nil) == nil)
    let shown: [(ViewRequest, String, String)] = [
      (ViewRequest(filter: db), "filtered", "One"), (ViewRequest(sort: sort), "sorted", "One"),
      (ViewRequest(filter: db, sort: sort), "filtered and sorted", "Two"),
      (ViewRequest(), "unfiltered", "One"),
    ]
    for (request, what, name) in shown {
      #expect(try show(request, by: name) == "rows \(what) by \(name)")
    }
    try view.willFind(for: "Two")
    try view.find(db, from: nil, isBackward: false)
    #expect(try view.setter == "rows unfiltered by One, search by Two")
    try view.restore()
    #expect(try view.setter == nil && view.facts.request == own && view.facts.find == .none)
    #expect(try rows(of: view) == [0, 2])
    // A child that shows what the user had has set nothing.
    #expect(try show(ViewRequest(filter: db), by: "One") != nil && show(own, by: "One") == nil)
  }

  @Test func `are found by no pattern that takes too long, which is said with its owner`() throws {
    let letters = "awk 'BEGIN { for (; i < 30000; i++) printf \"%c\", 97 + rand() * 3 }'"
    let small = try SmallSession(letters).loaded()
    let view = try #require(small.run.view)
    let filter = RowFilter(Array("a(a|b|c|[ab]){200}[xy]".utf8), kind: .expression)
    let pattern = #""a(a|b|c|[ab]){200}[xy]""#
    for (isFilter, name) in [(true, "Small"), (true, nil), (false, "Small"), (false, nil)]
      as [(Bool, String?)]
    {
      let what = isFilter ? "filter \(pattern)" : "search \(pattern)"
      let problem =
        (name.map { "\(what) of \($0)" } ?? "your \(what)")
        + " takes too long; not all matches are found"
      if isFilter {
        view.willShow(ViewRequest(filter: filter), for: name)
        view.show(ViewRequest(filter: filter))
      } else {
        view.willFind(for: name)
        view.find(filter, from: nil, isBackward: false)
      }
      #expect(try small.turn { view.isAtRest })
      #expect(view.facts.problem == problem)
      if isFilter {
        #expect(view.setter == name.map { _ in problem })
        view.restore()
        view.show(ViewRequest())
        #expect(try small.turn { view.isAtRest })
      } else {
        view.endFind()
      }
      #expect(view.facts.problem == nil && view.setter == nil)
    }
  }

  @Test func `are selected among those that there are`() throws {
    let isSelected = (run.selection.select(2), run.selection.select(3))
    #expect(isSelected == (true, false) && run.selection.facts.row == 2)
    let before = run.selection.facts.marksRevision
    #expect(run.selection.mark(1, count: 2, true) == true)
    #expect(run.selection.facts.marksRevision > before)
    #expect(run.selection.mark(2, count: 2, true) == nil)
    #expect(run.selection.mark(3, count: 0, true) == true)
    #expect(run.selection.mark(4, count: 0, true) == nil)
  }

  @Test(arguments: [(0, 0), (1, 2), (2, 2)])
  func `are selected where they are sorted, or the next one where the filter hides it`(
    row: UInt64, selected: UInt64
  ) throws {
    let view = try view
    let byName = RowSort(by: .natural, column: 0)
    view.show(ViewRequest(filter: RowFilter(Array("we".utf8)), sort: byName))
    #expect(try small.turn { view.isAtRest })
    #expect(run.selection.select(row) && run.selection.facts.row == selected)
  }

  @Test func `match in cells, counted from where these begin`() throws {
    let view = try view
    view.show(ViewRequest(filter: RowFilter(Array("we".utf8))))
    #expect(rows(of: view) == [0, 2])
    #expect(view.matches(in: 2, column: nil) == [0..<2])
    #expect(view.matches(in: 2, column: 0) == [0..<2])
    #expect(view.matches(in: 2, column: 1) == [] && view.matches(in: 2, column: 2) == [])
    view.show(ViewRequest(filter: RowFilter(Array("0".utf8))))
    #expect(view.matches(in: 0, column: 1) == [1..<2])
    #expect(view.matches(in: 0, column: nil) == [7..<8])
  }

  @Test func `are read once for where they match, however often they do`() throws {
    let trace = String(repeating: #"at e.f(G.java)\n\t"#, count: 600)
    let row = #"{"level":"error","trace":"\#(trace)"}"#
    let small = try SmallSession(
      "printf '%s\\n' '{\"level\":\"no\",\"trace\":\"\"}' '\(row)' '\(row)'"
    ).loaded()
    let view = try #require(small.run.view)
    view.show(ViewRequest(filter: RowFilter(Array("e".utf8))))
    for column in 0..<2 as Range<UInt32> {
      let wanted = column == 0 ? [0..<1] : (0..<256).map { 16 * $0 + 3..<16 * $0 + 4 }
      #expect(view.matches(in: 1, column: column) == wanted)
    }
    #expect(view.matches(in: 1, column: nil).count == 256)
    #expect(view.places.readCount <= row.utf8.count)
    #expect(view.lookCount == 1)
    // Another filter, and another row, are looked at anew.
    view.show(ViewRequest(filter: RowFilter(Array("err".utf8))))
    #expect(view.matches(in: 1, column: 0) == [0..<3] && view.matches(in: 1, column: 1) == [])
    #expect(view.matches(in: 2, column: 0) == [0..<3] && view.lookCount == 3)
  }

  @Test func `are another view's with each that is shown, and with the end of the matches`() throws
  {
    let view = try view
    var revisions = [view.facts.revision]
    for text in ["we", "web", ""] {
      let filter = RowFilter(Array(text.utf8))
      view.show(ViewRequest(filter: text.isEmpty ? nil : filter))
      revisions.append(view.facts.revision)
      #expect(view.facts.hasMatches == !text.isEmpty)
    }
    view.find(RowFilter(Array("db".utf8)), from: nil, isBackward: false)
    revisions.append(view.facts.revision)
    view.endFind()
    revisions.append(view.facts.revision)
    #expect(zip(revisions, revisions.dropFirst()).allSatisfy { $0 < $1 }, "\(revisions)")
  }

  @Test func `are found from a place on, or from before the first and after the last`() throws {
    let view = try view
    func found(_ text: String, from place: UInt64?, isBackward: Bool = false) -> ViewFacts.Find {
      view.find(RowFilter(Array(text.utf8)), from: place, isBackward: isBackward)
      return view.facts.find
    }
    #expect(found("web", from: nil) == .found(row: 0))
    #expect(found("web", from: nil, isBackward: true) == .found(row: 2))
    #expect(found("web", from: 0) == .found(row: 2))
    #expect(found("nothing", from: 0) == .noMatch)
    #expect(view.facts.finds == 4)
    view.show(ViewRequest(filter: RowFilter(Array("d".utf8))))
    #expect(view.facts.find == .noMatch)
    view.endFind()
    #expect(view.facts.find == .none)
  }

  @Test func `are not found any more when others have taken their place`() throws {
    let view = try view
    view.willFind(for: "Small")
    view.find(RowFilter(Array("web".utf8)), from: nil, isBackward: false)
    #expect(view.setter == "search by Small")
    view.restore()
    #expect(view.facts.find == .none && view.setter == nil)
    view.willFind(for: "Small")
    view.find(RowFilter(Array("web".utf8)), from: nil, isBackward: false)
    let generation = try content.generation
    small.session.reload()
    #expect(try small.turn { self.run.content?.generation ?? 0 > generation })
    #expect(view.facts.find == .none && view.setter == nil)
  }

  @Test func `are as before where what is asked for is none, and that is said until the next`()
    throws
  {
    let view = try view
    view.show(ViewRequest(filter: RowFilter(Array("(".utf8), kind: .expression)))
    #expect(view.facts.problem != nil && rows(of: view) == [0, 1, 2])
    view.show(ViewRequest(filter: RowFilter(Array("db".utf8))))
    #expect(view.facts.problem == nil && rows(of: view) == [1])
    #expect(view.isAtRest)
  }

  /// So many rows that they are looked at beside the loop, which never happens.
  private func many() throws -> SmallSession {
    let many = try SmallSession("seq 20000")
    many.world.hasBackground = false
    many.session.begin()
    #expect(try many.turn { many.run.content?.content.isLoading == false })
    return many
  }

  @Test func `are looked for until that is ended, and nobody looks any more then`() throws {
    let many = try many()
    let view = try #require(many.run.view)
    view.find(RowFilter(Array("nowhere".utf8)), from: nil, isBackward: false)
    let before = view.facts
    #expect(before.find == .running && before.finds == 1 && !view.isAtRest)
    view.endFind()
    let after = view.facts
    #expect(after.find == .none && after.revision > before.revision && view.isAtRest)
  }

  @Test func `are looked at by nobody any more once the run is over, whatever is asked for`() throws
  {
    let many = try many()
    let view = try #require(many.run.view)
    let filter = RowFilter(Array("nowhere".utf8))
    view.show(ViewRequest(filter: filter))
    #expect(many.world.openIdleBackgrounds == 1)
    view.close()
    view.show(ViewRequest(filter: RowFilter(Array("9999".utf8))))
    view.find(filter, from: nil, isBackward: false)
    view.contentChanged()
    #expect(many.world.openIdleBackgrounds == 0 && view.facts.request.filter == filter)
  }

  @Test func `have no more places of matches than a plugin is given`() throws {
    let many = try SmallSession("printf '%0512d\\n' 0; printf '%0514d\\n' 0").loaded()
    let view = try #require(many.run.view)
    view.show(ViewRequest(filter: RowFilter(Array("0".utf8), kind: .expression)))
    #expect(view.matches(in: 0, column: nil).count == 1, "they touch")
  }
}
