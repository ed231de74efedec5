/// The transition machine's virtual time in nanoseconds: the current instant, the goal of the
/// running `advance`, and a count of the transitions that callbacks start at one instant, at most
/// 10,000 in one call, against endless loops.
struct MachineClock {
  /// How many transitions may start at one instant before the rest is left to the next `advance`.
  private static let mostTransitionsAtOnce = 10_000

  private(set) var now: Int64
  /// How far time goes in the current `advance`; nil outside of one.
  private(set) var goal: Int64?
  private var transitionsAtOnce = 0

  init(now: Int64) {
    self.now = now
  }

  /// Whether no further transition may start at this instant.
  var isExhausted: Bool { transitionsAtOnce >= Self.mostTransitionsAtOnce }

  /// Begins a call from outside: resets the count of transitions.
  mutating func beginCall() { transitionsAtOnce = 0 }

  mutating func countTransition() { transitionsAtOnce += 1 }

  /// Sets the goal; an instant before `now` counts as `now`.
  mutating func setGoal(_ instant: Int64) { goal = max(instant, now) }

  /// Moves to the goal, when nothing is due before it.
  mutating func reachGoal() {
    if let goal { move(to: goal) }
    goal = nil
  }

  mutating func move(to instant: Int64) {
    guard instant > now else { return }
    now = instant
    transitionsAtOnce = 0
  }
}
