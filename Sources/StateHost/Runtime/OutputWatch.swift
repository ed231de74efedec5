internal import HostPlugins
internal import HostTerminal

/// Looks after each call of a child whether its plugin has printed something, so that what is
/// captured from descriptors 1 and 2 gets the name of who printed it.
final class OutputWatch {
  private var capture: OutputCapture?
  private let log: PluginLog

  /// Begins to capture; without a capture everything stays as it is.
  ///
  /// - Parameters:
  ///   - isCapturing: false leaves descriptors 1 and 2 alone.
  ///   - log: where the lines go.
  init(isCapturing: Bool, log: PluginLog) {
    self.log = log
    capture = isCapturing ? try? OutputCapture() : nil
  }

  /// Readable when something was printed that no call has been asked for; nil without a capture.
  var descriptor: CInt? { capture?.descriptor }

  /// The program's own standard output.
  var standardOutput: CInt { capture?.standardOutput ?? 1 }
  /// The program's own standard error.
  var standardError: CInt { capture?.standardError ?? 2 }

  /// Takes what has been printed since the last look.
  ///
  /// - Parameter type: the child that was called; nil when a thread of some plugin's must have.
  func collect(from type: ChildType?) { collect(from: type?.id) }

  /// The same, where a whole plugin was called.
  func collect(fromFile file: String) { collect(from: file) }

  private func collect(from name: String?) {
    guard capture != nil, capture?.waitingCount ?? 0 > 0 else { return }
    var bytes: [UInt8] = []
    while capture?.read({ span in for index in span.indices { bytes.append(span[index]) } }) == true
    {}
    log.addOutput(bytes, from: name)
  }

  /// Gives descriptors 1 and 2 back.
  func end() {
    collect(from: nil as String?)
    capture = nil
  }
}
