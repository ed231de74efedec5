/// The machine's time: the present instant, the one that time goes to, and how many transitions have
/// started at the present one.
struct MachineClock {
  /// How many transitions may start at one instant before the rest is left to the next `advance`.
  private static let mostTransitionsAtOnce = 10_000

  private(set) var now: Int64
  /// How far time goes in the present `advance`; nil outside of one.
  private(set) var goal: Int64?
  private var transitionsAtOnce = 0

  init(now: Int64) {
    self.now = now
  }

  /// Whether no further transition may start at this instant.
  var isExhausted: Bool { transitionsAtOnce >= Self.mostTransitionsAtOnce }

  /// Somebody outside has called the container: the count of transitions at once starts anew.
  mutating func beginCall() { transitionsAtOnce = 0 }

  mutating func countTransition() { transitionsAtOnce += 1 }

  /// Time goes on to `instant`; time that goes back stands still.
  mutating func setGoal(_ instant: Int64) { goal = max(instant, now) }

  /// Nothing is left to be done before the instant that time goes to.
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
