extension StateContainer {
  /// The registration of a closure that observes a container's events, which `addObserver` returns,
  /// to remove the closure with.
  ///
  /// The container keeps it, so releasing it does not remove the observer. Once the observer is
  /// removed or the container is released, the registration no longer holds the closure, so what
  /// the closure refers to may keep the registration.
  public final class Observation {
    @usableFromInline private(set) var hear: ((ContainerEvent<State, Child>) -> Void)?
    /// The observers that it belongs to; nil once removed, or if the container is gone.
    private var observers: Observers?

    init(of observers: Observers, hear: @escaping (ContainerEvent<State, Child>) -> Void) {
      self.observers = observers
      self.hear = hear
    }

    /// Removes the observer, which receives nothing any more, not even the event being reported.
    ///
    /// Removing it again has no effect.
    public func remove() {
      observers?.remove(self)
    }

    func end() {
      observers = nil
      hear = nil
    }
  }

  /// The list of all closures that observe the events of one container.
  ///
  /// Separate from the container, so that registrations need no weak reference to it, which would
  /// slow down all other references.
  @usableFromInline
  final class Observers {
    @usableFromInline private(set) var all: [Observation] = [] {
      didSet {
        status.hasObservers = !all.isEmpty
        only = all.count == 1 ? all[0].hear : nil
      }
    }
    /// The closure of the only observer, which is called without a look at the list.
    @usableFromInline private(set) var only: ((ContainerEvent<State, Child>) -> Void)?
    private let status: ContainerStatus

    init(_ status: ContainerStatus) { self.status = status }

    func add(_ observation: Observation) { all.append(observation) }

    func remove(_ observation: Observation) {
      guard let index = all.firstIndex(where: { $0 === observation }) else { return }
      all.remove(at: index).end()
    }

    func end() {
      let ended = all
      all = []
      for observation in ended { observation.end() }
    }
  }

  /// Adds an observer, which receives every event after the owner, from the next one on.
  ///
  /// It is kept, with all it refers to, until it is removed or the container is gone.
  @discardableResult
  public func addObserver(
    _ hear: @escaping (ContainerEvent<State, Child>) -> Void
  ) -> Observation {
    let observation = Observation(of: observers, hear: hear)
    observers.add(observation)
    return observation
  }

  /// Removes an observer of this container, as `Observation.remove()` does.
  public func removeObserver(_ observation: Observation) { observers.remove(observation) }

  @inlinable
  func notifyObservers(_ event: @autoclosure () -> ContainerEvent<State, Child>) {
    if status.hasObservers { callObservers(event()) }
  }

  @inlinable @inline(never)
  func callObservers(_ event: ContainerEvent<State, Child>) {
    if let only = observers.only { return only(event) }
    for observation in observers.all { observation.hear?(event) }
  }
}
