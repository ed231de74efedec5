internal import CHostSystem

/// An epoll instance of the host: waits without allocation for descriptors, a signal or a timeout.
///
/// Descriptors are identified by tokens, which are not reused, unlike their numbers.
package final class Poller {
  private static let capacity = 64
  private let descriptor: FileDescriptor
  private var buffer: [host_ready]
  private var lastToken: UInt64 = 0

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try checked(host_poll_open(), "epoll_create1"))
    buffer = Array(repeating: host_ready(), count: Self.capacity)
  }

  /// Waits, for ever without a timeout; sets `ready` to up to 64 ports; the next wait reports more.
  package func wait(
    timeoutNanoseconds: Int64?, into ready: inout [Ready]
  ) throws(SystemError) {
    ready.removeAll(keepingCapacity: true)
    let timeout = timeoutNanoseconds.map { max(0, $0) } ?? -1
    let count = unsafe host_poll_wait(
      descriptor.rawValue, &buffer, CInt(buffer.count), timeout)
    for index in 0..<Int(try checked(count, "epoll_wait")) {
      let events = buffer[index].events
      ready.append(
        Ready(
          PortToken(rawValue: buffer[index].token),
          isReadable: events & (HOST_POLL_READ | HOST_POLL_HANGUP) != 0,
          isWritable: events & HOST_POLL_WRITE != 0, hasHungUp: events & HOST_POLL_HANGUP != 0))
    }
  }

  func makeToken() -> PortToken {
    lastToken += 1
    return PortToken(rawValue: lastToken)
  }

  /// Watches a descriptor; remove it before closing: epoll watches while a duplicate is open.
  func add(_ watched: CInt, as token: PortToken) throws(SystemError) {
    _ = try checked(
      host_poll_add(descriptor.rawValue, watched, HOST_POLL_READ, token.rawValue), "epoll_ctl")
  }

  func change(_ watched: CInt, as token: PortToken, reading: Bool, writing: Bool) {
    let events = (reading ? HOST_POLL_READ : 0) | (writing ? HOST_POLL_WRITE : 0)
    _ = host_poll_change(descriptor.rawValue, watched, events, token.rawValue)
  }

  func remove(_ watched: CInt) { _ = host_poll_remove(descriptor.rawValue, watched) }
}

/// The owner of a file descriptor that is registered with a `Poller` under a token: sets the events
/// to wait for, and removes the descriptor from the poller before closing it.
package struct Watch: ~Copyable {
  package let token: PortToken
  /// Whether epoll accepts it; a regular file is always ready instead.
  package let canWait: Bool
  let descriptor: FileDescriptor
  private let poller: Poller

  package init(_ descriptor: consuming FileDescriptor, in poller: Poller) {
    token = poller.makeToken()
    do throws(SystemError) {
      try poller.add(descriptor.rawValue, as: token)
      canWait = true
    } catch {
      canWait = false
    }
    self.descriptor = descriptor
    self.poller = poller
  }

  var number: CInt { descriptor.rawValue }

  /// Stops watching; the descriptor stays open.
  func stop() {
    if canWait { poller.remove(descriptor.rawValue) }
  }

  deinit {
    if canWait { poller.remove(descriptor.rawValue) }
  }

  /// Sets the events to wait for; a hangup is always reported.
  func watch(reading: Bool = true, writing: Bool) {
    poller.change(descriptor.rawValue, as: token, reading: reading, writing: writing)
  }
}

/// A wake-up object (an eventfd) for a thread that sleeps, such as the main thread or a background
/// thread: any thread makes it readable.
package final class Bell: Sendable {
  let descriptor: FileDescriptor

  package init() throws(SystemError) {
    descriptor = FileDescriptor(owning: try checked(host_wake_open(), "eventfd"))
  }

  /// Registers it with a poller, whose waits it ends while it is readable.
  package func watch(in poller: Poller) throws(SystemError) -> Watch {
    Watch(try FileDescriptor(duplicating: descriptor.rawValue), in: poller)
  }

  /// Makes it readable until the next `clear`.
  package func ring() { host_wake(descriptor.rawValue) }

  /// Resets it; check for work afterwards, not before.
  package func clear() { host_wake_clear(descriptor.rawValue) }

  /// Waits for `ring` and resets it.
  func wait() { host_wake_wait(descriptor.rawValue) }

  /// Makes the calling thread the main thread of plugins; calls from their other threads ring.
  package func openGates() { host_gates_open(descriptor.rawValue) }
}
