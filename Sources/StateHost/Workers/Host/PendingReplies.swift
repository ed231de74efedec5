internal import HostSystem

/// The queue of replies that the host awaits from one worker process, in request order.
///
/// A worker handles messages in order and replies to each request once, so replies arrive in the
/// order of the requests. A reply that does not match the oldest request is a protocol error.
struct PendingReplies: Equatable, Sendable {
  /// A type of request to a worker whose reply is awaited; only in the host's queue, never sent.
  enum Request: Equatable { case create, input, draw, save, idle }

  /// One request to a worker process that awaits its reply: its type, child, input number, since
  /// when the worker works on it, and whether the child has ended, so that the reply is ignored.
  struct Entry: Equatable, Sendable {
    let request: Request
    /// The child that the request is for; 0 for the worker itself.
    let child: UInt32
    /// Identifies an input event; 0 for all other requests.
    let ticket: UInt32
    /// When the worker could begin with it: when it was sent, or when the reply before it arrived.
    fileprivate(set) var startNanoseconds: Int64
    /// Whether the child has ended since: its reply still arrives in turn and is then ignored.
    fileprivate(set) var isVoid = false
  }

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }
  var oldest: Entry? { entries.first }
  var awaitsIdle: Bool { entries.contains { $0.request == .idle } }

  mutating func append(_ request: Request, child: UInt32, ticket: UInt32, at now: Int64) {
    entries.append(Entry(request: request, child: child, ticket: ticket, startNanoseconds: now))
  }

  /// Inserts a request that the worker made itself, so that its reply is expected next.
  mutating func insertOldest(_ request: Request, child: UInt32, isVoid: Bool, at now: Int64) {
    entries.insert(
      Entry(request: request, child: child, ticket: 0, startNanoseconds: now, isVoid: isVoid),
      at: 0)
  }

  /// Removes the oldest request, which the reply must match; returns the nanoseconds it took, nil
  /// when its child has ended.
  mutating func removeOldest(
    _ request: Request, child: UInt32, ticket: UInt32, at now: Int64
  ) throws(ByteReader.Malformed) -> Int64? {
    guard let oldest, (oldest.request, oldest.child, oldest.ticket) == (request, child, ticket)
    else { throw .init() }
    return remove(oldest, at: now)
  }

  /// Removes the oldest request, because the worker has no child for it, which must have ended.
  mutating func removeOldestVoid(child: UInt32, at now: Int64) throws(ByteReader.Malformed) {
    guard let oldest, oldest.isVoid, oldest.child == child else { throw .init() }
    _ = remove(oldest, at: now)
  }

  private mutating func remove(_ oldest: Entry, at now: Int64) -> Int64? {
    entries.removeFirst()
    if !entries.isEmpty { entries[0].startNanoseconds = max(entries[0].startNanoseconds, now) }
    return oldest.isVoid ? nil : now - oldest.startNanoseconds
  }

  /// Marks the pending replies of an ended child, so that they are ignored.
  mutating func end(child: UInt32) {
    for index in entries.indices where entries[index].child == child {
      entries[index].isVoid = true
    }
  }

  /// Does not count time in which the worker waited for the host towards the oldest request.
  mutating func credit(_ nanoseconds: Int64) {
    if !entries.isEmpty { entries[0].startNanoseconds += nanoseconds }
  }

  /// Restarts the clock of every request: after the host itself was suspended.
  mutating func restartClocks(at now: Int64) {
    for index in entries.indices { entries[index].startNanoseconds = now }
  }
}
