/// The bare machine: one child for a key, any of which is shown, or none.
///
/// Children are added, replaced and removed for a key at any time. What is done to the key that is
/// shown, shows at once, by a transition of its own. It begins off screen: `appear()` comes first.
///
/// Behaviour: StatefulViewController, its `ViewStateMachine`.
public final class KeyedContainer<Key: Hashable, Child: StateContainerChild>: TimedContainer {
  /// What is shown.
  public enum State: Hashable {
    /// Nothing.
    case hidden
    /// The child for a key; nothing while there is none for it.
    case key(Key)
  }

  /// Says how a child enters or leaves on the way from one state to another.
  public typealias Timing = (Child, _ appearing: Bool, Transition<State>) -> TransitionTiming?

  /// What presents the children; on screen and off it goes by its own appearance phases.
  public private(set) lazy var container: StateContainer<State, Child> = {
    let answering = ClosureOwner<State, Child>(
      appearanceState: { [weak self] in self?.lastState ?? .hidden },
      children: { [weak self] in self?.children(for: $0) ?? [] }, timing: timing)
    self.answering = answering
    return StateContainer(owner: answering, now: begin)
  }()

  private var childrenByKey: [Key: Child]
  private let begin: Duration
  private let timing: Timing?
  /// The container's owner, which goes with this one.
  private var answering: ClosureOwner<State, Child>?

  /// The state that was asked for last: ahead of `currentState` while a request waits.
  public private(set) var lastState: State

  /// The state that is shown, or that the running transition goes to.
  public var currentState: State { container.currentState ?? .hidden }

  /// Makes a container that is off screen.
  ///
  /// - Parameters:
  ///   - children: By their keys.
  ///   - initial: What it appears with.
  ///   - timing: The timing of one child in one transition; `nil` leaves it to the child, then to
  ///     the default of `container`. It is kept.
  ///   - now: The present instant of the clock that `advance(to:)` will tell, since it began.
  public init(
    children: [Key: Child] = [:], initial: State = .hidden, timing: Timing? = nil,
    now: Duration = .zero
  ) {
    childrenByKey = children
    lastState = initial
    self.timing = timing
    begin = now
  }

  /// The child for a key; setting adds, replaces or, with `nil`, removes it, unanimated, as
  /// `setChild` does.
  public subscript(key: Key) -> Child? {
    get { childrenByKey[key] }
    set { setChild(newValue, for: key) }
  }

  /// Adds, replaces or, with `nil`, removes the child for a key.
  ///
  /// - Parameters:
  ///   - child: The child from now on.
  ///   - key: Its key. If that was asked for last, on screen, a transition shows the change.
  ///   - animated: Whether that transition is animated.
  ///   - completion: Called exactly once: what became of that transition; `finished` at once where
  ///     there is none.
  public func setChild(
    _ child: Child?, for key: Key, animated: Bool = false,
    completion: ((RequestOutcome) -> Void)? = nil
  ) {
    childrenByKey[key] = child
    if lastState == .key(key), container.appearance.acceptsRequests {
      container.request(lastState, animated: animated, completion: completion)
    } else if let completion {
      container.tell(.finished, to: completion)
    }
  }

  /// Shows the child for a key, or none.
  ///
  /// Off screen it is what the container next appears with, and `completion` hears `cancelled`.
  public func transition(
    to state: State, animated: Bool = true, completion: ((RequestOutcome) -> Void)? = nil
  ) {
    lastState = state
    container.request(state, animated: animated, completion: completion)
  }

  /// Shows none.
  public func hideAll(animated: Bool = true, completion: ((RequestOutcome) -> Void)? = nil) {
    transition(to: .hidden, animated: animated, completion: completion)
  }

  /// The container is on screen, with what was asked for last.
  public func appear(animated: Bool = false, completion: ((RequestOutcome) -> Void)? = nil) {
    container.appear(animated: animated, completion: completion)
  }

  /// The container is off screen.
  public func disappear(animated: Bool = false) {
    container.disappear(animated: animated)
  }

  /// The child for the key, if there is one.
  private func children(for state: State) -> [Child] {
    guard case .key(let key) = state, let child = childrenByKey[key] else { return [] }
    return [child]
  }
}

extension KeyedContainer.State: Sendable where Key: Sendable {}
extension KeyedContainer.State: Encodable where Key: Encodable {}
extension KeyedContainer.State: Decodable where Key: Decodable {}

// MARK: - Time

/// What `container` says.
extension KeyedContainer {
  /// The instant that time has reached.
  public var now: ContainerInstant { container.now }

  /// The next instant at which something happens by itself; `nil` if nothing will.
  public var nextInstant: ContainerInstant? { container.nextInstant }

  /// Whether a child is on its way right now, past its delay, so that frames are wanted.
  public var isAnimating: Bool { container.isAnimating }

  /// Whether nothing happens any more; never, for the container is its own owner.
  public var isAbandoned: Bool { container.isAbandoned }

  /// Called when a call from outside has been carried out in full; see `TimedContainer`.
  public var callEnded: (() -> Void)? {
    get { container.callEnded }
    set { container.callEnded = newValue }
  }

  /// What lets the container's time go on; see `TimedContainer`.
  public var runner: ContainerRunner? {
    get { container.runner }
    set { container.runner = newValue }
  }

  /// Lets time go on to an instant of the caller's clock.
  public func advance(to instant: ContainerInstant) {
    container.advance(to: instant)
  }
}
