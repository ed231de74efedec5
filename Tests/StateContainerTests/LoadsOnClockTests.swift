import StateContainer
import StateContainerEvents
import StateContainerTesting
import Testing

/// A service that works apart from actors, in two child tasks.
private struct Service {
  let clock: TestClock

  @concurrent func rows() async throws -> [String] {
    try await clock.sleep(until: .init(.milliseconds(250)))
    async let first = piece("a")
    async let second = piece("b")
    return await [first, second]
  }

  @concurrent private func piece(_ name: String) async -> String {
    for _ in 0..<1_000 { await Task.yield() }
    return name
  }
}

/// A gate that a test opens.
@MainActor private final class Gate {
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async { await withCheckedContinuation { waiting.append($0) } }

  func open() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

@Suite(.timeLimit(.minutes(10))) @MainActor struct `A clock for tests, with loads` {
  private let page = Page()
  private let content: ContentContainer<any Error, RecordedChild>
  private let clock = TestClock()
  private let recorded: RecordedEvents<ContentState<any Error>, RecordedChild>

  init() {
    content = ContentContainer(owner: page)
    content.appear()
    recorded = content.container.recordEvents(state: { "\($0.name)" })
  }

  private func run() -> Task<Void, Never> {
    Task { [content, clock] in await content.run(on: clock) }
  }

  private var transitions: [String] { recorded.take().filter { $0.contains("didTransition ") } }

  private static let loaded = [
    "100 ms didTransition empty loading", "750 ms didTransition loading content",
  ]

  @Test(arguments: [30, 900])
  func `waits for a load on the actor, however often it yields`(turns: Int) async {
    let running = run()
    content.load { [page, clock] in
      try await clock.sleep(until: .init(.milliseconds(250)))
      for _ in 0..<turns { await Task.yield() }
      page.hasContent = true
    }
    await clock.advance(to: .seconds(2))
    #expect(transitions == Self.loaded)
    await running.stop()
  }

  @Test func `waits for what a load does apart from actors, as long as it takes`() async {
    let running = run()
    content.load { [page, clock] in
      page.hasContent = try await Service(clock: clock).rows() == ["a", "b"]
    }
    await clock.advance(to: .seconds(2))
    #expect(transitions == Self.loaded)
    await running.stop()
  }

  @Test func `waits for a load that waits for another one`() async {
    let running = run()
    let otherPage = Page()
    let inner = ContentContainer<any Error, RecordedChild>(owner: otherPage)
    content.load { [page, clock] in
      let load = inner.load {
        try await clock.sleep(until: .init(.milliseconds(250)))
        for _ in 0..<900 { await Task.yield() }
      }
      await load.value
      page.hasContent = true
    }
    await clock.advance(to: .seconds(2))
    #expect(transitions == Self.loaded)
    withExtendedLifetime(otherPage) {}
    await running.stop()
  }

  @Test func `goes on without a load that waits for the test`() async {
    let running = run()
    let gate = Gate()
    content.load { [page] in
      await gate.pass()
      for _ in 0..<900 { await Task.yield() }
      page.hasContent = true
    }
    await clock.advance(to: .milliseconds(450))
    #expect(content.currentState.name == .loading)
    gate.open()
    await clock.advance(by: .seconds(1))
    #expect(
      transitions == [
        "100 ms didTransition empty loading", "800 ms didTransition loading content",
      ])
    await running.stop()
  }
}
