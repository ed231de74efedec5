import StateContainer

/// A child: a line of text that is written out as it enters and taken back as it leaves.
final class Line: StateContainerChild {
  let text: String
  var share = 0.0

  init(_ text: String) { self.text = text }

  var visible: String { String(text.prefix(Int(Double(text.count) * share))) }

  func timing(appearing: Bool) -> TransitionTiming? {
    TransitionTiming(duration: appearing ? .milliseconds(400) : .milliseconds(200))
  }

  func transitionDidProgress(appearing: Bool, progress: Double) {
    share = appearing ? progress : 1 - progress
  }

  func didAppear(animated: Bool) { share = 1 }
}

/// The owner: says which children present a state, and shows them.
final class Greeter: StateContainerOwner {
  enum State {
    case waiting
    case greeting(String)
  }

  let title = Line("Greeter")
  let hint = Line("who is there?")

  func loadAppearanceState() -> State { .waiting }

  func children(for state: State) -> [Line] {
    switch state {
    case .waiting: [title, hint]
    case .greeting(let name): [title, Line("Hello, \(name)!")]
    }
  }
}

/// Runs the container on a clock of its own, ten frames a second, and returns what was seen.
func tutorial() -> [String] {
  let owner = Greeter()
  let container = StateContainer<Greeter.State, Line>(owner: owner)
  container.policy = .interrupt
  container.appear()
  container.request(.greeting("Ada"), animated: true)

  var seen: [String] = []
  for frame in 0...4 {
    container.advance(to: ContainerInstant(.milliseconds(frame * 100)))
    let lines = container.layers.map(\.visible).filter { !$0.isEmpty }
    seen.append(lines.joined(separator: " | "))
  }
  return seen
}
