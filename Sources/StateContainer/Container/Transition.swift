/// A description of the running transition, passed to the owner's functions for timing and
/// progress: the previous state, the next state, and whether it is animated.
public struct Transition<State> {
  /// The previous state; `nil` the first time.
  public let previous: State?

  /// The next state.
  public let next: State

  /// Whether the children are animated.
  public let isAnimated: Bool

  /// Creates a description of a transition.
  @inlinable
  public init(previous: State?, next: State, isAnimated: Bool) {
    self.previous = previous
    self.next = next
    self.isAnimated = isAnimated
  }
}

extension Transition: Equatable where State: Equatable {}
extension Transition: Sendable where State: Sendable {}
extension Transition: Encodable where State: Encodable {}
extension Transition: Decodable where State: Decodable {}
