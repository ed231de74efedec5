/// What children ask the container for, until the loop passes it on.
///
/// A request that a child makes outside the container's callbacks waits until the child's own function
/// has returned. One of too many waits longer; the next that is made, by whomever, takes its place.
struct ChildRequests {
  typealias Request = (state: String, animated: Bool, isByUser: Bool)

  private var ready: [Request] = []
  private var slowed: (request: Request, dueNanoseconds: Int64)?

  /// When one has waited long enough; nil when none waits.
  var nextDeadline: Int64? { slowed?.dueNanoseconds }

  /// Takes one down that waits until the loop asks.
  mutating func add(_ request: Request) {
    slowed = nil
    ready.append(request)
  }

  /// Takes one of too many down.
  mutating func slow(_ request: Request, untilNanoseconds due: Int64) {
    slowed = (request, slowed?.dueNanoseconds ?? due)
  }

  /// Another request has been made: what waits for its time is of yesterday.
  mutating func forgetSlowed() { slowed = nil }

  /// Gives those that are due, in their order, and forgets them.
  mutating func take(at now: Int64) -> [Request] {
    var taken = ready
    ready.removeAll(keepingCapacity: true)
    if let slowed, slowed.dueNanoseconds <= now {
      taken.append(slowed.request)
      self.slowed = nil
    }
    return taken
  }
}
