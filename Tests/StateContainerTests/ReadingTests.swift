import StateContainer
import Testing

@Suite struct `What a container says of itself` {
  @Test func `it has a state from the first appearance on`() {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    let container = owner.container
    #expect(!container.hasDeterminedState && container.currentState == nil)
    container.willAppear(animated: false)
    #expect(container.hasDeterminedState && container.currentState == "s1")
    container.willDisappear(animated: false)
    container.didDisappear()
    #expect(container.hasDeterminedState, "off screen it keeps its state")
  }

  @Test func `observers hear from when they are added until they are removed`() {
    let owner = RecordedOwner(states: ["s1": [], "s2": []])
    let container = owner.onScreen()
    var first = 0
    var second = 0
    let observation = container.addObserver { _ in first += 1 }
    container.addObserver { _ in second += 1 }
    container.request("s2", animated: false)
    container.removeObserver(observation)
    container.removeObserver(observation)
    container.request("s1", animated: false)
    #expect(first == 2 && second == 4)
  }

  @Test func `an observation removes itself, and no observer of another container`() {
    let one = RecordedOwner(states: ["s1": [], "s2": []])
    let other = RecordedOwner(states: ["s1": [], "s2": []])
    var heard: [String] = []
    let first = one.onScreen().addObserver { _ in heard.append("one") }
    other.onScreen().addObserver { _ in heard.append("other") }
    other.container.removeObserver(first)
    for owner in [one, other] { owner.container.request("s2", animated: false) }
    #expect(heard == ["one", "one", "other", "other"])
    first.remove()
    first.remove()
    for owner in [one, other] { owner.container.request("s1", animated: false) }
    #expect(heard.suffix(3) == ["other", "other", "other"] && heard.count == 6)
  }

  @Test func `an observer that keeps its own observation is let go when it ends`() {
    final class Keeping {
      var observation: StateContainer<String, RecordedChild>.Observation?
    }
    let owner = RecordedOwner(states: ["s1": []])
    weak var removed: Keeping?
    weak var left: Keeping?
    do {
      let one = Keeping()
      let two = Keeping()
      removed = one
      left = two
      var container: StateContainer<String, RecordedChild>? = .init(owner: owner)
      one.observation = container?.addObserver { [one] _ in _ = one }
      two.observation = container?.addObserver { [two] _ in _ = two }
      one.observation?.remove()
      container = nil
    }
    #expect(removed == nil && left == nil)
  }

  @Test func `before the first appearance it answers with the state to appear with`() {
    let owner = RecordedOwner(states: ["s1": [], "s2": []])
    let container = owner.container
    #expect(container.currentState == nil && container.currentOrAppearanceState() == "s1")
    _ = owner.onScreen()
    container.request("s2", animated: false)
    #expect(container.currentOrAppearanceState() == "s2")
  }

  @Test func `a container that closures answer needs no owner`() {
    let children = ["a": RecordedChild("a"), "b": RecordedChild("b", appear: lasting(50))]
    let container = StateContainer<String, RecordedChild>(
      appearanceState: { "a" }, timing: { _, appearing, _ in appearing ? nil : lasting(20) }
    ) { name in
      [children[name]].compactMap { $0 }
    }
    container.willAppear(animated: false)
    container.didAppear()
    container.request("b", animated: true)
    #expect(container.nextDeadline == 20_000_000)
    #expect(container.timeToNextDeadline == .milliseconds(20))
    container.advance(by: .milliseconds(60))
    #expect(container.layers.map(\.id) == ["b"] && container.nowNanoseconds == 60_000_000)
  }

  @Test func `a state may carry data and need not be equatable`() {
    struct Page {
      let show: () -> String
    }
    final class Reader: StateContainerOwner {
      func loadAppearanceState() -> Page { Page { "one" } }
      func children(for state: Page) -> [RecordedChild] { [RecordedChild(state.show())] }
    }
    let owner = Reader()
    let container = StateContainer<Page, RecordedChild>(owner: owner)
    container.willAppear(animated: false)
    container.didAppear()
    container.request(Page { "two" }, animated: false)
    #expect(container.layers.map(\.id) == ["two"] && container.currentState?.show() == "two")
    withExtendedLifetime(owner) {}
  }

  @Test func `layers are those of before, whatever is called meanwhile`() {
    let owner = RecordedOwner(states: ["s1": ["A", "B"], "s2": ["C"]])
    let container = owner.onScreen()
    container.request("s2", animated: true)
    var seen: [String] = []
    container.forEachLayer { child, presentation in
      container.advance(to: 1_000_000_000)
      container.request("s1", animated: false)
      seen.append("\(child.id) \(presentation == .steady)")
    }
    #expect(seen == ["A false", "B false", "C false"])
    #expect(container.layers.map(\.id) == ["A", "B"])
  }

  @Test func `an identity that calls the container stops the program`() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let child = CallingChild()
      let container = StateContainer<Int, CallingChild>(appearanceState: { 0 }) { _ in [child] }
      child.call = { container.request(1, animated: false) }
      container.appear()
    }
    #if DEBUG
      let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(said.contains("a container is called by the id or the equality of a child"))
    #endif
  }
}

/// A child whose identity makes a call.
private final class CallingChild: StateContainerChild {
  var call: () -> Void = {}

  var id: Int {
    call()
    return 0
  }
}
