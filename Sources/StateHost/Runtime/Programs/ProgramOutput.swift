internal import HostPlugins
internal import HostSystem

/// Reads an external program's standard output or standard error to its end, and keeps the beginning of it.
final class ProgramOutput {
  private(set) var written = ProgramEnd.Output()
  private var port: (any StreamPort)?
  private var buffer: [UInt8] = []

  /// Begins reading an output stream.
  ///
  /// - Parameter port: the stream; nil if the program has no separate output.
  init(_ port: (any StreamPort)?) { self.port = port }

  var isOpen: Bool { port != nil }
  /// The port that is ready when there is data; nil after closing.
  var token: PortToken? { port?.token }

  /// The limits of one read.
  private static let bytesAtOnce = 64 << 10
  private static let partsAtOnce = 4

  /// Reads available data up to a limit, and returns whether there was any.
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
