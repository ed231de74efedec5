/// A lookup table of animation timings by previous state, next state, child and direction, from
/// which an owner can implement `timing(for:appearing:in:)`; the states file has rules of its own.
///
/// The first rule that matches applies, so specific rules come before general ones. States and
/// children are given by name, so that a state may carry data. If no rule matches, the child's own
/// timing or the container's default applies.
///
/// Behaviour: StateViewController, `stateTransitionCoordinator(for:)`, made a value.
public struct TransitionRules<StateName: Hashable, ChildName: Hashable> {
  /// A row of an owner's table of animation timings, which no states file fills: the states, child
  /// and direction it applies to (`nil`: all), and the timing.
  public struct Rule {
    /// The previous state; a rule that names one does not match the first transition.
    public var from: StateName?
    /// The next state.
    public var to: StateName?
    /// The child.
    public var child: ChildName?
    /// Whether the child enters.
    public var appearing: Bool?
    /// The timing of the child.
    public var timing: TransitionTiming

    /// Makes a rule.
    public init(
      from: StateName? = nil, to: StateName? = nil, child: ChildName? = nil,
      appearing: Bool? = nil, timing: TransitionTiming
    ) {
      self.from = from
      self.to = to
      self.child = child
      self.appearing = appearing
      self.timing = timing
    }
  }

  /// The rules; the first that matches applies.
  public var rules: [Rule]

  /// Makes a table.
  public init(_ rules: [Rule] = []) {
    self.rules = rules
  }

  /// The timing of a child in a transition; `nil` if no rule matches.
  public func timing(
    for child: ChildName, appearing: Bool, from previous: StateName?, to next: StateName
  ) -> TransitionTiming? {
    for rule in rules {
      if let from = rule.from, from != previous { continue }
      if let to = rule.to, to != next { continue }
      if let named = rule.child, named != child { continue }
      if let direction = rule.appearing, direction != appearing { continue }
      return rule.timing
    }
    return nil
  }
}

extension TransitionRules.Rule: Equatable {}
extension TransitionRules.Rule: Sendable where StateName: Sendable, ChildName: Sendable {}
extension TransitionRules.Rule: Encodable where StateName: Encodable, ChildName: Encodable {}
extension TransitionRules.Rule: Decodable where StateName: Decodable, ChildName: Decodable {}
extension TransitionRules: Equatable {}
extension TransitionRules: Sendable where StateName: Sendable, ChildName: Sendable {}
extension TransitionRules: Encodable where StateName: Encodable, ChildName: Encodable {}
extension TransitionRules: Decodable where StateName: Decodable, ChildName: Decodable {}
