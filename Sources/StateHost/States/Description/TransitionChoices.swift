package import StateContainer

/// How the container goes from state to state, where a states file chooses it.
package struct TransitionChoices: Sendable {
  /// What a request does that is made while a transition runs.
  package var policy = QueueingPolicy.wait
  /// In the order of the file, one for a state at most.
  package var deadlines: [StateLimit] = []
  /// In the order of the file; the first that fits a child's way counts.
  package var rules: [TransitionRule] = []

  package init() {}

  /// The timing of a child on the way between two states: what the first rule that fits says, over
  /// the child's own; nil if none fits.
  package func timing(
    of child: String, appearing: Bool, in transition: Transition<String>,
    over own: @autoclosure () -> TransitionTiming
  ) -> TransitionTiming? {
    rules.first { $0.fits(child, appearing: appearing, in: transition) }?.timing
      .applied(to: own())
  }

  /// How long a state may last.
  package func deadline(of state: String) -> StateDeadline<String>? {
    deadlines.first { $0.state == state }.map {
      StateDeadline(
        afterNanoseconds: $0.afterNanoseconds, next: $0.next, isAnimated: $0.isAnimated)
    }
  }
}

/// How long a state may last, and the one that follows then.
package struct StateLimit: Equatable, Sendable {
  package var state: String
  package var afterNanoseconds: Int64
  package var next: String
  package var isAnimated: Bool
}

/// The timing of those that a rule fits; what is nil fits everything.
package struct TransitionRule: Equatable, Sendable {
  package var from: String?
  package var to: String?
  package var child: String?
  package var appearing: Bool?
  package var timing = TimingOverrides()

  func fits(_ child: String, appearing: Bool, in transition: Transition<String>) -> Bool {
    (from == nil || from == transition.previous) && (to == nil || to == transition.next)
      && (self.child == nil || self.child == child)
      && (self.appearing == nil || self.appearing == appearing)
  }
}

extension StateContainer where State == String {
  /// Goes from state to state as a states file chooses; its owner gives the timings of the rules.
  package func follow(_ choices: TransitionChoices) {
    policy = choices.policy
    deadlines = choices.deadlines.isEmpty ? nil : { choices.deadline(of: $0) }
  }
}
