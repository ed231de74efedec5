import StateContainer

// A transition driven by hand, and one that interrupts it.

/// A child with a name, for the states of `Drawer`.
final class Panel: StateContainerChild {
  let name: String
  init(_ name: String) { self.name = name }
}

/// The owner of the container: presents one panel for each of the two states, closed and open, and
/// prints the progress of transitions.
final class Drawer: StateContainerOwner {
  let closed = Panel("closed")
  let open = Panel("open")

  func loadAppearanceState() -> Bool { false }
  func children(for isOpen: Bool) -> [Panel] { [isOpen ? open : closed] }
  func transitionDidProgress(_ transition: Transition<Bool>, progress: Double) {
    print("to \(transition.next ? "open" : "closed"): \(Int(progress * 100)) %")
  }
}

let drawer = Drawer()
let container = StateContainer<Bool, Panel>(owner: drawer)
container.policy = .interrupt
container.defaultTiming = TransitionTiming(duration: .seconds(1), curve: .linear)
container.appear()

if let hand = container.beginInteractiveTransition(to: true, completion: { print("hand: \($0)") }) {
  hand.update(progress: 0.25)
  hand.update(progress: 0.75)
  hand.finish()
}
container.advance(by: .milliseconds(50))
container.request(false, animated: true) { print("request: \($0)") }
container.advance(by: .milliseconds(400))
container.advance(by: .milliseconds(400))
print(container.layers.map(\.name))
