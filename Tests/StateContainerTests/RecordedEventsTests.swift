import StateContainer
import StateContainerTesting
import Testing

/// A child without a name of its own.
private final class Nameless: StateContainerChild {}

@Suite struct `Recorded events` {
  @Test func `number objects without a name in the order in which they appear`() {
    var children: [Nameless] = []
    let container = StateContainer<Int, Nameless>(appearanceState: { 0 }) { state in
      if state == 2 { children = [] }
      children += [Nameless()]
      return children
    }
    let recorded = container.recordEvents()
    container.appear()
    container.request(1, animated: false)
    container.request(2, animated: false)
    #expect(
      recorded.take().filter { $0.contains("Appear ") || $0.contains("order") } == [
        "0 ms childWillAppear #1", "0 ms order #1", "0 ms childDidAppear #1",
        "0 ms childWillAppear #2", "0 ms order #1 #2", "0 ms childDidAppear #2",
        "0 ms childWillAppear #3", "0 ms order #1 #2 #3", "0 ms childDidAppear #3",
        "0 ms order #2 #3", "0 ms order #3",
      ])
  }
}
