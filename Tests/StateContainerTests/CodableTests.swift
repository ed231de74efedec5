import Foundation
import StateContainer
import Testing

@Suite struct `What the engine tells, written and read` {
  private func again<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test func `timings and instants come back as they were, and in range`() throws {
    let timing = TransitionTiming(
      delay: .milliseconds(5), duration: .seconds(1), curve: .easeIn, effect: .slideUp)
    #expect(try again(timing) == timing)
    #expect(try again(LoadingTimes.immediate) == .immediate)
    let instant = ContainerInstant(.seconds(3))
    #expect(try again([instant]) == [instant])
    let deadline = StateDeadline(after: .seconds(2), next: "error", isAnimated: false)
    #expect(try again(deadline) == deadline)
    let loading = LoadingDeadline(after: .seconds(2), failure: "slow")
    #expect(try again(loading) == loading)
    let rules = TransitionRules<String, String>([.init(to: "a", timing: timing)])
    #expect(try again(rules) == rules)
    let wild = Data(#"{"delay": -5, "duration": 9223372036854775807}"#.utf8)
    let read = try JSONDecoder().decode(TransitionTiming.self, from: wild)
    #expect(read.delay == .zero && read.duration == .seconds(3_600) && read.effect == .fade)
  }

  @Test func `states come back as they were`() throws {
    let states: [ContentState<String>] = [
      .content(notice: "old", isReloading: true), .loading, .error("gone"), .empty,
    ]
    #expect(try again(states) == states)
    typealias Keyed = KeyedContainer<Int, RecordedChild>
    #expect(try again([Keyed.State.hidden, .key(7)]) == [.hidden, .key(7)])
  }

  @Test func `events come back as they were, with the words of the event log`() throws {
    typealias Event = ContainerEvent<String, String>
    let events: [Event] = [
      .loadAppearanceState("a"), .willTransition(to: "b", animated: true),
      .didTransition(from: nil, to: "b", animated: true),
      .didTransition(from: "a", to: "b", animated: false), .childWillAppear("x", animated: true),
      .childDidAppear("x", animated: false), .childWillDisappear("x", animated: true),
      .childDidDisappear("x", animated: true), .transitionWillBegin("x", appearing: true),
      .transitionDidEnd("x", appearing: false), .superseded("a"), .cancelled("b"), .order,
    ]
    #expect(try again(events) == events)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(
      String(decoding: try encoder.encode(events[2]), as: UTF8.self)
        == #"{"animated":true,"event":"didTransition","from":null,"to":"b"}"#)
  }

  @Test func `events are told with names in place of states and children`() {
    let event = ContainerEvent<Int, RecordedChild>.childWillAppear(
      RecordedChild("A"), animated: true)
    #expect(event.map(state: { "\($0)" }, child: \.id) == .childWillAppear("A", animated: true))
  }
}
