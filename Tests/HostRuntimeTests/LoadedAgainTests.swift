import HostContent
import HostPlugins
import HostTerminal
import HostText
import StateContainer
import Testing

@testable import HostRuntime

/// What stays of what the user sees, and what does not, when the rows are loaded once more: by the
/// clock, by hand, or from another source.
@Suite struct `Rows that are loaded again` {
  /// The first row of each load is its own.
  private static let script = """
    printf 'row %s\\n' $$ a b c
    """

  private func small(_ filter: String? = nil, every: Int64? = nil) throws -> SmallSession {
    try SmallSession(
      Self.script, offers: [("2", "printf 'a\\nother\\n'")],
      filter: filter.map { RowFilter(Array($0.utf8)) }, every: every
    ).loaded()
  }

  /// The rows as they are shown.
  private func shown(_ small: SmallSession) throws -> [String] {
    let view = try #require(small.run.view)
    let rows = small.rows
    return (0..<view.count).compactMap { view.row(at: $0) }.map { rows[Int($0)] }
  }

  @Test func `come by themselves when it is time, again and again`() throws {
    let small = try small(every: 1_000_000)
    for _ in 0..<3 {
      let before = small.rows
      #expect(try small.turn { small.rows != before && small.rows.count == 4 })
    }
    #expect(small.session.feed?.isEndless == true)
  }

  @Test(arguments: [("echo bad >&2; exit 1", "error"), ("exit 0", "empty")])
  func `leave a message that there are none until they arrive, unless by hand`(
    script: String, state: String
  ) throws {
    let small = try SmallSession(script, every: 1_000_000) { $0.loadingTimes = .immediate }
    let session = small.session
    session.begin()
    #expect(try small.turn { session.stage.contentState == state })
    let feed = try #require(session.feed)
    let load = feed.loader.content.load
    var states: Set<String> = []
    #expect(
      try small.turn {
        states.insert(session.stage.contentState ?? "")
        return feed.loader.content.load == load + 3
      })
    #expect(states == [state] && session.stage.context.content?.facts(at: 0).loadedNanoseconds != 0)
    session.reload()
    session.decide()
    #expect(session.stage.contentState == "loading")
  }

  @Test func `are shown as the user has asked for since, not as the run began`() throws {
    let small = try small("a")
    let view = try #require(small.run.view)
    #expect(try shown(small).allSatisfy { $0.contains("a") } && view.facts.rows == 1)
    view.show(ViewRequest(filter: RowFilter(Array("row c".utf8))))
    #expect(try small.turn { view.isAtRest })
    #expect(try shown(small) == ["row c"])
    let before = small.rows
    small.session.reload()
    #expect(try small.turn { small.rows != before && small.isLoaded })
    #expect(try shown(small) == ["row c"])
    #expect(view.facts.request.filter == RowFilter(Array("row c".utf8)))
  }

  @Test func `are looked at to the last, and that is told`() throws {
    let small = try small()
    let view = try #require(small.run.view)
    #expect(view.facts.isContent && view.facts.rows == 4)
    for text in ["row b", "nothing of that"] {
      let before = view.facts
      view.show(ViewRequest(filter: RowFilter(Array(text.utf8))))
      #expect(try small.turn { view.isAtRest })
      let facts = view.facts
      #expect(facts.lookedRows == 4 && facts.allRows == 4 && facts.isComplete)
      #expect(!facts.isContent && facts.hasMatches && facts.revision > before.revision)
      #expect(facts.rows == (text == "row b" ? 1 : 0))
    }
    // The same rows match elsewhere.
    view.show(ViewRequest(filter: RowFilter(Array("row".utf8))))
    let before = view.facts.revision
    view.show(ViewRequest(filter: RowFilter(Array("ow".utf8))))
    #expect(view.facts.revision > before)
  }

  @Test func `are another source's, with its title, once its key was pressed`() throws {
    let small = try small("a")
    let content = try #require(small.run.content)
    let offer = try #require(small.session.options.offers.first)
    small.session.handle(.key(Key(.character("2"))))
    let next = try #require(small.run.content)
    #expect(next !== content && next.facts(at: 0).isLoading)
    #expect(small.session.driver.situation.isLoading)
    #expect(try small.turn { small.rows == ["a", "other"] && small.isLoaded })
    #expect(small.session.feed?.title == offer.title)
  }
}
