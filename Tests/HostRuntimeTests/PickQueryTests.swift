import HostContent
import HostPlugins
import HostText
import TestSupport
import Testing

@testable import HostRuntime
@testable import HostTerminal

/// The text that is typed in a pick.
@Suite struct `What is typed in a pick` {
  /// What keys by their names make of a text with a bar at its cursor, and of the cursor.
  private func edited(_ text: String, _ keys: [Key]) -> String {
    let parts = text.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
    var query = PickQuery(parts[0] + parts[1])
    for _ in parts[1] { _ = query.edit(Key(.left)) }
    for key in keys { _ = query.edit(key) }
    return query.textBeforeCursor + "|" + query.text.dropFirst(query.textBeforeCursor.count)
  }

  @Test(
    arguments: [
      ("ab|c", Key(.character("x")), "abx|c"), ("ab|c", Key(.backspace), "a|c"),
      ("|abc", Key(.backspace), "|abc"), ("ab|c", Key(.delete), "ab|"),
      ("abc|", Key(.delete), "abc|"),
      ("a b/c-d|e", Key(.character("w"), .control), "a |e"),
      ("a b/c-d|e", Key(.backspace, .alt), "a b/c-|e"),
      ("one two  |", Key(.character("w"), .control), "one |"),
      ("one tw|o", Key(.character("u"), .control), "|o"),
      ("a| b/c d", Key(.character("d"), .alt), "a|/c d"),
      ("ab|c", Key(.character("h"), .control), "a|c"), ("a b|", Key(.character("d"), .alt), "a b|"),
      ("|a b", Key(.character("w"), .control), "|a b"), ("|a", Key(.character("b"), .alt), "|a"),
      ("a|", Key(.character("f"), .alt), "a|"), ("é|a", Key(.backspace), "|a"),
      ("ab|c", Key(.left), "a|bc"), ("|abc", Key(.left), "|abc"), ("ab|c", Key(.right), "abc|"),
      ("ab|c", Key(.character("b"), .control), "a|bc"),
      ("a|b", Key(.character("f"), .control), "ab|"),
      ("ab|c", Key(.character("a"), .control), "|abc"),
      ("a|bc", Key(.character("e"), .control), "abc|"),
      ("a b/c|", Key(.character("b"), .alt), "a b/|c"),
      ("|a b/c", Key(.character("f"), .alt), "a| b/c"),
      ("a| b/c", Key(.character("f"), .alt), "a b|/c"),
    ] as [(String, Key, String)])
  func `is edited as a line of a shell`(text: String, key: Key, wanted: String) {
    #expect(edited(text, [key]) == wanted)
  }

  @Test func `leaves other keys alone, and those of a cursor without a text`() {
    let query = PickQuery("a")
    #expect(query.isEdited(by: Key(.left)) && !PickQuery().isEdited(by: Key(.left)))
    for key in [Key(.enter), Key(.tab), Key(.up), Key(.character("x"), .alt), Key(.escape)] {
      #expect(!query.isEdited(by: key), "\(key)")
    }
  }

