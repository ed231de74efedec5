/// A `StateContainerOwner` made of closures, which supply the state to appear with, the children
/// and the timing, while all notifications are ignored; used for a `StateContainer` made without a
/// delegate, and for the one inside a `ContentContainer` or `KeyedContainer`.
final class ClosureOwner<State, Child: StateContainerChild>: StateContainerOwner {
  private let appearanceState: () -> State
  private let children: (State) -> [Child]
  private let timing: ((Child, _ appearing: Bool, Transition<State>) -> TransitionTiming?)?

  init(
    appearanceState: @escaping () -> State, children: @escaping (State) -> [Child],
    timing: ((Child, _ appearing: Bool, Transition<State>) -> TransitionTiming?)?
  ) {
    self.appearanceState = appearanceState
    self.children = children
    self.timing = timing
  }

  func loadAppearanceState() -> State { appearanceState() }
  func children(for state: State) -> [Child] { children(state) }
  func timing(for child: Child, appearing: Bool, in transition: Transition<State>)
    -> TransitionTiming?
  {
    timing?(child, appearing, transition)
  }
}
