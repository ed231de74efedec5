extension StateContainer {
  /// Somebody who hears all events.
  @usableFromInline
  struct Observer {
    @usableFromInline let observation: Observation
    @usableFromInline let hear: (ContainerEvent<State, Child>) -> Void
  }

  /// Names an observer, so that it can be removed.
  public struct Observation: Equatable {
    let number: Int
  }

  /// Adds an observer, which hears every event after the owner, from the next one on.
  ///
  /// It is kept, with all it refers to, until it is removed or the container is gone.
  @discardableResult
  public func addObserver(
    _ hear: @escaping (ContainerEvent<State, Child>) -> Void
  ) -> Observation {
    observersMade += 1
    let observation = Observation(number: observersMade)
    observers.append(Observer(observation: observation, hear: hear))
    return observation
  }

  /// Removes an observer; it may still hear the event that is being told.
  public func removeObserver(_ observation: Observation) {
    observers.removeAll { $0.observation == observation }
  }

  @inlinable
  func tell(_ event: @autoclosure () -> ContainerEvent<State, Child>) {
    guard !observers.isEmpty else { return }
    let event = event()
    for observer in observers { observer.hear(event) }
  }
}
