import StateContainer
import Testing

@Suite struct `A container by keys` {
  private func onScreen(
    _ names: String..., initial: String
  ) -> KeyedContainer<String, RecordedChild> {
    let children = Dictionary(uniqueKeysWithValues: names.map { ($0, RecordedChild($0)) })
    let made = KeyedContainer(children: children, initial: .key(initial))
    made.container.willAppear(animated: false)
    made.container.didAppear()
    return made
  }

  private func layers(_ made: KeyedContainer<String, RecordedChild>) -> [String] {
    made.container.layers.map(\.id)
  }

  @Test func `shows one child, or another, or none`() {
    let made = onScreen("a", "b", initial: "a")
    #expect(layers(made) == ["a"] && made.currentState == .key("a"))
    made.transition(to: .key("b"), animated: false)
    #expect(layers(made) == ["b"])
    made.hideAll(animated: false)
    #expect(layers(made) == [] && made.currentState == .hidden)
  }

  @Test func `animates what goes to another key, and no child that is replaced, unless it is told`()
  {
    let made = onScreen("a", "b", initial: "a")
    made.setChild(RecordedChild("A"), for: "a")
    #expect(layers(made) == ["A"])
    made.transition(to: .key("b"))
    #expect(made.container.isTransitioning)
    made.container.advance(to: 1_000_000_000)
    made.hideAll()
    #expect(made.container.isTransitioning && layers(made) == ["b"])
  }

  @Test func `goes on as often as it is asked to while each transition takes its time`() {
    let made = onScreen("a", "b", initial: "a")
    let length: Int64 = 350_000_000
    var count: Int64 = 0
    func goOn(_ outcome: RequestOutcome) {
      count += 1
      made.transition(to: .key(count % 2 == 0 ? "b" : "a"), completion: goOn)
    }
    made.transition(to: .key("b"), completion: goOn)
    made.container.advance(to: 10_050 * length)
    #expect(count == 10_050)
  }

  @Test func `shows a child that is added for the key that is shown`() {
    let made = onScreen("a", initial: "z")
    #expect(layers(made) == [])
    made["z"] = RecordedChild("Z")
    #expect(layers(made) == ["Z"] && made["z"]?.id == "Z")
    made["y"] = RecordedChild("Y")
    #expect(layers(made) == ["Z"])
  }

  @Test func `replaces the child that is shown, with a transition of its own`() {
    let made = onScreen("a", initial: "a")
    var told: [RequestOutcome] = []
    made.setChild(RecordedChild("A2"), for: "a", animated: true) { told.append($0) }
    #expect(layers(made) == ["A2", "a"] || layers(made) == ["a", "A2"])
    made.container.advance(to: 1_000_000_000)
    #expect(layers(made) == ["A2"] && told == [.finished])
  }

  @Test func `removes the child that is shown, and one that is not`() {
    let made = onScreen("a", "b", initial: "a")
    made["b"] = nil
    #expect(layers(made) == ["a"])
    made["a"] = nil
    #expect(layers(made) == [] && made.currentState == .key("a"))
    made.transition(to: .key("b"), animated: false)
    #expect(layers(made) == [])
  }

  @Test func `tells who sets children in turn, one after the other and not without end`() {
    let made = onScreen("a", initial: "a")
    var (told, depth) = (0, 0)
    func setNext(_ outcome: RequestOutcome) {
      told += 1
      depth += 1
      defer { depth -= 1 }
      #expect(depth == 1)
      if told < 20_000 { made.setChild(nil, for: "z", completion: setNext) }
    }
    made.setChild(nil, for: "z", completion: setNext)
    #expect(told == 10_000 && made.container.nextDeadline == 0)
    made.container.advance(to: 0)
    #expect(told == 20_000 && made.container.nextDeadline == nil)
  }

  @Test func `removes a child while it still enters`() {
    let made = onScreen("a", "b", initial: "a")
    made.transition(to: .key("b"))
    made.container.advance(to: 100_000_000)
    made["b"] = nil
    made.container.advance(to: 1_000_000_000)
    #expect(layers(made) == [] && !made.container.isTransitioning)
  }

  @Test func `completes everything exactly once, the last wins`() {
    let made = onScreen("a", "b", initial: "a")
    var told: [String] = []
    made.transition(to: .key("b")) { told.append("b \($0)") }
    made.transition(to: .key("a")) { told.append("a \($0)") }
    made.hideAll { told.append("none \($0)") }
    made.setChild(nil, for: "q") { told.append("q \($0)") }
    #expect(made.currentState == .key("b") && made.lastState == .hidden)
    made.container.advance(to: 1_000_000_000)
    #expect(told == ["a superseded", "q finished", "b finished", "none finished"])
    made.container.willDisappear(animated: false)
    made.container.didDisappear()
    made.transition(to: .key("a")) { told.append("a \($0)") }
    made["a"] = RecordedChild("A2")
    #expect(told.last == "a cancelled")
    made.container.willAppear(animated: false)
    #expect(layers(made) == ["A2"])
  }

  @Test func `completes what is set while it is off screen`() {
    let made = KeyedContainer<String, RecordedChild>(initial: .key("a"))
    var told: [RequestOutcome] = []
    made.setChild(RecordedChild("A"), for: "a") { told.append($0) }
    made.setChild(nil, for: "b") { told.append($0) }
    #expect(told == [.finished, .finished])
  }

  @Test func `shows what is set for the key that was asked for last, while that waits`() {
    let made = onScreen("a", "b", "c", initial: "a")
    var told: [String] = []
    made.transition(to: .key("b"))
    made.transition(to: .key("c")) { told.append("c \($0)") }
    made.setChild(RecordedChild("C2"), for: "c") { told.append("C2 \($0)") }
    made.setChild(RecordedChild("B2"), for: "b") { told.append("B2 \($0)") }
    #expect(told == ["c superseded", "B2 finished"])
    made.container.advance(to: 1_000_000_000)
    #expect(told.last == "C2 finished" && layers(made) == ["C2"])
  }

  @Test func `takes any key that can be hashed, and works from one call on`() {
    enum Tab { case list, map }
    let made = KeyedContainer<Tab, RecordedChild>(
      children: [.list: RecordedChild("l"), .map: RecordedChild("m")], initial: .key(.list))
    var told: [RequestOutcome] = []
    made.transition(to: .key(.map)) { told.append($0) }
    #expect(told == [.cancelled], "off screen it is what it appears with")
    made.appear()
    #expect(made.container.layers.map(\.id) == ["m"])
    made.transition(to: .key(.list), animated: false) { told.append($0) }
    #expect(told.last == .finished && made[.list]?.id == "l")
    made.disappear()
    #expect(made.container.appearance == .offScreen)
  }

  @Test func `has timings and time as the others have`() {
    let made = KeyedContainer<Int, RecordedChild>(
      children: [1: RecordedChild("a"), 2: RecordedChild("b", appear: lasting(70))],
      initial: .key(1),
      timing: { child, appearing, transition in
        #expect(transition.previous == .key(1) && transition.next == .key(2))
        return appearing ? nil : lasting(90)
      }, now: .seconds(1))
    made.appear()
    var ended = 0
    made.callEnded = { ended += 1 }
    made.transition(to: .key(2))
    #expect(made.isAnimating && made.nextDeadline == 1_070_000_000)
    made.advance(by: .milliseconds(70))
    #expect(made.timeToNextDeadline == .milliseconds(20) && ended == 2)
    made.advance(by: .milliseconds(20))
    #expect(!made.container.isTransitioning && made.nowNanoseconds == 1_090_000_000)
    #expect(!made.isAbandoned)
  }
}
