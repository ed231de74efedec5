/// What the program says of plugins in the last row of the screen: each for a while, some things but once.
struct Announcements {
  private static let shownNanoseconds: Int64 = 4_000_000_000

  private var latest: (text: String, untilNanoseconds: Int64)?
  private var said: Set<String> = []

  /// When the row is to be another.
  var nextDeadline: Int64? { latest?.untilNanoseconds }

  /// Says something for a while, in the place of what was said before.
  mutating func say(_ text: String, at now: Int64) {
    latest = (text, now + Self.shownNanoseconds)
  }

  /// Whether this has not been asked before of a fact: what always holds would hide the row for ever.
  mutating func isNew(_ fact: String) -> Bool { said.insert(fact).inserted }

  /// What is said now; nil: nothing.
  mutating func text(at now: Int64) -> String? {
    if let latest, latest.untilNanoseconds <= now { self.latest = nil }
    return latest?.text
  }
}
