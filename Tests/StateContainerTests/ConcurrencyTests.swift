import StateContainer
import StateContainerEvents
import StateContainerTesting
import Testing

/// A clock that can only sleep, as those of programs can; a test clock tells it the time.
struct PlainClock: Clock {
  let clock = TestClock()

  var now: TestClock.Instant { clock.now }
  var minimumResolution: Duration { clock.minimumResolution }
  func sleep(until deadline: TestClock.Instant, tolerance: Duration?) async throws {
    try await clock.sleep(until: deadline, tolerance: tolerance)
  }
}

/// An owner of content whose children are named after the states.
final class Page: ContentOwner {
  var hasContent = false

  func children(for state: ContentState<any Error>) -> [RecordedChild] {
    [RecordedChild("\(state.name)")]
  }
}

private struct Unreachable: Error {}

extension Task where Success == Void, Failure == Never {
  /// Cancels the task and waits for its end.
  @MainActor func stop() async {
    cancel()
    await value
  }
}

@Suite(.timeLimit(.minutes(10))) @MainActor struct `A container among tasks` {
  private func owner() -> RecordedOwner {
    RecordedOwner(
      states: ["s1": ["A"], "s2": ["B"]], children: [RecordedChild("B", appear: lasting(40))])
  }

  private func content(now: Duration = .zero) -> (
    Page, ContentContainer<any Error, RecordedChild>
  ) {
    let page = Page()
    let content = ContentContainer<any Error, RecordedChild>(owner: page, now: now)
    content.appear()
    return (page, content)
  }

  @Test func `runs on a clock, event for event at its instant, each time the same`() async {
    for _ in 0..<20 {
      let owner = owner()
      let container = owner.onScreen()
      let recorded = container.recordEvents()
      let clock = TestClock()
      let running = Task { await container.run(on: clock, frame: .milliseconds(10)) }
      await clock.advance(to: .milliseconds(5))
      container.request("s2", animated: true)
      await clock.advance(to: .milliseconds(25))
      #expect(owner.trace.contains("B.in 0.5"), "a frame a 10 ms after the request")
      await clock.advance(to: .milliseconds(1_000))
      #expect(
        recorded.take() == [
          "5 ms willTransition s2", "5 ms childWillDisappear A", "5 ms childWillAppear B",
          "5 ms order A B", "5 ms transitionWillBegin B in", "5 ms transitionWillBegin A out",
          "45 ms transitionDidEnd B in", "45 ms childDidAppear B", "355 ms transitionDidEnd A out",
          "355 ms childDidDisappear A", "355 ms order B", "355 ms didTransition s1 s2",
        ])
      #expect(container.now.sinceBegin == .milliseconds(1_000))
      await running.stop()
      #expect(container.runner == nil)
    }
  }

  @Test func `runs on a clock that can sleep and no more, and its requests are awaited`() async {
    let owner = owner()
    let container = owner.onScreen()
    let plain = PlainClock()
    let running = Task { await container.run(on: plain) }
    let time = Task {
      while !Task.isCancelled { await plain.clock.advance(by: .milliseconds(5)) }
    }
    #expect(await container.requestAndWait("s2", animated: true) == .finished)
    #expect(container.currentState == "s2")
    #expect(owner.trace.contains { $0.hasPrefix("B.in 0.") }, "it moves between its begin and end")
    #expect(await container.requestAndWait("s1", animated: true) == .finished)
    for task in [running, time] { task.cancel() }
    await running.value
    await time.value
  }

  @Test func `a request that is refused is awaited, too`() async {
    let owner = RecordedOwner(states: ["s1": []])
    #expect(await owner.container.requestAndWait("s1", animated: true) == .cancelled)
  }

  @Test(arguments: [true, false])
  func `begins at the clock's instant what is called after a pause`(sleepsOnly: Bool) async {
    let owner = owner()
    let container = owner.onScreen()
    let plain = PlainClock()
    let running = Task {
      if sleepsOnly { await container.run(on: plain) } else { await container.run(on: plain.clock) }
    }
    await plain.clock.advance(to: .milliseconds(600))
    container.request("s2", animated: true)
    #expect(container.now.sinceBegin == .milliseconds(600))
    await plain.clock.advance(to: .milliseconds(630))
    #expect(container.presentation(of: RecordedChild("B")) != .steady)
    await plain.clock.advance(to: .milliseconds(940))
    #expect(container.isTransitioning)
    await plain.clock.advance(to: .milliseconds(960))
    #expect(!container.isTransitioning)
    await running.stop()
  }

  @Test func `comes to the clock's instant before one container calls another`() async {
    let (first, second) = (owner(), owner())
    let containers = [first.onScreen(), second.onScreen()]
    let clock = TestClock()
    let running = containers.map { container in Task { await container.run(on: clock) } }
    containers[0].addObserver { [other = containers[1]] event in
      if case .didTransition = event { other.request("s2", animated: true) }
    }
    containers[0].request("s2", animated: true)
    await clock.advance(to: .milliseconds(690))
    #expect(containers[1].isTransitioning)
    await clock.advance(to: .milliseconds(700))
    #expect(!containers[1].isTransitioning)
    for task in running { task.cancel() }
    for task in running { await task.value }
  }

  @Test func `leaves alone what hears the end of calls`() async {
    let owner = owner()
    let container = owner.onScreen()
    var ended = 0
    container.callEnded = { ended += 1 }
    let clock = TestClock()
    let running = Task { await container.run(on: clock) }
    await clock.advance(to: .milliseconds(10))
    await running.stop()
    let before = ended
    container.request("s2", animated: false)
    #expect(before > 0 && ended == before + 1)
  }

  @Test func `run twice stops the program`() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let container = StateContainer<Int, RecordedChild>(appearanceState: { 0 }) { _ in [] }
      let clock = TestClock()
      for _ in 0..<2 { Task { await container.run(on: clock) } }
      await clock.settle()
    }
  }

  @Test func `is run by another task in place of one that has been cancelled`() async {
    let owner = owner()
    let container = owner.onScreen()
    let clock = TestClock()
    let first = Task { await container.run(on: clock) }
    await clock.settle()
    first.cancel()
    let second = Task { await container.run(on: clock) }
    await first.value
    container.request("s2", animated: true)
    await clock.advance(to: .seconds(1))
    #expect(!container.isTransitioning, "the end of the first leaves the second alone")
    await second.stop()
  }

  @Test(arguments: 0...3)
  func `is run by task after task, each cancelled wherever it is`(turns: Int) async {
    let owner = owner()
    let container = owner.onScreen()
    let clock = TestClock()
    var running = Task { await container.run(on: ContinuousClock()) }
    for _ in 0..<300 {
      running.cancel()
      running = Task { await container.run(on: ContinuousClock()) }
      for _ in 0..<turns { await Task.yield() }
    }
    running.cancel()
    running = Task { await container.run(on: clock) }
    container.request("s2", animated: true)
    await clock.advance(to: .seconds(1))
    #expect(container.currentState == "s2" && !container.isTransitioning)
    await running.stop()
  }

  @Test func `is not run by a task that was cancelled before`() async {
    let owner = owner()
    let container = owner.onScreen()
    let clock = TestClock()
    let first = Task { await container.run(on: clock) }
    await clock.settle()
    let second = Task { await container.run(on: clock) }
    await second.stop()
    container.request("s2", animated: true)
    await clock.advance(to: .seconds(1))
    #expect(!container.isTransitioning, "the first runs it still")
    await first.stop()
  }

  @Test(arguments: [true, false])
  func `notices a deadline that is set while it sleeps`(sleepsOnly: Bool) async {
    let (page, content) = content()
    content.startLoading()
    let plain = PlainClock()
    let running = Task {
      if sleepsOnly { await content.run(on: plain) } else { await content.run(on: plain.clock) }
    }
    await plain.clock.advance(to: .seconds(2))
    #expect(content.nextInstant == nil)
    content.driver.deadline = LoadingDeadline(after: .seconds(3), failure: Unreachable())
    await plain.clock.advance(to: .milliseconds(3_400))
    #expect(content.currentState.name == .error)
    await running.stop()
    withExtendedLifetime(page) {}
  }

  @Test(arguments: [true, false])
  func `ends and lets go of the container when its owner is gone`(sleepsOnly: Bool) async {
    var owner: RecordedOwner? = owner()
    weak let container = owner?.onScreen()
    let plain = PlainClock()
    let running = Task { [container] in
      if sleepsOnly {
        await container?.run(on: plain)
      } else {
        await container?.run(on: plain.clock)
      }
    }
    var outcome: RequestOutcome?
    container?.request("s2", animated: true) { outcome = $0 }
    await plain.clock.advance(to: .milliseconds(100))
    owner = nil
    await plain.clock.advance(by: .seconds(2))
    await running.value
    #expect(outcome == .cancelled && container == nil)
  }

  @Test func `looks for its owner while it sleeps for ever, and tells nobody`() async {
    let owner = owner()
    let container = owner.onScreen()
    var ended = 0
    let plain = PlainClock()
    let running = Task { await container.run(on: plain) }
    await plain.clock.settle()
    container.callEnded = { ended += 1 }
    await plain.clock.advance(by: .seconds(10))
    #expect(ended == 0)
    await running.stop()
  }

  @Test(arguments: [Int64.min, -5_000_000_000, Int64.max - 400_000_000])
  func `runs from any instant`(now: Int64) async {
    let owner = owner()
    let container = StateContainer<String, RecordedChild>(owner: owner, now: .nanoseconds(now))
    container.appear()
    let clock = TestClock(now: .seconds(-7))
    let running = Task { await container.run(on: clock) }
    container.request("s2", animated: true)
    await clock.advance(by: .milliseconds(100))
    #expect(container.nowNanoseconds == now + 100_000_000)
    await clock.advance(by: .milliseconds(250))
    #expect(!container.isTransitioning)
    await running.stop()
  }
}

