import StateContainer

/// A transition driven by hand, and one that interrupts it.
final class Panel: StateContainerChild {
  let name: String
  init(_ name: String) { self.name = name }
}

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
