/// A rate limit of a child's wakes, states, messages, programs, bells or titles: a token bucket
/// that allows a burst, then some tokens per period; the time is a parameter.
package struct RateLimit: Equatable, Sendable {
  /// The most tokens, and so the largest burst.
  private let capacity: Int64
  private let refill: Int64
  package let periodNanoseconds: Int64

  /// Whether refused tokens are subtracted, too, so that only a pause ends the refusals.
  private let countsRefused: Bool

  private var left: Int64
  /// When tokens were last added, or the first was taken.
  private var sinceNanoseconds: Int64 = 0

  /// Creates a full bucket; `refill` is the number of tokens added with each period, nil for all.
  package init(
    _ capacity: Int64, refill: Int64? = nil, perNanoseconds period: Int64,
    countsRefused: Bool = false
  ) {
    self.countsRefused = countsRefused
    self.capacity = capacity
    self.refill = refill ?? capacity
    periodNanoseconds = period
    left = capacity
  }

  package mutating func allows(_ amount: Int64 = 1, at now: Int64) -> Bool {
    let periods = left == capacity ? 0 : max(0, now - sinceNanoseconds) / periodNanoseconds
    left = min(capacity, left + periods * refill)
    sinceNanoseconds = left == capacity ? now : sinceNanoseconds + periods * periodNanoseconds
    let isAllowed = amount <= left
    if isAllowed || countsRefused { left -= amount }
    return isAllowed
  }

  package mutating func reset() { left = capacity }
}
