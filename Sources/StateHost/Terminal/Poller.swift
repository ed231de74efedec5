internal import HostSystem

/// Waits until descriptors are ready (epoll), without allocation.
package struct Poller: ~Copyable {
  /// What a descriptor is waited for.
  package struct Interest: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Something to read, or the end.
    package static let read = Interest(rawValue: HOST_POLL_READ)
    /// Room to write.
    package static let write = Interest(rawValue: HOST_POLL_WRITE)
    /// The other side is gone; reported unasked, together with `read`.
    package static let hangup = Interest(rawValue: HOST_POLL_HANGUP)
  }

  /// A descriptor that is ready, by the token it was added with.
  package struct Ready: Equatable, Sendable {
    package let token: UInt64
    package let events: Interest

    package init(token: UInt64, events: Interest) {
      self.token = token
      self.events = events
    }
  }

  private static let capacity = 64
  private let descriptor: Descriptor
  private var buffer: [host_ready]

  /// How many are ready after the last `wait`, at most 64; the others follow in the next.
  package private(set) var readyCount = 0

  package init() throws(SystemCallError) {
    descriptor = Descriptor(owning: try checked(host_poll_open(), "epoll_create1"))
    buffer = Array(repeating: host_ready(), count: Self.capacity)
  }

  /// Watches a descriptor until it is removed or closed.
  ///
  /// What is ready stays ready until it is served.
  /// Throws `EPERM` for a regular file, which is always ready.
  package borrowing func add(_ watched: CInt, token: UInt64, for interest: Interest)
    throws(SystemCallError)
  {
    _ = try checked(
      host_poll_add(descriptor.rawValue, watched, interest.rawValue, token), "epoll_ctl")
  }

  /// Changes what a watched descriptor is waited for.
  package borrowing func change(_ watched: CInt, token: UInt64, to interest: Interest)
    throws(SystemCallError)
  {
    _ = try checked(
      host_poll_change(descriptor.rawValue, watched, interest.rawValue, token), "epoll_ctl")
  }

  /// Stops watching; to be called before the descriptor is closed.
  package borrowing func remove(_ watched: CInt) throws(SystemCallError) {
    _ = try checked(host_poll_remove(descriptor.rawValue, watched), "epoll_ctl")
  }

  /// Waits until something is ready, a signal arrives, or the time is over; nil waits for ever.
  package mutating func wait(timeoutNanoseconds: Int64?) throws(SystemCallError) {
    readyCount = 0
    let timeout = timeoutNanoseconds.map { max(0, $0) } ?? -1
    let count = unsafe buffer.withUnsafeMutableBufferPointer { ready in
      guard let base = ready.baseAddress else { return CInt(0) }
      return unsafe host_poll_wait(descriptor.rawValue, base, CInt(ready.count), timeout)
    }
    readyCount = Int(try checked(count, "epoll_wait"))
  }

  /// One of what is ready, `0 ..< readyCount`.
  package subscript(index: Int) -> Ready {
    precondition(index < readyCount, "only what is ready can be asked for")
    return Ready(token: buffer[index].token, events: Interest(rawValue: buffer[index].events))
  }
}
