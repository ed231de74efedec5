/// Bytes that a command reads from a pipe.
final class PipeInput: InputPort {
  let token: PortToken
  private var watch: Watch?
  private var outgoing = OutgoingBytes()

  init(_ bytes: [UInt8], into descriptor: consuming Descriptor, in poller: Poller) {
    let watch = Watch(descriptor, in: poller)
    watch.watchWriting(true)
    token = watch.token
    self.watch = consume watch
    outgoing.append(bytes.span)
  }

  func flush() -> Delivery {
    watch?.flush(&outgoing) ?? .gone
  }

  func close() { watch = nil }
}

extension Watch {
  fileprivate func flush(_ outgoing: inout OutgoingBytes) -> Delivery {
    outgoing.flush(to: descriptor)
  }
}
