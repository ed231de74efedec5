/// The bare machine: one child for a key, any of which is shown, or none.
///
/// Children are added, replaced and removed for a key at any time. What is done to the key that is
/// shown, shows at once, by a transition of its own.
///
/// Behaviour: StatefulViewController, its `ViewStateMachine`.
public final class KeyedContainer<Child: StateContainerChild> {
  /// What is shown.
  public enum State: Equatable, Sendable {
    /// Nothing.
    case hidden
    /// The child for a key; nothing while there is none for it.
    case key(String)
  }

  /// What presents the children; on screen and off it goes by its own appearance phases.
  public private(set) lazy var container = StateContainer<State, Child>(
    appearanceState: { [weak self] in self?.lastState ?? .hidden }, now: now,
    children: { [weak self] in self?.children(for: $0) ?? [] })

  private var childrenByKey: [String: Child]
  private let now: Duration

  /// The state that was asked for last: ahead of `currentState` while a request waits.
  public private(set) var lastState: State

  /// The state that is shown, or that the running transition goes to.
  public var currentState: State { container.currentState ?? .hidden }

  /// Makes a container that is off screen.
  ///
  /// - Parameters:
  ///   - children: By their keys.
  ///   - initial: What it appears with.
  ///   - now: The present instant of the clock that its container will be told, since it began.
  public init(
    children: [String: Child] = [:], initial: State = .hidden, now: Duration = .zero
  ) {
    childrenByKey = children
    lastState = initial
    self.now = now
  }

  /// The child for a key; setting adds, replaces or, with `nil`, removes it, unanimated, as
  /// `setChild` does.
  public subscript(key: String) -> Child? {
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
    _ child: Child?, for key: String, animated: Bool = false,
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

  /// The child for the key, if there is one.
  private func children(for state: State) -> [Child] {
    guard case .key(let key) = state, let child = childrenByKey[key] else { return [] }
    return [child]
  }
}
