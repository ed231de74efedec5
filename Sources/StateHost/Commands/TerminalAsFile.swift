internal import CHostSystem
internal import Glibc

extension RunOptions.Source {
  /// A terminal is no file to show: it has no end, and what is typed is for the program.
  ///
  /// - Throws: what to give instead.
  func refuseTerminal() throws(CommandFailure) {
    guard case .file(let path) = self, Environment.isCharacterDevice(path) else { return }
    let descriptor = unsafe host_open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC, 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard isatty(descriptor) == 1 else { return }
    throw CommandFailure(
      line: Complaint.line(
        "this is a terminal, not a file", path, "give a file, or -- COMMAND"))
  }
}
