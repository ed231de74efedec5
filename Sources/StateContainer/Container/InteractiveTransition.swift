/// A handle with which the caller drives a container's transition by progress, as a drag does,
/// instead of by time; see `StateContainer.beginInteractiveTransition(to:)`.
///
/// Once the transition has ended or was released by `finish()`, its methods do nothing. If this
/// object is destroyed before, the transition is cancelled.
public final class InteractiveTransition<State, Child: StateContainerChild> {
  private let container: StateContainer<State, Child>
  private let number: Int

  init(in container: StateContainer<State, Child>, number: Int) {
    self.container = container
    self.number = number
  }

  deinit {
    if isActive { cancel() }
  }

  /// Whether it still drives the container's transition.
  public var isActive: Bool {
    container.isDrivenByHand && container.core.interactiveCount == number
  }

  /// Moves the transition to a progress.
  ///
  /// - Parameter progress: The linear progress of the whole transition, delays included; it may
  ///   decrease. Values outside `0 ... 1` are clamped, and NaN counts as 0. Every moving child
  ///   receives its own progress.
  public func update(progress: Double) {
    container.operate(.interactive(number, .move(progress: progress)))
  }

  /// Releases the transition, which then continues by time.
  public func finish() {
    container.operate(.interactive(number, .finish))
  }

  /// Returns to the previous state.
  ///
  /// The transition ends as an interrupted one does (`QueueingPolicy.interrupt`); then a transition
  /// to the previous state begins, by time, in which all moving children reverse.
  public func cancel() {
    container.operate(.interactive(number, .cancel))
  }
}
