internal import Glibc
internal import HostContent
internal import HostSystem

extension SourceChoice {
  /// Refuses a terminal as the source: it has no end, and its input is for the program.
  ///
  /// - Throws: `CommandFailure` that says what to give instead.
  func refuseTerminal() throws(CommandFailure) {
    guard case .source(.file(let path)) = self, FileFacts(at: path)?.kind == .device,
      let file = try? FileDescriptor(opening: path, flags: O_RDONLY | O_NOCTTY | O_NONBLOCK),
      FileFacts(of: file)?.kind == .terminal
    else { return }
    throw CommandFailure("this is a terminal, not a file", path, "give a file, or -- COMMAND")
  }
}
