import StateContainer
import Testing

@Suite struct `The container's own appearance` {
  enum Phase: String {
    case willAppear, didAppear, willDisappear, didDisappear

    func make(on container: StateContainer<String, RecordedChild>) {
      switch self {
      case .willAppear: container.willAppear(animated: false)
      case .didAppear: container.didAppear()
      case .willDisappear: container.willDisappear(animated: false)
      case .didDisappear: container.didDisappear()
      }
    }
  }

  @Test(
    arguments: [
      ([], .didAppear), ([], .willDisappear), ([], .didDisappear),
      ([.willAppear], .willAppear), ([.willAppear], .didDisappear),
      ([.willAppear, .didAppear], .willAppear), ([.willAppear, .didAppear], .didAppear),
      ([.willAppear, .didAppear], .didDisappear),
      ([.willAppear, .didAppear, .willDisappear], .willDisappear),
      ([.willAppear, .didAppear, .willDisappear], .didAppear),
      ([.willAppear, .didAppear, .willDisappear, .didDisappear], .didDisappear),
      ([.willAppear, .didAppear, .willDisappear, .didDisappear], .didAppear),
      ([.willAppear, .didAppear, .willDisappear, .didDisappear], .willDisappear),
    ] as [([Phase], Phase)])
  func `ignores a phase that cannot follow`(before: [Phase], phase: Phase) {
    let owner = RecordedOwner(states: ["s1": ["A"]])
    for phase in before { phase.make(on: owner.container) }
    let appearance = owner.container.appearance
    _ = owner.takeTrace()
    phase.make(on: owner.container)
    #expect(owner.takeTrace() == [])
    #expect(owner.container.appearance == appearance)
  }

