internal import HostSystem

/// A descriptor that is read from where it stands, until its end.
final class StreamInput {
  private var descriptor: Descriptor?
  /// Waiting for it is possible; otherwise it is always ready.
  let canWait: Bool
  /// How many bytes are expected; `nil` when nobody knows.
  let size: Int?

  init(_ descriptor: consuming Descriptor, size: Int? = nil) {
    self.size = size
    canWait = host_can_wait_for(descriptor.number) != 0
    self.descriptor = consume descriptor
  }

  var isOpen: Bool { descriptor != nil }

  var number: Int32? { descriptor?.number }

  func close() {
    descriptor = nil
  }

  /// Reads once, without waiting, what has arrived; closes at the end and on a failure.
  func read(into sink: RowSink) -> Descriptor.Arrival {
    guard descriptor != nil else { return .end }
    var arrival = Descriptor.Arrival.nothing
    unsafe sink.receive { space in
      arrival = unsafe descriptor?.readArrived(into: space) ?? .end
      if case .bytes(let count) = arrival { return count }
      return 0
    }
    switch arrival {
    case .bytes, .nothing: break
    case .end, .failed: close()
    }
    return arrival
  }
}
