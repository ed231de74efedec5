/// The owner of a descriptor that a poller watches: the watching ends before the descriptor closes.
package struct Watch: ~Copyable {
  package let token: PortToken
  /// Whether it can be waited for: a regular file cannot, it is always ready.
  package let canWait: Bool
  let descriptor: Descriptor
  private let poller: Poller

  /// Watches for something to read.
  package init(_ descriptor: consuming Descriptor, in poller: Poller) {
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

  /// The descriptor's number, valid as long as this value lives.
  var number: CInt { descriptor.rawValue }

  /// Is not waited for any more; it stays open.
  func stop() {
    if canWait { poller.remove(descriptor.rawValue) }
  }

  deinit {
    if canWait { poller.remove(descriptor.rawValue) }
  }

  /// Watches for room to write as well, or no longer.
  func watchWriting(_ isWanted: Bool) {
    poller.change(descriptor.rawValue, as: token, to: isWanted ? [.read, .write] : .read)
  }

  /// Watches for something to read, for room to write, or for both; that the other side is gone is always reported.
  func watch(reading: Bool, writing: Bool) {
    let interest: Poller.Interest = reading ? .read : []
    poller.change(descriptor.rawValue, as: token, to: writing ? interest.union(.write) : interest)
  }
}
