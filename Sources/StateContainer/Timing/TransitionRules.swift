/// Which timing and effect a child gets on the way from one state to another: a table an owner
/// answers `timing(for:appearing:in:)` from.
///
/// The first rule that fits counts, so the particular ones stand before the general ones. States
/// and children go by names, so that a state may carry data. What no rule fits is left to the
/// child itself, then to the container's default.
///
/// Behaviour: StateViewController, `stateTransitionCoordinator(for:)`, made a value.
public struct TransitionRules<StateName: Hashable, ChildName: Hashable> {
  /// One line of the table; what is `nil` fits everything.
  public struct Rule {
    /// The state left; a rule that names one does not fit the first transition.
    public var from: StateName?
    /// The state that comes.
    public var to: StateName?
    /// The child.
    public var child: ChildName?
    /// Whether the child enters.
    public var appearing: Bool?
    /// What the child gets.
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

  /// The rules; the first that fits counts.
  public var rules: [Rule]

  /// Makes a table.
  public init(_ rules: [Rule] = []) {
    self.rules = rules
  }

  /// The timing of a child in a transition; `nil` if no rule fits.
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
