/// Ends a wait of the poller from another thread or a signal handler.
package struct Wakeup: ~Copyable {
  /// What is rung.
  package let bell: Bell
  private let watch: Watch

  package init(in poller: Poller) throws(SystemError) {
    let bell = try Bell()
    watch = Watch(try Descriptor(duplicating: bell.descriptor.rawValue), in: poller)
    self.bell = bell
  }

  /// Ready once rung.
  package var token: PortToken { watch.token }
}
