internal import CHostSystem

/// Waits until descriptors are ready (epoll), without allocation.
///
/// What is watched is known by a token that is never used again, not by the descriptor's number,
/// which the next file that is opened may get.
package final class Poller {
  /// What a descriptor is waited for; that its other side is gone is told unasked.
  struct Interest: OptionSet, Sendable {
    let rawValue: UInt32
    static let read = Interest(rawValue: HOST_POLL_READ)
    static let write = Interest(rawValue: HOST_POLL_WRITE)
  }

  private static let capacity = 64
  private let descriptor: Descriptor
  private var buffer: [host_ready]
  private var lastToken: UInt64 = 0

  package init() throws(SystemError) {
    descriptor = Descriptor(owning: try checked(host_poll_open(), "epoll_create1"))
    buffer = Array(repeating: host_ready(), count: Self.capacity)
  }

  /// Waits until something is ready, a signal arrives, or the time is over.
  ///
  /// - Parameters:
  ///   - timeoutNanoseconds: nil waits for ever.
  ///   - ready: replaced by what is ready, at most 64; the others follow in the next wait.
  /// - Throws: that the system cannot wait any more.
  package func wait(
    timeoutNanoseconds: Int64?, into ready: inout [Ready]
  ) throws(SystemError) {
    ready.removeAll(keepingCapacity: true)
    let timeout = timeoutNanoseconds.map { max(0, $0) } ?? -1
    let count = unsafe buffer.withUnsafeMutableBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return CInt(0) }
      return unsafe host_poll_wait(descriptor.rawValue, base, CInt(buffer.count), timeout)
    }
    for index in 0..<Int(try checked(count, "epoll_wait")) {
      let events = buffer[index].events
      ready.append(
        Ready(
          PortToken(rawValue: buffer[index].token), isReadable: events & HOST_POLL_READ != 0,
          isWritable: events & HOST_POLL_WRITE != 0, hasHungUp: events & HOST_POLL_HANGUP != 0))
    }
  }

  /// A token that nothing else has.
  func makeToken() -> PortToken {
    lastToken += 1
    return PortToken(rawValue: lastToken)
  }

  /// Watches a descriptor until it is removed, which must be before it is closed: the kernel goes on
  /// watching what another descriptor still holds open.
  func add(_ watched: CInt, as token: PortToken) throws(SystemError) {
    _ = try checked(
      host_poll_add(descriptor.rawValue, watched, HOST_POLL_READ, token.rawValue), "epoll_ctl")
  }

  func change(_ watched: CInt, as token: PortToken, to interest: Interest) {
    _ = host_poll_change(descriptor.rawValue, watched, interest.rawValue, token.rawValue)
  }

  func remove(_ watched: CInt) {
    _ = host_poll_remove(descriptor.rawValue, watched)
  }
}
