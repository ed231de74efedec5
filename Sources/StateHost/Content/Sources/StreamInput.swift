internal import HostSystem

/// A port that is read from where it stands, until its end.
final class StreamInput {
  let port: any StreamPort
  /// How many bytes are expected; `nil` when nobody knows.
  let size: Int?
  private(set) var isOpen = true

  init(_ port: any StreamPort, size: Int? = nil) {
    self.port = port
    self.size = size
  }

  func close() {
    isOpen = false
    port.close()
  }

  /// Reads once, without waiting, what has arrived; closes at the end and on a failure.
  func read(into sink: RowSink) -> Arrival {
    guard isOpen else { return .end }
    var arrival = Arrival.nothing
    unsafe sink.receive { space in
      arrival = unsafe port.read(into: space)
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
