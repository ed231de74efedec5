internal import HostSystem

/// Ends a wait of the poller from another thread or a signal handler (eventfd).
package struct Wakeup: ~Copyable {
  private let owner: Descriptor

  package init() throws(SystemCallError) {
    owner = Descriptor(owning: try checked(host_wake_open(), "eventfd"))
  }

  /// Readable once rung; also what `host_wake` takes.
  package var descriptor: CInt { owner.rawValue }

  /// Rings, from any thread; rings before the next `clear` count as one.
  package borrowing func ring() {
    host_wake(owner.rawValue)
  }

  /// Makes the descriptor unreadable again; look for work after it, not before.
  package borrowing func clear() {
    host_wake_clear(owner.rawValue)
  }
}
