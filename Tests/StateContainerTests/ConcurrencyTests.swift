import StateContainer
import StateContainerEvents
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A container among tasks` {
  @Test @MainActor func `runs on a clock, and its requests are awaited`() async {
    let owner = RecordedOwner(
      states: ["s1": ["A"], "s2": ["B"]], children: [RecordedChild("B", appear: lasting(40))])
    let container = owner.onScreen()
    let clock = VirtualClock()
    let running = Task { @MainActor in await container.run(on: clock, frame: .milliseconds(10)) }
    let time = Task { @MainActor in
      while !Task.isCancelled {
        clock.advance(by: .milliseconds(5))
        await Task.yield()
      }
    }
    let outcome = await container.request("s2", animated: true)
    #expect(outcome == .finished && container.currentState == "s2")
    #expect(owner.trace.contains { $0.hasPrefix("B.in 0.") }, "it moves between its begin and end")
    let again = await container.request("s1", animated: true)
    #expect(again == .finished)
    running.cancel()
    await running.value
    time.cancel()
    #expect(container.callEnded == nil)
  }

  @Test @MainActor func `a request that is refused is awaited, too`() async {
    let owner = RecordedOwner(states: ["s1": []])
    #expect(await owner.container.request("s1", animated: true) == .cancelled)
  }
}
