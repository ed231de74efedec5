import StateContainer

// A state with data, in a container with closures.

/// A state of the container with its data: a search with its text, or the names that it found.
enum Page {
  case searching(String)
  case found([String])
}

/// A child with a text, which prints when it is added to the container and removed from it.
final class Label: StateContainerChild {
  let text: String
  init(_ text: String) { self.text = text }
  func wasAdded() { print("+ \(text)") }
  func wasRemoved() { print("- \(text)") }
}

let container = StateContainer<Page, Label>(appearanceState: { .searching("pods") }) { page in
  switch page {
  case .searching(let query): [Label("searching for \(query)")]
  case .found(let names): names.map(Label.init)
  }
}
container.appear()
container.request(.found(["web", "database"]), animated: true) { print("it has \($0)") }
container.defaultTiming = TransitionTiming(duration: .milliseconds(200))
while let time = container.timeToNextDeadline { container.advance(by: time) }
print(container.layers.map(\.text))
