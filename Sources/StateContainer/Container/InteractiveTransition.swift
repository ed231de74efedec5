/// A transition that goes by hand: what `StateContainer.beginInteractiveTransition(to:)` returns.
///
/// Once the transition is over, or has been let go of, its calls do nothing. Dropped without either,
/// it is cancelled, so that nothing is left standing half way.
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

  /// Whether it drives the container's transition still.
  public var isActive: Bool { container.isDrivenByHand && container.core.handsMade == number }

  /// Moves the transition to a progress.
  ///
  /// - Parameter progress: Of the whole transition, delays and all, linear; may go back. What lies
  ///   outside `0 ... 1`, or is not a number, counts as the nearest end. Every child that is on its
  ///   way hears its own progress, which goes back, too.
  public func update(progress: Double) {
    container.operate(.hand(number, .move(progress: progress)))
  }

  /// Lets go of the transition: it goes on from where it is, by time.
  public func finish() {
    container.operate(.hand(number, .finish))
  }

  /// Takes the transition back to the state it came from.
  ///
  /// It ends as an interrupted one does (`QueueingPolicy.interrupt`), and one to the previous state
  /// begins, by time, in which all who are on their way turn from where they are.
  public func cancel() {
    container.operate(.hand(number, .cancel))
  }
}
