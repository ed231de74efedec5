internal import StateContainer

/// Answers the container's two questions from a scenario.
final class ScenarioOwner: StateContainerOwner {
  /// Every child of the file, in its order.
  let children: [PlayedChild]
  private let childrenByState: [String: [PlayedChild]]
  private let appearanceStates: [String]
  private var appearances = 0

  init(_ scenario: Scenario, presenting present: (ChildDescription) -> (any PresentedChild)?) {
    children = scenario.statesFile.children.map { description in
      PlayedChild(description, presented: description.use == nil ? nil : present(description))
    }
    let byName = Dictionary(
      children.map { ($0.description.name, $0) }, uniquingKeysWith: { first, _ in first })
    childrenByState = Dictionary(
      scenario.statesFile.states.map { ($0.name, $0.children.compactMap { byName[$0] }) },
      uniquingKeysWith: { first, _ in first })
    appearanceStates =
      scenario.appearanceStates.isEmpty
      ? [scenario.statesFile.initial] : scenario.appearanceStates
  }

  func loadAppearanceState() -> String {
    let answer = appearanceStates[min(appearances, appearanceStates.count - 1)]
    appearances += 1
    return answer
  }

  func children(for state: String) -> [PlayedChild] {
    childrenByState[state] ?? []
  }
}
