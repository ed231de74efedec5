/// A container that holds a dictionary of children by key, and shows the child of one key, or none,
/// with animated transitions.
///
/// Children are added, replaced and removed for a key at any time. A change for the key that is
/// shown starts a transition. The container begins off screen: call `appear()` first.
///
/// Behaviour: StatefulViewController, its `ViewStateMachine`.
public final class KeyedContainer<Key: Hashable, Child: StateContainerChild>: TimedContainer {
  /// The state of a keyed container: it shows the child of a key, or none.
  public enum State: Hashable {
    /// No child.
    case hidden
    /// The child for a key; none if there is no child for it.
    case key(Key)
  }

  /// A function that returns how a child enters or leaves in a transition.
  public typealias Timing = (Child, _ appearing: Bool, Transition<State>) -> TransitionTiming?

  /// The container that presents the children; its own appearance phases may be used.
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
  /// The owner of `container`, which is kept alive here.
  private var answering: ClosureOwner<State, Child>?

  /// The last requested state; ahead of `currentState` while a request waits.
  public private(set) var lastState: State

  /// The state that is shown, or that the running transition leads to.
  public var currentState: State { container.currentState ?? .hidden }

  /// Creates a container that is off screen.
  ///
  /// - Parameters:
  ///   - children: The children by key.
  ///   - initial: The first state.
  ///   - timing: The timing of one child in one transition; `nil` leaves it to the child, then to
  ///     the default of `container`. It is kept.
  ///   - now: The current time of the clock that `advance(to:)` uses, since its zero.
  public init(
    children: [Key: Child] = [:], initial: State = .hidden, timing: Timing? = nil,
    now: Duration = .zero
  ) {
    childrenByKey = children
    lastState = initial
    self.timing = timing
    begin = now
  }

  /// The child for a key; setting it is the same as `setChild` without animation.
  public subscript(key: Key) -> Child? {
    get { childrenByKey[key] }
    set { setChild(newValue, for: key) }
  }

  /// Adds, replaces or, with `nil`, removes the child for a key.
  ///
  /// - Parameters:
  ///   - child: The child from now on.
  ///   - key: Its key. If it is the last requested one, on screen, a transition shows the change.
  ///   - animated: Whether that transition is animated.
  ///   - completion: Called exactly once, with the outcome of that transition; `finished` at once
  ///     if there is none.
  public func setChild(
    _ child: Child?, for key: Key, animated: Bool = false,
    completion: ((RequestOutcome) -> Void)? = nil
  ) {
    childrenByKey[key] = child
    if lastState == .key(key), container.appearance.acceptsRequests {
      container.request(lastState, animated: animated, completion: completion)
    } else if let completion {
      container.report(.finished, to: completion)
    }
  }

  /// Shows the child for a key, or none.
  ///
  /// Off screen it becomes the state to appear with, and `completion` receives `cancelled`.
  public func transition(
    to state: State, animated: Bool = true, completion: ((RequestOutcome) -> Void)? = nil
  ) {
    lastState = state
    container.request(state, animated: animated, completion: completion)
  }

  /// Shows no child.
  public func hideAll(animated: Bool = true, completion: ((RequestOutcome) -> Void)? = nil) {
    transition(to: .hidden, animated: animated, completion: completion)
  }

  /// Brings the container on screen, with the last requested state.
  public func appear(animated: Bool = false, completion: ((RequestOutcome) -> Void)? = nil) {
    container.appear(animated: animated, completion: completion)
  }

  /// Takes the container off screen.
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

/// Forwarded to `container`.
extension KeyedContainer {
  /// The time that the container has reached.
  public var now: ContainerInstant { container.now }

  /// When something happens next without a call; `nil` if nothing will.
  public var nextInstant: ContainerInstant? { container.nextInstant }

  /// Whether a child is moving, past its delay, so that frames are needed.
  public var isAnimating: Bool { container.isAnimating }

  /// Whether the owner is gone; never, since the container has its own.
  public var isAbandoned: Bool { container.isAbandoned }

  /// Called when a call from outside has been completed; see `TimedContainer`.
  public var callEnded: (() -> Void)? {
    get { container.callEnded }
    set { container.callEnded = newValue }
  }

  /// The runner that advances the container's time; see `TimedContainer`.
  public var runner: ContainerRunner? {
    get { container.runner }
    set { container.runner = newValue }
  }

  /// Advances the time to an instant of the caller's clock.
  public func advance(to instant: ContainerInstant) {
    container.advance(to: instant)
  }
}
