internal import HostStates

/// Counts the events that rules wait for.
struct RuleCounter {
  let rules: [RequestRule]
  private var counts: [Int]

  init(_ rules: [RequestRule]) {
    self.rules = rules
    counts = Array(repeating: 0, count: rules.count)
  }

  /// Counts an event for one rule.
  ///
  /// - Returns: whether it is the one in which the rule's request is to be made.
  mutating func isDue(_ index: Int, in event: LogEvent) -> Bool {
    let rule = rules[index]
    guard event.name == rule.event,
      rule.child == nil || rule.child == event.child,
      rule.state == nil || rule.state == event.state
    else { return false }
    counts[index] += 1
    return counts[index] == rule.nth
  }
}
