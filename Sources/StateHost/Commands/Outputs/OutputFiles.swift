internal import CHostSystem
internal import Glibc
internal import HostSystem

/// The files that a command writes: all are opened at its start, where their names mean what the
/// user meant, and nothing in them is destroyed before it is known that none of them is read by the
/// same command, or written twice.
///
/// Nobody is waited for: what is neither a regular file nor a device such as `/dev/null` is refused.
struct OutputFiles {
  /// What the files in use are called in messages.
  private var uses: [FileLook.Identity: String] = [:]

  /// Keeps files that are read from being written.
  mutating func protect(_ paths: [String], as use: String) {
    for path in paths { protect(FileLook(at: path), as: use) }
  }

  /// The same for what is open.
  mutating func protect(_ descriptor: CInt, as use: String) {
    protect(FileLook(of: descriptor), as: use)
  }

  /// The same for files that the user has sent standard output and standard error to.
  mutating func protectStandardStreams() {
    protect(STDOUT_FILENO, as: "standard output")
    protect(STDERR_FILENO, as: "standard error")
  }

  private mutating func protect(_ look: FileLook?, as use: String) {
    guard let look, look.kind == .regular, uses[look.identity] == nil else { return }
    uses[look.identity] = use
  }

  /// Sees to it that rows which go to standard output are not what they are read from.
  ///
  /// - Throws: that they are.
  func checkStandardOutput() throws(CommandFailure) {
    guard let look = FileLook(of: STDOUT_FILENO), let use = uses[look.identity] else { return }
    throw CommandFailure(
      line: Complaint.line(
        "standard output would overwrite \(use)", "the rows would feed themselves",
        "send them to another file"))
  }

  /// Opens a file, or makes it; what it has stays for now.
  ///
  /// - Parameters:
  ///   - path: as the user wrote it.
  ///   - purpose: what it is for.
  /// - Throws: why it cannot be written, or must not be.
  /// - Returns: the open file.
  mutating func open(
    _ path: String, for purpose: OutputPurpose
  ) throws(CommandFailure) -> Descriptor {
    if path == "-" { throw refusal(purpose, path, "standard output has something else to show") }
    if let look = FileLook(at: path) { try check(look, path, purpose) }
    let access = purpose == .remember ? O_RDWR : purpose == .log ? O_WRONLY | O_APPEND : O_WRONLY
    let number = unsafe host_open(
      path, access | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK,
      purpose == .remember ? 0o600 : 0o666)
    guard number >= 0 else {
      throw refusal(purpose, path, "\(SystemError(call: "open", code: errno))")
    }
    let descriptor = Descriptor(owning: number)
    if let look = FileLook(of: number) {
      try check(look, path, purpose)
      if look.kind == .regular { uses[look.identity] = purpose.name }
    }
    return descriptor
  }

  private func check(
    _ look: FileLook, _ path: String, _ purpose: OutputPurpose
  ) throws(CommandFailure) {
    switch look.kind {
    case .regular: break
    case .device where purpose == .remember: throw refusal(purpose, path, "this is a device")
    case .device: return
    case .directory: throw refusal(purpose, path, "this is a directory")
    case .terminal: throw refusal(purpose, path, "this is a terminal")
    case .other: throw refusal(purpose, path, "this is no file: its reader could be waited for")
    }
    guard let use = uses[look.identity] else { return }
    throw CommandFailure(
      line: Complaint.line(
        "\(purpose.name) would overwrite \(use)", path, "give \(purpose.option) another file"))
  }

  private func refusal(
    _ purpose: OutputPurpose, _ path: String, _ reason: String
  ) -> CommandFailure {
    CommandFailure(
      line: Complaint.line(
        "\(purpose.name) cannot be written", "\(path): \(reason)",
        "give \(purpose.option) a file that can be written"))
  }
}
