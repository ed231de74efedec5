/// The temporary messages of the host in the last row of the screen: a new one replaces the current
/// one and stays for 4 s, or until the next key at most if it replies to a key; those replaced
/// within their first second, up to four, are shown again later, the latest first; also remembers
/// what is announced only once.
struct Announcements {
  private static let shownNanoseconds: Int64 = 4_000_000_000

  /// The minimum time for reading; an announcement that is replaced sooner is shown again.
  private static let readNanoseconds: Int64 = 1_000_000_000
  private static let waitingLimit = 4

  private var latest: (text: String, untilNanoseconds: Int64)?
  /// Whether the latest text answers a key, and goes with the next one.
  private var answersKey = false
  /// Announcements that were replaced too soon; the last one is shown again first.
  private var waiting: [String] = []
  private var said: Set<String> = []

  var nextDeadline: Int64? { latest?.untilNanoseconds }

  /// Replaces the current announcement, shown again later if it could not be read and is not `old`.
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

  mutating func answer(_ text: String, at now: Int64) {
    say(text, at: now)
    answersKey = true
  }

  /// Ends the answer to an earlier key; returns whether there was one.
  mutating func keyWasPressed() -> Bool {
    guard answersKey else { return false }
    answersKey = false
    latest?.untilNanoseconds = 0
    return true
  }

  /// Whether a fact is new; permanent facts would otherwise occupy the row forever.
  mutating func isNew(_ fact: String) -> Bool { said.insert(fact).inserted }

  mutating func text(at now: Int64) -> String? {
    if let latest, latest.untilNanoseconds <= now {
      self.latest = waiting.popLast().map { ($0, now + Self.shownNanoseconds) }
    }
    return latest?.text
  }
}
