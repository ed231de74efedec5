import StateContainer
import Testing

@Suite struct `The container's own surface` {
  @Test func `stays below and above the children of every state`() {
    let owner = RecordedOwner(
      states: ["s1": ["A"], "s2": ["B"]], children: [RecordedChild("back"), RecordedChild("front")])
    let container = owner.container
    container.background = [owner.child("back")]
    container.foreground = [owner.child("front")]
    _ = owner.onScreen()
    #expect(container.layers.map(\.id) == ["back", "A", "front"])
    container.request("s2", animated: true)
    #expect(container.layers.map(\.id) == ["back", "A", "B", "front"])
    container.advance(to: 1_000_000_000)
    #expect(container.layers.map(\.id) == ["back", "B", "front"])
    #expect(!owner.takeTrace().contains { $0.contains("back.") || $0.contains("front.") })
  }

  @Test func `appears and disappears with the container`() {
    let owner = RecordedOwner(states: ["s1": ["A"]], children: [RecordedChild("front")])
    owner.container.foreground = [owner.child("front")]
    let container = owner.onScreen()
    container.willDisappear(animated: false)
    container.didDisappear()
    #expect(
      owner.takeTrace().filter { $0.hasPrefix("front.") } == [
        "front.willDisappear", "front.didDisappear",
      ])
  }

  @Test func `changes with the next transition`() {
    let owner = RecordedOwner(states: ["s1": ["A"]], children: [RecordedChild("front")])
    let container = owner.onScreen()
    container.foreground = [owner.child("front")]
    #expect(container.layers.map(\.id) == ["A"])
    container.request("s1", animated: false)
    #expect(container.layers.map(\.id) == ["A", "front"])
    container.foreground = []
    container.request("s1", animated: false)
    #expect(container.layers.map(\.id) == ["A"])
  }
}
