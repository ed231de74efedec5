package import HostPlugins
package import HostSystem

/// Asks after each call of a child whether its plugin has printed something, so that what is
/// captured from descriptors 1 and 2 gets the name of who printed it.
package final class CapturedOutput {
  /// A longer line is cut here into several.
  private static let lineBytesLimit = 64 << 10

  private let port: (any CapturePort)?
  private let log: PluginLog
  /// The begin of a line whose end has not been printed yet, and who printed it.
  private var rest: (writer: String?, bytes: [UInt8]) = (nil, [])

  /// - Parameters:
  ///   - port: the capture; nil leaves descriptors 1 and 2 alone.
  ///   - log: where the lines go.
  package init(_ port: (any CapturePort)?, log: PluginLog) {
    self.port = port
    self.log = log
  }

  /// Begins to capture what plugins print, outside of any world; where that fails, nothing is.
  package static func beginning(log: PluginLog) -> CapturedOutput {
    let capture = try? OutputCapture(in: Poller())
    return CapturedOutput(capture, log: log)
  }

  /// Ready when something was printed that no call has been asked for; nil without a capture.
  package var token: PortToken? { port?.token }

  /// Takes what has been printed since it was last asked.
  ///
  /// - Parameter type: the child that was called; nil when a thread of some plugin's must have.
  package func collect(from type: ChildType?) { collect(from: type?.id) }

  /// The same, where a whole plugin was called.
  package func collect(fromFile file: String) { collect(from: file) }

  /// What waits is counted first: a thread may go on printing for ever.
  private func collect(from writer: String?) {
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

  /// Takes what is left, a line that has not ended, too.
  package func flush() {
    collect(from: nil as String?)
    endLine()
  }

  /// Takes what is left; nothing that is printed later is told.
  package func end() {
    flush()
    port?.close()
  }
}
