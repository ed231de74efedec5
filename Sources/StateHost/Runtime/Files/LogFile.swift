internal import HostPlugins
package import HostSystem

/// Appends lines of the plugin log, each with its severity, to the file of `--log`, and keeps the first write error.
///
/// Each line is appended with one write; a full disk loses lines but does not end the run.
package final class LogFile {
  private let file: any OutputPort
  /// The first write error; nil if no line was lost.
  package private(set) var failure: SystemError?

  package init(_ file: any OutputPort) { self.file = file }

  package func write(_ line: PluginLog.Line) {
    let level =
      switch line.level {
      case .debug: "debug"
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    let error = file.writeAll(Array("\(level): \(line.text)\n".utf8).span)
    if failure == nil { failure = error }
  }
}
