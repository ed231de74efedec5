internal import Glibc
internal import HostSystem

/// The files that a command writes: all are opened at its start, where their names mean what the
/// user meant, and nothing in them is destroyed before it is known that none of them is read by the
/// same command, or written twice.
///
/// Nobody is waited for: what is neither a regular file nor a device such as `/dev/null` is refused.
struct OutputFiles {
  /// What the files in use are called in messages.
  private var uses: [FileFacts.Identity: String] = [:]

  /// Keeps files that are read from being written.
  mutating func protect(_ paths: [String], as use: String) {
    for path in paths { protect(FileFacts(at: path), as: use) }
  }

  /// The same for a file that a standard stream leads to.
  mutating func protect(_ stream: StandardStream, as use: String) {
    protect(FileFacts(of: stream), as: use)
  }

  /// The same for files that the user has sent standard output and standard error to.
  mutating func protectStandardStreams() {
    protect(.output, as: "standard output")
    protect(.error, as: "standard error")
  }

  private mutating func protect(_ facts: FileFacts?, as use: String) {
    guard let facts, facts.kind == .regular, uses[facts.identity] == nil else { return }
    uses[facts.identity] = use
  }

  /// Sees to it that rows which go to standard output are not what they are read from.
  ///
  /// - Throws: that they are.
  func checkStandardOutput() throws(CommandFailure) {
    guard let facts = FileFacts(of: .output), let use = uses[facts.identity] else { return }
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
    if let facts = FileFacts(at: path) { try check(facts, path, purpose) }
    let access = purpose == .remember ? O_RDWR : purpose == .log ? O_WRONLY | O_APPEND : O_WRONLY
    let descriptor: Descriptor
    do throws(SystemError) {
      descriptor = try Descriptor(
        opening: path, flags: access | O_CREAT | O_NOCTTY | O_NONBLOCK,
        mode: purpose == .remember ? 0o600 : 0o666)
    } catch {
      throw refusal(purpose, path, "\(error)")
    }
    if let facts = FileFacts(of: descriptor) {
      try check(facts, path, purpose)
      if facts.kind == .regular { uses[facts.identity] = purpose.name }
      if purpose == .events, facts.kind == .regular, !descriptor.takeLock() {
        throw CommandFailure(
          line: Complaint.line(
            "another run is writing \(purpose.name)", path,
            "give \(purpose.option) another file"))
      }
    }
    return descriptor
  }

  private func check(
    _ facts: FileFacts, _ path: String, _ purpose: OutputPurpose
  ) throws(CommandFailure) {
    switch facts.kind {
    case .regular: break
    case .device where purpose == .remember: throw refusal(purpose, path, "this is a device")
    case .device: return
    case .directory: throw refusal(purpose, path, "this is a directory")
    case .terminal: throw refusal(purpose, path, "this is a terminal")
    case .stream: throw refusal(purpose, path, "this is no file: its reader could be waited for")
    }
    guard let use = uses[facts.identity] else { return }
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
