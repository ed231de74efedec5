package import HostSystem

/// The reader of what plugins in the host process print, for the plugin log: reads after each call
/// of a child or loading of a plugin, whose name the lines get, and when a thread has printed.
package final class PluginOutputReader {
  /// Longer lines are split.
  private static let lineBytesLimit = 64 << 10

  private let port: (any CapturePort)?
  private let log: PluginLog
  /// The beginning of an incomplete line, and the plugin that printed it.
  private var rest: (writer: String?, bytes: [UInt8]) = (nil, [])

  /// Captures nothing without a port: descriptors 1 and 2 are then left alone.
  package init(_ port: (any CapturePort)?, log: PluginLog) {
    self.port = port
    self.log = log
  }

  /// Starts capturing outside of any world; if that fails, nothing is captured.
  package static func beginning(log: PluginLog) -> PluginOutputReader {
    PluginOutputReader(try? OutputCapture(in: Poller()), log: log)
  }

  package var token: PortToken? { port?.token }

  /// Reads the new output, but only what waits at the start: a thread may print without end.
  ///
  /// - Parameter writer: the called child or plugin file; nil if it must be a plugin's thread.
  package func collect(from writer: String?) {
    guard let port else { return }
    var waiting = port.waitingCount
    if waiting == 0 { return }
    if rest.writer != writer { endLine() }
    rest.writer = writer
    while waiting > 0, port.read({ read($0, &waiting) }) {}
  }

  private func read(_ bytes: Span<UInt8>, _ waiting: inout Int) {
    waiting -= bytes.count
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "\n") || rest.bytes.count == Self.lineBytesLimit { endLine() }
      if bytes[index] != UInt8(ascii: "\n") { rest.bytes.append(bytes[index]) }
    }
  }

  private func endLine() {
    if !rest.bytes.isEmpty { log.addPrinted(rest.bytes.span, by: rest.writer) }
    rest.bytes.removeAll(keepingCapacity: true)
  }

  /// Reads the remaining output, including an incomplete line.
  package func flush() {
    collect(from: nil)
    endLine()
  }

  package func end() {
    flush()
    port?.close()
  }
}
