import StateContainer
import StateContainerEvents
import StateContainerTesting

// A test of a container: a clock that advances on demand, and the recorded events with their
// instants.

/// A child of the tabs, with its name as identity.
final class Panel: StateContainerChild {
  let id: String
  init(_ id: String) { self.id = id }
}

let tabs = KeyedContainer<Int, Panel>(
  children: [1: Panel("list"), 2: Panel("map")], initial: .key(1),
  timing: { _, appearing, _ in TransitionTiming(duration: .milliseconds(appearing ? 100 : 50)) })
tabs.appear()
let recorded = tabs.container.recordEvents(state: { "\($0)" })
let clock = TestClock()
let running = Task { @MainActor in await tabs.run(on: clock) }
tabs.transition(to: .key(2))
await clock.advance(to: .milliseconds(60))
for line in recorded.take().suffix(3) { print(line) }
await clock.advance(to: .milliseconds(200))
for line in recorded.take() { print(line) }
running.cancel()
await running.value
