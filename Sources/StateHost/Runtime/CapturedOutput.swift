package import HostPlugins
package import HostSystem

/// Asks after each call of a child whether its plugin has printed something, so that what is
/// captured from descriptors 1 and 2 gets the name of who printed it.
package final class CapturedOutput {
  private let port: (any CapturePort)?
  private let log: PluginLog

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

  private func collect(from name: String?) {
    guard let port, port.waitingCount > 0 else { return }
    var bytes: [UInt8] = []
    while port.read({ span in for index in span.indices { bytes.append(span[index]) } }) {}
    log.addOutput(bytes, from: name)
  }

  /// Takes what is left; nothing that is printed later is told.
  package func end() {
    collect(from: nil as String?)
    port?.close()
  }
}
