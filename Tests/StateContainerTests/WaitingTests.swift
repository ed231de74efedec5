import StateContainer
import Testing

@Suite struct `A request that cannot start at once` {
  static let states = ["s1": ["A"], "s2": ["B"], "s3": ["C"], "s4": ["D"]]

  @Test func `is cancelled when the container goes away with it`() {
    var outcomes: [String] = []
    do {
      let owner = RecordedOwner(states: Self.states)
      let container = owner.onScreen()
      container.request("s2", animated: true) { outcomes.append("s2 \($0)") }
      container.request("s3", animated: true) { outcomes.append("s3 \($0)") }
    }
    #expect(outcomes == ["s2 cancelled", "s3 cancelled"])
  }

  @Test func `goes on with the next advance when a chain at one instant does not end`() {
    let owner = RecordedOwner(states: ["s1": [], "s2": []])
    let container = owner.onScreen()
    var count = 0
    owner.onEvent = {
      guard case .didTransition = $0 else { return }
      count += 1
      container.request("s2", animated: false)
    }
    container.request("s2", animated: false)
    #expect(count == 10_001)
    #expect(container.nextDeadline == 0)
    owner.onEvent = nil
    container.advance(to: 0)
    #expect(container.nextDeadline == nil && !container.hasWaitingRequest)
  }

  enum Way: CaseIterable { case request, appearance, hand }

  @Test(arguments: Way.allCases)
  func `is not made again without end when its owner is gone`(_ way: Way) {
    var owner: RecordedOwner? = RecordedOwner(states: Self.states)
    let container = StateContainer<String, RecordedChild>(
      owner: owner ?? RecordedOwner(states: [:]))
    container.willAppear(animated: false)
    container.didAppear()
    var cancelled = 0
    func insist(_ outcome: RequestOutcome) {
      cancelled += 1
      guard cancelled < 1_000_000 else { return }
      if way == .appearance {
        container.willAppear(animated: true, completion: insist)
      } else {
        container.request("s2", animated: true, completion: insist)
      }
    }
    let hand =
      way == .hand ? container.beginInteractiveTransition(to: "s2", completion: insist) : nil
    defer { withExtendedLifetime(hand) {} }
    if way == .hand {
      owner = nil
      hand?.cancel()
    } else {
      owner = nil
      insist(.cancelled)
      cancelled -= 1
    }
    #expect((9_000...10_000).contains(cancelled))
    container.advance(to: 1)
    #expect((19_000...20_000).contains(cancelled))
    cancelled = 1_000_000
    container.advance(to: 2)
    #expect(cancelled == 1_000_001, "and the last one completes, too")
  }

  @Test func `may be made by a state as it goes`() {
    final class Note {
      var onEnd: (() -> Void)?
      deinit { onEnd?() }
    }
    var outcomes: [RequestOutcome] = []
    let container = StateContainer<Note, RecordedChild>(appearanceState: { Note() }) { _ in [] }
    container.willAppear(animated: false)
    container.currentState?.onEnd = { [unowned container] in
      container.request(Note(), animated: false) { outcomes.append($0) }
    }
    container.didAppear()
    for _ in 0..<2 { container.request(Note(), animated: false) }
    #expect(outcomes == [.finished], "it is the container's until two others have come")
  }

  @Test func `of a container that appears tells what became of that`() {
    let owner = RecordedOwner(states: Self.states)
    let container = owner.container
    var told: [String] = []
    container.willAppear(animated: true) { told.append("first \($0)") }
    container.willAppear(animated: true) { told.append("second \($0)") }
    container.didAppear()
    container.advance(to: 350_000_000)
    #expect(told == ["second cancelled", "first finished"])
  }

  @Test func `of a container that goes is told, also what was left to its next call`() {
    var container: StateContainer<String, RecordedChild>? = StateContainer(
      appearanceState: { "s1" }, children: { _ in [] })
    var told = 0
    container?.addObserver { [weak container] event in
      guard case .didTransition = event else { return }
      for _ in 0..<10_002 { container?.willAppear(animated: true) { _ in told += 1 } }
    }
    container?.willAppear(animated: false)
    container?.didAppear()
    #expect(told == 10_000)
    container = nil
    #expect(told == 10_002)
  }

  #if DEBUG
    @Test func `to an owner that is gone at once stops a debug build`() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let container = StateContainer<String, RecordedChild>(
          owner: RecordedOwner(states: ["s1": []]))
        container.willAppear(animated: false)
      }
      let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(said.contains("the owner of a container is gone before its first call"))
    }
  #endif
}
