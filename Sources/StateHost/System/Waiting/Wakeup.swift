internal import CHostSystem

/// Ends a wait of the poller from another thread or a signal handler (eventfd).
package struct Wakeup: ~Copyable {
  private let watch: Watch

  package init(in poller: Poller) throws(SystemError) {
    watch = Watch(Descriptor(owning: try checked(host_wake_open(), "eventfd")), in: poller)
  }

  /// Ready once rung.
  package var token: PortToken { watch.token }

  /// Rings, from any thread; rings before the next `clear` count as one.
  package borrowing func ring() {
    host_wake(watch.descriptor.rawValue)
  }

  /// Takes the rings back; look for work after it, not before.
  package borrowing func clear() {
    host_wake_clear(watch.descriptor.rawValue)
  }

  /// Makes the calling thread the one that plugins are called on; what their other threads leave at
  /// the gates rings.
  package borrowing func openGates() {
    host_gates_open(watch.descriptor.rawValue)
  }
}
