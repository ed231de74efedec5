import StateContainer
import Testing

/// A child that is the owner of a container of its own, and passes its appearance on to it.
private final class NestingChild: StateContainerChild {
  let inner: RecordedOwner
  init(_ inner: RecordedOwner) { self.inner = inner }
  func willAppear(animated: Bool) { inner.container.willAppear(animated: animated) }
  func didAppear(animated: Bool) { inner.container.didAppear() }
  func willDisappear(animated: Bool) { inner.container.willDisappear(animated: animated) }
  func didDisappear(animated: Bool) { inner.container.didDisappear() }
}

private final class OuterOwner: StateContainerOwner {
  let child: NestingChild
  init(_ child: NestingChild) { self.child = child }
  func loadAppearanceState() -> Bool { true }
  func children(for state: Bool) -> [NestingChild] { state ? [child] : [] }
}

@Suite struct `Several containers` {
  @Test func `side by side do not disturb each other`() {
    func make() -> RecordedOwner { RecordedOwner(states: ["s1": ["A"], "s2": ["B"], "s3": ["C"]]) }
    let alone = make()
    let left = make()
    let right = make()
    for owner in [alone, left, right] { _ = owner.onScreen() }
    left.onEvent = { _ in right.container.request("s3", animated: false) }
    for owner in [alone, left] { owner.container.request("s2", animated: true) }
    for step in 1...8 {
      for owner in [alone, left, right] { owner.container.advance(to: Int64(step) * 50_000_000) }
    }
    #expect(left.trace == alone.trace)
    #expect(right.container.layers.map(\.id) == ["C"] && left.container.layers.map(\.id) == ["B"])
  }

  @Test func `in a child's area appear and disappear with the child`() {
    let inner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    let outerOwner = OuterOwner(NestingChild(inner))
    let outer = StateContainer<Bool, NestingChild>(owner: outerOwner)
    outer.willAppear(animated: false)
    outer.didAppear()
    #expect(inner.container.appearance == .onScreen)
    inner.container.request("s2", animated: true)
    outer.request(false, animated: true)
    #expect(inner.container.appearance == .disappearing(animated: true))
    #expect(inner.trace.last == "B.willDisappear", "what ran inside has ended")
    outer.advance(to: 350_000_000)
    #expect(inner.container.appearance == .offScreen && outer.layers.isEmpty)
    #expect(inner.trace.suffix(2) == ["B.didDisappear", "childDidDisappear B"])
  }

  @Test func `in the area of a child that turns appear again with it`() {
    let inner = RecordedOwner(states: ["s1": ["A"]])
    let outerOwner = OuterOwner(NestingChild(inner))
    let outer = StateContainer<Bool, NestingChild>(owner: outerOwner)
    outer.policy = .interrupt
    outer.willAppear(animated: false)
    outer.didAppear()
    outer.request(false, animated: true)
    outer.advance(to: 100_000_000)
    outer.request(true, animated: true)
    #expect(inner.container.appearance == .appearing(animated: true))
    outer.advance(to: 1_000_000_000)
    inner.container.advance(to: 1_000_000_000)
    #expect(inner.container.appearance == .onScreen && !inner.container.isTransitioning)
  }
}
