internal import HostPlugins
internal import HostSystem

/// One of the outputs of a program, read to its end; the beginning of it is kept.
final class ProgramOutput {
  private(set) var written = ProgramEnd.Output()
  private var port: (any StreamPort)?
  private var buffer: [UInt8] = []

  /// - Parameter port: nil where it has no output of its own.
  init(_ port: (any StreamPort)?) { self.port = port }

  var isOpen: Bool { port != nil }
  /// Ready when there is something to read; nil when it is closed.
  var token: PortToken? { port?.token }

  /// What is read of it at a time.
  private static let bytesAtOnce = 64 << 10
  private static let partsAtOnce = 4

  /// Reads what has arrived, not all where that does not stop; whether there was anything.
  func read() -> Bool {
    if buffer.isEmpty { buffer = Array(repeating: 0, count: Self.bytesAtOnce) }
    for part in 0..<Self.partsAtOnce {
      let arrival = unsafe buffer.withUnsafeMutableBytes { unsafe port?.read(into: $0) ?? .end }
      switch arrival {
      case .bytes(let count): written.append(buffer[..<count])
      case .nothing: return part > 0
      case .end, .failed:
        close()
        return part > 0
      }
    }
    return true
  }

  func close() {
    port?.close()
    port = nil
    buffer = []
  }
}
