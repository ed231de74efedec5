/// How often something may happen: some at once, and in the long run so many in a time.
package struct RateLimit: Equatable, Sendable {
  /// How much may happen at once.
  private let capacity: Int64
  /// How much of that is given back with each period.
  private let refill: Int64
  package let periodNanoseconds: Int64

  /// Whether what is too much counts, too: then it is too much until there was a rest.
  private let countsRefused: Bool

  private var left: Int64
  /// When something was given back last, or the first was taken.
  private var sinceNanoseconds: Int64 = 0

  /// - Parameters:
  ///   - capacity: how much may happen at once.
  ///   - refill: how much may happen again after a period; nil: all of it.
  ///   - period: that time.
  ///   - countsRefused: whether what is too much counts, too.
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

  /// Counts more; false where that is too much.
  package mutating func allows(_ amount: Int64 = 1, at now: Int64) -> Bool {
    let periods = left == capacity ? 0 : max(0, now - sinceNanoseconds) / periodNanoseconds
    left = min(capacity, left + periods * refill)
    sinceNanoseconds = left == capacity ? now : sinceNanoseconds + periods * periodNanoseconds
    let isAllowed = amount <= left
    if isAllowed || countsRefused { left -= amount }
    return isAllowed
  }

  /// Starts anew, as if nothing had happened.
  package mutating func reset() { left = capacity }
}
