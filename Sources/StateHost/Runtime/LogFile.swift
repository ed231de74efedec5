internal import HostPlugins

/// A file that lines are appended to, each whole at once; a full disk loses lines, never the run.
final class LogFile {
  private let file: OutputFile
  /// Why lines were lost, the first time; nil while none was.
  private(set) var failure: CInt?

  init(_ file: OutputFile) { self.file = file }

  func write(_ line: PluginLog.Line) {
    let level =
      switch line.level {
      case .debug: "debug"
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    if let code = file.write(Array("\(level): \(line.text)\n".utf8)), failure == nil {
      failure = code
    }
  }
}
