/// A queue of children's requests to show another state, until the event loop passes them to the container.
///
/// A request outside the container's callbacks waits until the child's function returns. A rate-limited request waits
/// longer and is replaced by the next request of any child.
struct StateRequestQueue {
  typealias Request = (state: String, animated: Bool, isByUser: Bool)

  private var ready: [Request] = []
  private var slowed: (request: Request, dueNanoseconds: Int64)?

  /// When the rate-limited request is due; nil if there is none.
  var nextDeadline: Int64? { slowed?.dueNanoseconds }

  /// Adds a request for the next turn of the loop.
  mutating func add(_ request: Request) {
    slowed = nil
    ready.append(request)
  }

  /// Adds a rate-limited request.
  mutating func slow(_ request: Request, untilNanoseconds due: Int64) {
    slowed = (request, slowed?.dueNanoseconds ?? due)
  }

  /// Drops the rate-limited request because another one was made.
  mutating func forgetSlowed() { slowed = nil }

  /// Removes and returns the requests that are due, in order.
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
