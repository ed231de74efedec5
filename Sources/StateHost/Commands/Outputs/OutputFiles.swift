internal import Glibc
internal import HostPlugins
internal import HostSystem

/// Opens the files that a command writes, and refuses a file that the command also reads or already writes.
///
/// No file is truncated until it is known that the command neither reads it nor writes it twice. Only regular files
/// and devices such as `/dev/null` are allowed: opening anything else could block.
struct OutputFiles {
  /// The names of the files in use, for messages.
  private var uses: [FileFacts.Identity: String] = [:]
  /// Lists the plugins, which are protected; nil once they are among `uses`.
  private var plugins: (() -> [String])?

  /// Protects files that are read from being overwritten.
  mutating func protect(_ paths: [String], as use: String) {
    for path in paths { protect(FileFacts(at: path), as: use) }
  }

  /// Protects the plugins of the search path, which are listed only when an output is a file with contents.
  ///
  /// - Throws: `CommandFailure` when a trusted folder does not exist.
  mutating func protectPlugins(_ options: PluginOptions) throws(CommandFailure) {
    let trust = try InstalledPlugins.trust(options, pins: PluginPins())
    plugins = { InstalledPlugins.files(options, by: trust) }
  }

  /// Protects the files that standard output and standard error are redirected to.
  mutating func protectStandardStreams() {
    protect(FileFacts(of: .output), as: "standard output")
    protect(FileFacts(of: .error), as: "standard error")
  }

  /// Protects a regular file.
  mutating func protect(_ facts: FileFacts?, as use: String) {
    guard let facts, facts.kind == .regular, uses[facts.identity] == nil else { return }
    uses[facts.identity] = use
  }

  /// Checks that rows on standard output are not appended to the file that they are read from.
  ///
  /// - Throws: `CommandFailure` when they are.
  func checkStandardOutput() throws(CommandFailure) {
    guard let facts = FileFacts(of: .output), let use = uses[facts.identity] else { return }
    throw CommandFailure(
      "standard output would overwrite \(use)", "the rows would feed themselves",
      "send them to another file")
  }

  /// Opens or creates a file without truncating it.
  ///
  /// - Parameters:
  ///   - path: the path given by the user.
  ///   - purpose: the use of the file.
  /// - Throws: `CommandFailure` when it cannot be written or is in use.
  /// - Returns: the open file.
  mutating func open(
    _ path: String, for purpose: OutputPurpose
  ) throws(CommandFailure) -> FileDescriptor {
    if path == "-" { throw refusal(purpose, path, "standard output is already in use") }
    if let facts = FileFacts(at: path) { try check(facts, path, purpose) }
    let access = purpose == .remember ? O_RDWR : purpose == .log ? O_WRONLY | O_APPEND : O_WRONLY
    let descriptor: FileDescriptor
    do throws(SystemError) {
      descriptor = try FileDescriptor(
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
          "another run is writing \(purpose.name)", path, "give \(purpose.option) another file")
      }
    }
    return descriptor
  }

  private mutating func check(
    _ facts: FileFacts, _ path: String, _ purpose: OutputPurpose
  ) throws(CommandFailure) {
    switch facts.kind {
    case .regular: break
    case .device where purpose == .remember: throw refusal(purpose, path, "this is a device")
    case .device: return
    case .directory: throw refusal(purpose, path, "this is a directory")
    case .terminal: throw refusal(purpose, path, "this is a terminal")
    case .stream: throw refusal(purpose, path, "this is a pipe or a socket, not a file")
    }
    if facts.size > 0, let plugins {
      self.plugins = nil
      protect(plugins(), as: "a plugin")
    }
    guard let use = uses[facts.identity] else { return }
    throw CommandFailure(
      "\(purpose.name) would overwrite \(use)", path, "give \(purpose.option) another file")
  }

  private func refusal(
    _ purpose: OutputPurpose, _ path: String, _ reason: String
  ) -> CommandFailure {
    CommandFailure(
      "\(purpose.name) cannot be written", "\(path): \(reason)",
      "give \(purpose.option) a file that can be written")
  }
}