// MARK: - Content

extension `A container among tasks` {
  @Test func `of content runs on a clock, delays of loading and all`() async {
    let (page, content) = content(now: .seconds(7))
    let recorded = content.container.recordEvents(state: { "\($0.name)" })
    let clock = TestClock()
    let running = Task { await content.run(on: clock) }
    let loading = Task { await content.startLoadingAndWait() }
    await clock.advance(to: .milliseconds(150))
    page.hasContent = true
    let loaded = Task { await content.endLoadingAndWait(animated: false) }
    await clock.advance(to: .seconds(1))
    #expect(await loading.value == .finished)
    #expect(await loaded.value == .finished)
    let transitions = recorded.take().filter { $0.contains("Transition ") }
    #expect(
      transitions == [
        "7100 ms willTransition loading", "7100 ms didTransition empty loading",
        "7400 ms willTransition content", "7400 ms didTransition loading content",
      ])
    await running.stop()
  }

  @Test func `of content holds loading back from when it began, after a pause, too`() async {
    let (page, content) = content()
    let plain = PlainClock()
    let running = Task { await content.run(on: plain) }
    await plain.clock.advance(to: .milliseconds(600))
    content.startLoading()
    await plain.clock.advance(to: .milliseconds(690))
    #expect(content.currentState.name == .empty)
    await plain.clock.advance(to: .milliseconds(700))
    #expect(content.currentState.name == .loading)
    await plain.clock.advance(to: .milliseconds(1_650))
    content.container.request(.empty, animated: true)
    #expect(content.now.sinceBegin == .milliseconds(1_650) && content.container.isTransitioning)
    await running.stop()
    withExtendedLifetime(page) {}
  }

  @Test func `loads: begins, and ends or fails`() async {
    let (page, content) = content()
    let clock = TestClock()
    let running = Task { await content.run(on: clock) }
    content.load {
      try await clock.sleep(until: .init(.seconds(1)))
      throw Unreachable()
    }
    await clock.advance(to: .milliseconds(500))
    #expect(content.currentState.name == .loading)
    await clock.advance(to: .seconds(2))
    guard case .error(let failure) = content.currentState else {
      Issue.record("\(content.currentState)")
      return
    }
    #expect(failure is Unreachable)
    let load = content.load(animated: false) {
      try await clock.sleep(until: .init(.seconds(3)))
      page.hasContent = true
    }
    await clock.advance(to: .seconds(4))
    await load.value
    #expect(content.currentState.name == .content)
    await running.stop()
  }

  @Test func `cancels the load before, of which nothing is heard any more`() async {
    let (page, content) = content()
    let clock = TestClock()
    var ends: [String] = []
    let first = content.load {
      do { try await clock.sleep(until: .init(.seconds(5))) } catch { ends.append("\(error)") }
      throw Unreachable()
    }
    await clock.settle()
    let second = content.load { page.hasContent = true }
    await first.value
    await second.value
    #expect(ends == ["CancellationError()"] && content.currentState.name == .content)
    #expect(!content.driver.situation.isLoading && content.driver.situation.failure == nil)
  }

  @Test func `a load that is cancelled is over without an error`() async {
    let (page, content) = content()
    let load = content.load { try await Task.sleep(for: .seconds(1_000)) }
    await load.stop()
    #expect(content.currentState.name == .empty && !content.driver.situation.isLoading)
    withExtendedLifetime(page) {}
  }

  @Test func `loads what belongs to the actor of the caller`() async {
    let (page, content) = content()
    let library = Library()
    let load = library.fill(content)
    await load.value
    #expect(library.books == ["one", "two"] && content.currentState.name == .empty)
    withExtendedLifetime(page) {}
  }
}

/// What a screen keeps on the main actor, as most do.
@MainActor private final class Library {
  private(set) var books: [String] = []

  func fill(_ content: ContentContainer<any Error, RecordedChild>) -> Task<Void, Never> {
    content.load { [self] in
      await Task.yield()
      books = ["one", "two"]
    }
  }
}
