import StateContainer
import StateContainerEvents
import Testing

private struct Plain: StateContainerChild, Sendable, Equatable {
  let id: Int
}

private final class PlainOwner: StateContainerOwner {
  func loadAppearanceState() -> Int { 0 }
  func children(for state: Int) -> [Plain] { state == 0 ? [] : [Plain(id: state)] }
}

@Suite(.timeLimit(.minutes(10))) struct `The events as a sequence` {
  @Test func `are those that observers hear, until the container is gone`() async {
    let owner = RecordedOwner(states: ["s1": ["A"], "s2": ["B"]])
    var container: StateContainer<String, RecordedChild>? = .init(owner: owner)
    func words(_ event: ContainerEvent<String, RecordedChild>) -> String {
      "\(event.map(state: { $0 }, child: \.id))"
    }
    var heard: [String] = []
    container?.addObserver { heard.append(words($0)) }
    guard let events = container?.events({ words($0) }) else { return }
    container?.willAppear(animated: false)
    container?.didAppear()
    container?.request("s2", animated: true)
    container?.advance(to: 1_000_000_000)
    container = nil
    var read: [String] = []
    for await event in events { read.append(event) }
    #expect(read == heard && read.count > 10)
  }

  @Test func `are plain values where states and children are`() async {
    let owner = PlainOwner()
    var container: StateContainer<Int, Plain>? = .init(owner: owner)
    guard let events = container?.events() else { return }
    container?.willAppear(animated: false)
    container?.didAppear()
    container?.request(7, animated: false)
    container = nil
    var read: [ContainerEvent<Int, Plain>] = []
    for await event in events { read.append(event) }
    #expect(
      read == [
        .loadAppearanceState(0), .willTransition(to: 0, animated: false),
        .didTransition(from: nil, to: 0, animated: false), .willTransition(to: 7, animated: false),
        .childWillAppear(Plain(id: 7), animated: false), .order,
        .childDidAppear(Plain(id: 7), animated: false),
        .didTransition(from: 0, to: 7, animated: false),
      ])
  }

  @Test func `are all kept unless there is a limit, and counted where there is one`() async {
    let owner = PlainOwner()
    var container: StateContainer<Int, Plain>? = .init(owner: owner)
    guard let all = container?.events(), let few = container?.events(bufferingNewest: 10)
    else { return }
    container?.appear()
    for state in 1...1_000 { container?.request(state % 7, animated: false) }
    container = nil
    var (read, kept) = (0, 0)
    for await _ in all { read += 1 }
    for await _ in few { kept += 1 }
    #expect(read > 2_000 && all.droppedCount == 0)
    #expect(kept == 10 && few.droppedCount == read - kept)
  }

  @Test(arguments: [(Int.min, 1), (0, 1), (1, 1), (3, 3), (1_000, 40)])
  func `wait in a buffer of which the newest are kept`(limit: Int, kept: Int) async {
    let owner = PlainOwner()
    var container: StateContainer<Int, Plain>? = .init(owner: owner)
    guard
      let events = container?.events(
        bufferingNewest: limit,
        { event -> Int? in
          if case .willTransition(let state, _) = event { state } else { nil }
        })
    else { return }
    container?.willAppear(animated: false)
    container?.didAppear()
    for state in 1..<40 { container?.request(state, animated: false) }
    container = nil
    var read: [Int] = []
    for await state in events { read.append(state) }
    #expect(read == Array((0..<40).suffix(kept)))
  }

  @Test func `cost nothing once nobody reads them`() {
    let owner = RecordedOwner(states: ["s1": []])
    let container = owner.onScreen()
    var made = 0
    do {
      _ = container.events { _ -> Int? in
        made += 1
        return made
      }
    }
    for _ in 0..<5 { container.request("s1", animated: false) }
    #expect(made <= 1)
  }
}
