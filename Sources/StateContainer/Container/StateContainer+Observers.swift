extension StateContainer {
  /// The registration of an observer.
  ///
  /// The container keeps it, so releasing it does not remove the observer. Once the observer is removed
  /// or the container is released, the registration no longer holds the closure, so what the closure
  /// refers to may keep the registration.
  public final class Observation {
    @usableFromInline private(set) var hear: ((ContainerEvent<State, Child>) -> Void)?
    private weak var container: StateContainer?

    init(
      of container: StateContainer, hear: @escaping (ContainerEvent<State, Child>) -> Void
    ) {
      self.container = container
      self.hear = hear
    }

    /// Removes it; it hears nothing any more, not even of the event that is being told.
    ///
    /// A second time changes nothing.
    public func remove() {
      container?.removeObserver(self)
    }

    func end() { hear = nil }
  }

  /// Adds an observer, which hears every event after the owner, from the next one on.
  ///
  /// It is kept, with all it refers to, until it is removed or the container is gone.
  @discardableResult
  public func addObserver(
    _ hear: @escaping (ContainerEvent<State, Child>) -> Void
  ) -> Observation {
    let observation = Observation(of: self, hear: hear)
    observations.append(observation)
    return observation
  }

  /// Removes an observer of this container, as `Observation.remove()` does.
  public func removeObserver(_ observation: Observation) {
    guard let index = observations.firstIndex(where: { $0 === observation }) else { return }
    observations.remove(at: index).end()
  }

  @inlinable
  func tell(_ event: @autoclosure () -> ContainerEvent<State, Child>) {
    if facts.hasObservers { tellObservers(event()) }
  }

  @inlinable @inline(never)
  func tellObservers(_ event: ContainerEvent<State, Child>) {
    for observation in observations { observation.hear?(event) }
  }
}