  @Test func `holds children back until it has appeared, and no longer than they need`() {
    let owner = RecordedOwner(
      states: ["s1": ["A", "B"]],
      children: [
        RecordedChild("A", appear: lasting(100)), RecordedChild("B", appear: lasting(300)),
      ])
    let container = owner.container
    container.willAppear(animated: true)
    container.advance(to: 200_000_000)
    #expect(owner.trace.contains("A.endIn") && !owner.trace.contains("A.didAppear"))
    _ = owner.takeTrace()
    container.didAppear()
    #expect(owner.takeTrace() == ["A.didAppear", "childDidAppear A"])
    container.advance(to: 300_000_000)
    #expect(
      owner.takeTrace() == [
        "B.in 1.0", "B.endIn", "end in B", "B.didAppear", "childDidAppear B", "didTransition - s1",
      ])
  }

  @Test func `tells kept children, drops former ones silently, and orders afterwards`() {
    let owner = RecordedOwner(
      states: ["s1": ["A", "B"], "s2": ["C", "B"]], appearanceStates: ["s1", "s2"])
    let container = owner.onScreen()
    container.willDisappear(animated: false)
    container.didDisappear()
    _ = owner.takeTrace()
    container.willAppear(animated: false)
    #expect(
      owner.takeTrace() == [
        "load s2", "willTransition s2", "childWillAppear C", "C.willAppear", "childWillAppear B",
        "B.willAppear", "order C B",
      ])
    #expect(owner.present == ["B", "C"])
    container.didAppear()
    #expect(
      owner.takeTrace() == [
        "C.didAppear", "childDidAppear C", "B.didAppear", "childDidAppear B", "didTransition s1 s2",
      ])
  }

  @Test func `completes an appearance that is cut short, and drops what waits first`() {
    let owner = RecordedOwner(
      states: ["s1": ["A", "B"], "s2": ["C"]], children: [RecordedChild("A", appear: lasting(0))])
    let container = owner.container
    container.willAppear(animated: true)
    container.request("s2", animated: true)
    container.advance(to: 100_000_000)
    _ = owner.takeTrace()
    container.willDisappear(animated: false)
    #expect(
      owner.takeTrace().filter { !$0.contains(".") } == [
        "cancelled s2", "childDidAppear A", "end in B", "childDidAppear B", "didTransition - s1",
        "childWillDisappear A", "childWillDisappear B",
      ])
    #expect(container.appearance == .disappearing(animated: false))
  }

  @Test func `takes no request from when it goes, however many callbacks make one`() {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    let container = owner.container
    container.willAppear(animated: false)
    var transitions = 0
    owner.onEvent = {
      guard case .didTransition = $0 else { return }
      transitions += 1
      container.request("s2", animated: false)
    }
    container.willDisappear(animated: false)
    container.didDisappear()
    #expect(transitions == 1 && container.layers.map(\.id) == ["A"])
  }

  @Test func `completes a disappearance that is cut short`() {
    let owner = RecordedOwner(states: ["s1": ["A"]])
    let container = owner.onScreen()
    container.willDisappear(animated: true)
    _ = owner.takeTrace()
    container.willAppear(animated: false)
    #expect(
      owner.takeTrace() == [
        "A.didDisappear", "childDidDisappear A", "load s1", "willTransition s1",
        "childWillAppear A", "A.willAppear",
      ])
  }

  @Test func `drops what waits, then ends what runs, then goes`() {
    let owner = RecordedOwner(
      states: ["s1": ["A", "B"], "s2": ["C", "D"], "s3": []],
      children: [
        RecordedChild("A", disappear: lasting(50)), RecordedChild("B"),
        RecordedChild("C", appear: lasting(50)), RecordedChild("D"),
      ])
    let container = owner.onScreen()
    var outcomes: [String] = []
    container.request("s2", animated: true) { outcomes.append("s2 \($0)") }
    container.request("s3", animated: true) { outcomes.append("s3 \($0)") }
    container.advance(to: 60_000_000)
    owner.onEvent = {
      if case .childDidAppear = $0 { container.request("s1", animated: false) }
    }
    _ = owner.takeTrace()
    container.willDisappear(animated: false)
    #expect(
      owner.takeTrace().filter { !$0.contains(".") } == [
        "cancelled s3", "end in D", "childDidAppear D", "cancelled s1", "end out B",
        "childDidDisappear B", "order C D", "didTransition s1 s2", "childWillDisappear C",
        "childWillDisappear D",
      ])
    #expect(outcomes == ["s3 cancelled", "s2 finished"])
    container.didDisappear()
    #expect(
      owner.takeTrace() == [
        "C.didDisappear", "childDidDisappear C", "D.didDisappear", "childDidDisappear D",
      ])
    #expect(owner.present == ["C", "D"])
  }

  @Test func `puts off phases and time made within a callback until the call is over`() {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    let container = owner.onScreen()
    owner.onEvent = {
      guard case .willTransition = $0 else { return }
      container.advance(to: 100_000_000)
      container.willDisappear(animated: false)
      container.didDisappear()
      owner.onEvent = nil
    }
    container.request("s2", animated: true)
    #expect(
      owner.takeTrace().filter { !$0.contains(".") } == [
        "willTransition s2", "childWillDisappear A", "childWillAppear B", "order A B", "begin in B",
        "begin out A", "end in B", "childDidAppear B", "end out A", "childDidDisappear A",
        "order B", "didTransition s1 s2", "childWillDisappear B", "childDidDisappear B",
      ])
    #expect(container.nowNanoseconds == 100_000_000)
    #expect(container.appearance == .offScreen)
  }

  @Test func `goes through a request made while its state is loaded`() {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    let container = owner.container
    owner.onEvent = {
      guard case .loadAppearanceState = $0 else { return }
      container.request("s2", animated: false)
    }
    container.willAppear(animated: false)
    #expect(container.hasWaitingRequest && container.currentState == "s1")
    container.didAppear()
    #expect(container.currentState == "s2" && container.layers.map(\.id) == ["B"])
  }
}
