internal import Glibc
internal import HostContent
internal import HostPlugins
internal import HostRuntime
internal import HostSystem

/// The opener of a command's outputs; refuses a file that the command also reads or already writes.
///
/// No file is truncated before it is known that the command neither reads it nor writes it twice.
/// Only regular files and devices like `/dev/null` are allowed: opening others could block.
struct OutputFileOpener {
  /// The names of the files in use, for messages.
  private var uses: [FileFacts.Identity: String] = [:]
  /// Lists the plugins, which are protected; nil once they are among `uses`.
  private var plugins: (() -> [String])?

  /// Protects a regular file that is read from being overwritten.
  mutating func protect(_ facts: FileFacts?, as use: String) {
    guard let facts, facts.kind == .regular, uses[facts.identity] == nil else { return }
    uses[facts.identity] = use
  }

  /// Protects the search path's plugins, listed only when an output is a file with contents.
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

  /// Checks that rows on standard output are not appended to the file that they are read from.
  ///
  /// - Throws: `CommandFailure` when they are.
  func checkStandardOutput() throws(CommandFailure) {
    guard let facts = FileFacts(of: .output), let use = uses[facts.identity] else { return }
    throw CommandFailure(
      "standard output would overwrite \(use)", "the rows would feed themselves",
      "send them to another file")
  }

  /// Opens or creates the file of a path, if there is one, without truncating it.
  mutating func open(
    _ path: String?, for purpose: OutputPurpose
  ) throws(CommandFailure) -> OutputFile? {
    guard let path else { return nil }
    return OutputFile(owning: try openDescriptor(path, for: purpose))
  }

  /// Opens or creates a file without truncating it, unless it cannot be written or is in use.
  mutating func openDescriptor(
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
      if facts.kind == .regular { uses[facts.identity] = purpose.rawValue }
      if purpose == .events, facts.kind == .regular, !descriptor.takeLock() {
        throw CommandFailure(
          "another run is writing \(purpose.rawValue)", path, "give \(purpose.option) another file")
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
      for path in plugins() { protect(FileFacts(at: path), as: "a plugin") }
    }
    guard let use = uses[facts.identity] else { return }
    throw CommandFailure(
      "\(purpose.rawValue) would overwrite \(use)", path, "give \(purpose.option) another file")
  }

  private func refusal(
    _ purpose: OutputPurpose, _ path: String, _ reason: String
  ) -> CommandFailure {
    CommandFailure(
      "\(purpose.rawValue) cannot be written", "\(path): \(reason)",
      "give \(purpose.option) a file that can be written")
  }
}

/// The kind of a command's output file, by its name in messages, which determines how it is opened:
/// event log, plugin log, `--remember` file, snapshot, or picture of a timeline.
enum OutputPurpose: String {
  case events = "the event log"
  case log = "the log"
  case remember = "the saved states"
  case snapshot = "the snapshot"
  case svg = "the picture"

  /// The option that names the file.
  var option: String { "--\(self)" }
}

/// The output files of `statehost play`, opened for writing: the event log and the picture; each
/// nil if it was not requested or goes to standard output.
struct PlayOutputs {
  /// Nil if there is none, or if the events go to standard output.
  let events: EventLogFile?
  /// Nil if there is none, or if the picture goes to standard output.
  let picture: OutputFile?

  /// Opens the files; fails for the first that cannot or must not be written, before any changes.
  init(_ options: PlayOptions) throws(CommandFailure) {
    let eventsPath = options.eventsFile == "-" ? nil : options.eventsFile
    let picturePath = options.pictureFile == "-" ? nil : options.pictureFile
    var files = OutputFileOpener()
    if eventsPath != nil || picturePath != nil {
      files.protect(FileFacts(at: options.scenarioFile), as: "the scenario")
      try files.protectPlugins(options.plugins)
      files.protectStandardStreams()
    }
    let events = try files.open(eventsPath, for: .events)
    picture = try files.open(picturePath, for: .svg)
    events?.removeContents()
    self.events = events.map { EventLogFile($0) }
  }
}

/// The open output files of a run, each nil unless requested: event log, plugin log, `--remember`
/// file, and snapshot (nil also on standard output); none changes until all are checked and open.
struct RunOutputs {
  let events: EventLogFile?
  let log: PluginLogFile?
  let remembered: RememberFile?
  let snapshot: OutputFile?

  /// Opens the files of a run, whose rows may go to standard output; fails for the first one that
  /// cannot or must not be written, before any is changed.
  init(
    _ options: RunOptions, showing source: SourceChoice, passesRows: Bool
  ) throws(CommandFailure) {
    var files = OutputFileOpener()
    let snapshotPath = options.snapshotFile == "-" ? nil : options.snapshotFile
    let paths = [options.eventsFile, options.logFile, options.rememberFile, snapshotPath]
    let writes = paths.contains { $0 != nil }
    if writes || passesRows, case .source(let source) = source,
      case .open(let origin) = source.opening
    {
      files.protect(origin.facts, as: "the file that is shown")
    }
    if passesRows { try files.checkStandardOutput() }
    if writes {
      files.protect(options.statesFile.flatMap { FileFacts(at: $0) }, as: "the states file")
      try files.protectPlugins(options.plugins)
      files.protectStandardStreams()
    }
    let events = try Self.openEvents(options, &files)
    log = try files.open(options.logFile, for: .log).map { PluginLogFile($0) }
    remembered = try options.rememberFile.map { path throws(CommandFailure) in
      let file = try files.openDescriptor(path, for: .remember)
      do throws(SystemError) {
        return try RememberFile(owning: file, path: path)
      } catch {
        throw CommandFailure(
          "the saved states cannot be read", "\(path): \(error)", "give another file")
      }
    }
    snapshot = try files.open(snapshotPath, for: .snapshot)
    events?.removeContents()
    self.events = events.map { EventLogFile($0) }
  }

  /// Opens the event log; it may be standard output only if nothing else is written there.
  private static func openEvents(
    _ options: RunOptions, _ files: inout OutputFileOpener
  ) throws(CommandFailure) -> OutputFile? {
    guard let path = options.eventsFile, path == "-", let snapshot = options.snapshotFile,
      snapshot != "-"
    else { return try files.open(options.eventsFile, for: .events) }
    return try attempt(
      OutputFile(owning: FileDescriptor(duplicating: StandardStream.output)),
      or: "the event log cannot be written", path)
  }
}
