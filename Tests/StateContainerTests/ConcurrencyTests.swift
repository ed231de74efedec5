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

  @Test @MainActor func `of content runs on a clock, delays of loading and all`() async {
    final class Nothing: ContentOwner {
      var hasContent: Bool { false }
      func children(for state: ContentState<String>) -> [RecordedChild] {
        [RecordedChild("\(state.name)")]
      }
    }
    let owner = Nothing()
    let content = ContentContainer<String, RecordedChild>(owner: owner, now: .seconds(7))
    content.setupInitialViewState()
    let clock = VirtualClock()
    let running = Task { @MainActor in await content.run(on: clock) }
    let time = Task { @MainActor in
      while !Task.isCancelled {
        clock.advance(by: .milliseconds(5))
        await Task.yield()
      }
    }
    await Task.yield()
    let outcome = await withCheckedContinuation { continuation in
      content.startLoading { continuation.resume(returning: $0) }
    }
    #expect(outcome == .finished && content.currentState == .loading)
    #expect(content.nowNanoseconds >= 7_100_000_000)
    running.cancel()
    await running.value
    time.cancel()
    #expect(content.callEnded == nil && content.container.callEnded == nil)
  }

  @Test @MainActor func `a request that is refused is awaited, too`() async {
    let owner = RecordedOwner(states: ["s1": []])
    #expect(await owner.container.request("s1", animated: true) == .cancelled)
  }
}
