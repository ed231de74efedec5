import HostContent
import HostPlugins
import HostRuntime
import StateContainer
import Testing

@Suite struct `A run that ends by itself` {
  /// So many rows that they are looked at beside the loop.
  private static let script = "seq 20000; sleep 0.2"

  @Test(arguments: [true, false])
  func `waits until the view shows what was asked for`(isLookedAt: Bool) throws {
    let small = try SmallSession(Self.script, endsWhenSettled: true)
    small.world.hasBackground = isLookedAt
    let session = small.session
    session.begin()
    let view = try #require(session.stage.context.view)
    #expect(try small.turn { session.stage.context.content?.facts(at: 0).rows == 20_000 })
    view.show(ViewRequest(filter: RowFilter(Array("9999".utf8))))
    if isLookedAt {
      while session.outcome == nil { try session.turn() }
      #expect(session.outcome == .done && view.facts.isComplete)
      #expect(view.facts.rows == 2)
    } else {
      // All is loaded and decided.
      #expect(
        try small.turn {
          session.stage.context.content?.facts(at: 0).isLoading == false
            && session.driver.nextDeadline == nil
        })
      #expect(session.outcome == nil)
    }
    session.end()
  }

  @Test(arguments: [true, false])
  func `shows the first load of a source that is loaded again, or prints them all`(hasScreen: Bool)
    throws
  {
    let terminal = hasScreen ? NarrowTerminal(columns: 20, rows: 4) : nil
    let small = try SmallSession("echo a", on: terminal, every: 1_000_000, endsWhenSettled: true)
    let session = small.session
    session.begin()
    for _ in 0..<100 where session.outcome == nil { try session.turn() }
    #expect((session.outcome == .done) == hasScreen)
    #expect(small.rows == ["a"])
    session.end()
  }
}
