internal import CHostSystem

/// Is rung from any thread or a signal handler (eventfd).
package struct Bell: ~Copyable {
  let descriptor: Descriptor

  package init() throws(SystemError) {
    descriptor = Descriptor(owning: try checked(host_wake_open(), "eventfd"))
  }

  /// Rings; rings before the next `clear` count as one.
  package borrowing func ring() { host_wake(descriptor.rawValue) }

  /// Takes the rings back; look for work after it, not before.
  package borrowing func clear() { host_wake_clear(descriptor.rawValue) }

  /// Waits for a ring and takes it back.
  borrowing func wait() { host_wake_wait(descriptor.rawValue) }

  /// Makes the calling thread the one that plugins are called on; what their other threads leave at
  /// the gates rings.
  package borrowing func openGates() { host_gates_open(descriptor.rawValue) }
}
