internal import HostPlugins
package import HostSystem

/// A file that lines are appended to, each whole at once; a full disk loses lines, never the run.
package final class LogFile {
  private let file: any OutputPort
  /// Why lines were lost, the first time; nil while none was.
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
