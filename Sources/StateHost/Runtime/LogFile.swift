internal import Glibc
internal import HostPlugins
internal import HostSystem
internal import HostTerminal

/// A file that lines are appended to, each whole at once; a full disk ends it quietly.
final class LogFile {
  private let owner: Descriptor

  /// Opens the file, or makes it.
  init(appendingTo path: String) throws(SystemCallError) {
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY
    owner = Descriptor(owning: try openedFile(path, flags))
  }

  func write(_ line: PluginLog.Line) {
    let level =
      switch line.level {
      case .debug: "debug"
      case .info: "info"
      case .warning: "warning"
      case .error: "error"
      }
    writeAll(Array("\(level): \(line.text)\n".utf8), to: owner.rawValue)
  }
}

/// Opens a file, made as the umask allows where it is not there yet.
func openedFile(_ path: String, _ flags: CInt) throws(SystemCallError) -> CInt {
  let number = unsafe host_open(path, flags, 0o666)
  guard number >= 0 else { throw SystemCallError(call: "open", code: errno) }
  return number
}
