/// What the program says of plugins in the last row of the screen: each for a while, some things but once.
struct Announcements {
  private static let shownNanoseconds: Int64 = 4_000_000_000

  /// What is replaced sooner nobody has read.
  private static let readNanoseconds: Int64 = 1_000_000_000
  private static let waitingLimit = 4

  private var latest: (text: String, untilNanoseconds: Int64)?
  /// The latest text answers a key, and goes with the next one.
  private var answersKey = false
  /// What was replaced before it could be read; the last one comes back first.
  private var waiting: [String] = []
  private var said: Set<String> = []

  /// When the row is to be another.
  var nextDeadline: Int64? { latest?.untilNanoseconds }

  /// Says something for a while, in the place of what was said before; where nobody could read that, it comes
  /// back afterwards.
  ///
  /// - Parameters:
  ///   - text: the new one.
  ///   - old: one that the new one contains, and that does not come back.
  ///   - now: the present instant.
  mutating func say(_ text: String, replacing old: String? = nil, at now: Int64) {
    waiting.removeAll { $0 == old }
    if let latest, latest.text != old, latest.text != text, waiting.count < Self.waitingLimit,
      latest.untilNanoseconds - now > Self.shownNanoseconds - Self.readNanoseconds
    {
      waiting.append(latest.text)
    }
    latest = (text, now + Self.shownNanoseconds)
    answersKey = false
  }

  /// Answers a key, until the next one.
  mutating func answer(_ text: String, at now: Int64) {
    say(text, at: now)
    answersKey = true
  }

  /// The user has pressed another key.
  ///
  /// - Returns: whether a text goes with it.
  mutating func keyWasPressed() -> Bool {
    guard answersKey else { return false }
    answersKey = false
    latest = nil
    return true
  }

  /// Whether this has not been asked before of a fact: what always holds would hide the row for ever.
  mutating func isNew(_ fact: String) -> Bool { said.insert(fact).inserted }

  /// What is said now; nil: nothing.
  mutating func text(at now: Int64) -> String? {
    if let latest, latest.untilNanoseconds <= now {
      self.latest = waiting.popLast().map { ($0, now + Self.shownNanoseconds) }
    }
    return latest?.text
  }
}
