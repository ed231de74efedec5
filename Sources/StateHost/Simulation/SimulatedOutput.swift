package import HostSystem

/// An output of a simulated world, such as a file or standard output, that keeps everything written to it in memory.
package final class SimulatedOutput: OutputPort {
  package private(set) var bytes: [UInt8] = []
  package let isTerminal = false

  package init() {}

  package func write(_ bytes: Span<UInt8>) -> OutputResult {
    for index in bytes.indices { self.bytes.append(bytes[index]) }
    return .bytes(bytes.count)
  }

  func removeAll() { bytes.removeAll() }
}

/// Stands in for the capture of what plugins print, and captures nothing: in a simulated world they print to the
/// simulator's own output.
final class SimulatedCapture: CapturePort {
  let token: PortToken
  let waitingCount = 0

  init(token: PortToken) { self.token = token }

  func read(_ body: (Span<UInt8>) -> Void) -> Bool { false }
  func close() {}
}
