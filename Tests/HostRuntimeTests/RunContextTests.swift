import HostPlugins
import PluginSupport
import Testing

@testable import HostRuntime

@Suite struct `What children ask of a run` {
  private let run = RunContext()

  private func child() -> ChildContext { ChildContext(run) }

  @Test func `is an end, and nothing else, where there is no content`() {
    let child = child()
    child.use()
    #expect(child.does(.quit) && !child.does(.reload) && !child.does(.acceptRow(0)))
    #expect(run.actions.map(\.action) == [.quit])
  }

  @Test func `is one load, however often that is asked for, and of the rest 64 in a turn`() throws {
    let small = try SmallSession("true").begun()
    let run = small.run
    let child = ChildContext(run)
    child.use()
    for action in [ChildAction.quit, .reload, .reload] {
      child.use()
      #expect(child.does(action))
    }
    #expect(run.actions.map(\.action) == [.quit, .reload])
    for _ in 2..<64 { #expect(child.does(.title("a"))) }
    #expect(!child.does(.title("a")) && run.actions.count == 64)
  }

  @Test func `is to be woken when it says, and after 4 ms at the latest when a thread says so`() {
    let child = child()
    run.nowNanoseconds = 10
    for _ in 0..<250 { #expect(child.allowsThreadWake()) }
    #expect(child.wakeNanoseconds == nil)
    #expect(!child.allowsThreadWake() && child.wakeNanoseconds == 4_000_010)
    #expect(child.does(.timer(afterNanoseconds: 0)) && !child.allowsThreadWake())
    #expect(child.wakeNanoseconds == 10)
    for (delay, due) in [(.max, .max), (5, 4_000_010), (nil, nil)] as [(Int64?, Int64?)] {
      #expect(child.does(.timer(afterNanoseconds: delay)) && child.wakeNanoseconds == due)
    }
  }
}