  /// A plugin without keys of its own, which is on screen in the state `content` alone.
  @Test func `has its keys, and Enter, before a plugin has them as keys of a state`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.keys = ["enter", "up", "ctrl-n", "ctrl-a", "f2"].map { ($0, "empty", "leave") }
    try plugin.compile(into: folder)
    let catalogue = PluginCatalogue(of: folder)
    let small = try SmallSession("echo row", with: catalogue)
    let stage = small.stage
    stage.context.query = PickQuery()
    stage.context.situation.isPick = true
    small.session.begin()
    #expect(
      try small.turn {
        small.session.feed?.loader.content.isLoading == false
          && stage.presentedState == "content" && !stage.context.situation.isTransitioning
      })
    for key in [Key(.character("a"), .control), Key(.character("n"), .control), Key(.up)] {
      small.session.handle(.key(key))
    }
    small.session.handle(.key(Key(.character("z"))))
    #expect(try small.turn { stage.context.view?.isAtRest == true })
    #expect(stage.presentedState == "content" && small.session.outcome == nil)
    small.session.handle(.key(Key(.enter)))
    #expect(stage.presentedState == "content" && small.session.outcome == .matchedNothing)
    small.session.handle(.key(Key(.function(2))))
    #expect(stage.presentedState == "empty")
  }

  @Test func `says what it has changed`() {
    var query = PickQuery("ab")
    #expect(query.edit(Key(.left)) == .keptQuery)
    #expect(query.edit(Key(.character("x"))) == .changedQuery)
    #expect(query.edit(Key(.backspace)) == .changedQuery)
    #expect(query.edit(Key(.character("r"), .control)) == .changedQuery)
    #expect(query.edit(Key(.function(9))) == .unused)
  }

  @Test(arguments: [true, false], [true, false])
  func `has the last row first where that is asked for, ranked or not`(
    ranksRows: Bool, reversesRows: Bool
  ) {
    for (text, isExpression) in [("", false), ("", true), ("a", false), ("a", true)] {
      var query = PickQuery(text)
      (query.ranksRows, query.reversesRows) = (ranksRows, reversesRows)
      if isExpression { _ = query.edit(Key(.character("r"), .control)) }
      let comparesScores = ranksRows && text == "a" && !isExpression
      let sort = RowSort(
        by: .score, ranking: .init(comparesScores: comparesScores, isLastFirst: reversesRows))
      #expect(query.sort == (comparesScores || reversesRows ? sort : nil))
    }
  }

  @Test(arguments: [
    Key(.character("q"), .alt), Key(.escape), Key(.character("g"), .control),
    Key(.character("q"), .control),
  ])
  func `has all letters, and those with Alt are the keys of other runs`(leaving: Key) throws {
    let small = try SmallSession("echo row").loaded()
    let stage = small.stage
    stage.context.query = PickQuery()
    stage.context.situation.isPick = true
    func press(_ keys: Key...) { for key in keys { small.session.handle(.key(key)) } }
    press(Key(.character("q")), Key(.character("?")), Key(.character("e")))
    small.session.handle(.paste("x\ny"))
    #expect(stage.context.query?.text == "q?ex y" && !stage.showsKeys)
    press(Key(.character("?"), .alt))
    #expect(stage.showsKeys && stage.context.query?.text == "q?ex y")
    press(Key(.escape))
    #expect(!stage.showsKeys && small.session.outcome == nil)
    press(leaving)
    #expect(small.session.outcome == .left)
  }

  @Test func `is a query that ranks rows, or an expression that leaves them as they are`() {
    var query = PickQuery()
    #expect(query.filter == nil && query.sort == nil)
    query.insert("ab")
    #expect(query.filter == RowFilter(Array("ab".utf8), kind: .query))
    #expect(query.sort == RowSort(by: .score))
    query.ranksRows = false
    #expect(query.sort == nil)
    query.ranksRows = true
    _ = query.edit(Key(.character("r"), .control))
    #expect(query.filter == RowFilter(Array("ab".utf8), kind: .expression) && query.sort == nil)
    _ = query.edit(Key(.character("r"), .control))
    #expect(query.sort == RowSort(by: .score))
  }

  @Test func `has no control characters, and no more bytes than a filter has`() {
    #expect(PickQuery("a\tb\u{1B}c").text == "a b c")
    let text = String(repeating: "é", count: RowFilter.longestText)
    #expect(PickQuery(text).text.utf8.count == RowFilter.longestText)
  }

  @Test func `puts the cursor on the best row, wherever it was`() throws {
    let small = try SmallSession(#"printf 'ab\nxa\nad\n'"#).loaded()
    let context = small.run
    func prompt() -> PromptRow? {
      small.stage.followHostRow()
      return small.stage.overlays.prompt
    }
    context.query = PickQuery()
    #expect(context.selection.select(2))
    small.session.handle(.key(Key(.character("a"))))
    #expect(try small.turn { context.view?.isAtRest == true })
    #expect(context.selection.facts.row == 0)
    #expect(prompt()?.query.text == "a" && prompt()?.found == 3 && prompt()?.all == 3)
    small.session.handle(.key(Key(.character("d"))))
    #expect(try small.turn { context.view?.isAtRest == true })
    #expect(prompt()?.query.text == "ad" && prompt()?.found == 1)
    small.session.handle(.key(Key(.backspace)))
    #expect(try small.turn { context.view?.isAtRest == true })
    // Moving in the text moves nothing else.
    #expect(context.selection.select(2))
    small.session.handle(.key(Key(.left)))
    #expect(try small.turn { context.view?.isAtRest == true })
    #expect(context.selection.facts.row == 2)
  }

  @Test func `ends a search without a match, so that Enter is not refused`() throws {
    let small = try SmallSession(#"printf 'ab\nxa\nad\n'"#).loaded()
    let context = small.run
    (context.situation.isPick, context.query) = (true, PickQuery())
    let view = try #require(context.view)
    view.find(RowFilter(Array("none".utf8)), from: nil, isBackward: false)
    #expect(try small.turn { view.facts.find == .noMatch })
    small.session.handle(.key(Key(.character("x"))))
    #expect(view.facts.find == ViewFacts.Find.none)
    #expect(try small.turn { view.isAtRest && view.facts.rows == 1 })
    small.session.handle(.key(Key(.backspace)))
    #expect(try small.turn { view.isAtRest && view.facts.rows == 3 })
    small.session.handle(.key(Key(.enter)))
    #expect(small.session.outcome == nil)
  }

  @Test func `takes the place of what a third-party child has set`() throws {
    let small = try SmallSession(#"printf 'ab\nxa\nad\n'"#).loaded()
    let context = small.run
    context.query = PickQuery()
    let view = try #require(context.view)
    let request = ViewRequest(filter: RowFilter(Array("x".utf8)))
    view.willShow(request, for: "a child")
    view.show(request)
    #expect(try small.turn { view.isAtRest })
    #expect(view.setter == "rows filtered by a child" && view.facts.rows == 1)
    small.session.handle(.key(Key(.character("a"))))
    #expect(try small.turn { view.isAtRest })
    #expect(view.setter == nil && view.facts.rows == 3)
  }
}
