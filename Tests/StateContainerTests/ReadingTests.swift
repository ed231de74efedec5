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

  @Test func `it is in transition from willTransition until didTransition has returned`() {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    let container = owner.onScreen()
    var seen: [Bool] = []
    owner.onEvent = { _ in seen.append(container.isTransitioning) }
    #expect(!container.isTransitioning)
    container.request("s2", animated: true) { _ in seen.append(container.isTransitioning) }
    #expect(container.isTransitioning)
    container.advance(to: 1_000_000_000)
    #expect(!container.isTransitioning && seen.count > 10)
    #expect(seen.popLast() == false, "the completion comes after the transition")
    #expect(!seen.contains(false), "in every event, the last too")
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
}
