internal import HostRuntime
internal import HostSystem

/// What a run writes besides its rows, open from its start.
struct RunOutputs {
  let events: EventLogFile?
  let log: LogFile?
  let remembered: RememberedStatesFile?
  let snapshot: OutputFile?

  /// - Parameters:
  ///   - options: what the user asked for.
  ///   - source: what is shown.
  ///   - passesRows: whether rows go to standard output.
  /// - Throws: the first output that cannot or must not be written; nothing is destroyed then.
  init(
    _ options: RunOptions, showing source: RunOptions.Source, passesRows: Bool
  ) throws(CommandFailure) {
    var files = OutputFiles()
    switch source {
    case .file(let path): files.protect([path], as: "the file that is shown")
    case .standardInput: files.protect(.input, as: "the file that is shown")
    case .command, .commandLine, .demonstration: break
    }
    if passesRows { try files.checkStandardOutput() }
    let paths = [options.eventsFile, options.logFile, options.rememberFile, options.snapshotFile]
    if paths.contains(where: { $0 != nil }) {
      files.protect([options.statesFile].compactMap { $0 }, as: "the states file")
      files.protect(InstalledPlugins.files(options.pluginDirectories), as: "a plugin")
      files.protectStandardStreams()
    }
    let events = try Self.openEvents(options, &files)
    log = try options.logFile.map { path throws(CommandFailure) in
      LogFile(OutputFile(owning: try files.open(path, for: .log)))
    }
    remembered = try options.rememberFile.map { path throws(CommandFailure) in
      let file = try files.open(path, for: .remember)
      do throws(SystemError) {
        return try RememberedStatesFile(owning: file, path: path)
      } catch {
        throw CommandFailure(
          line: Complaint.line(
            "what was remembered cannot be read", "\(path): \(error)", "give another file"))
      }
    }
    let path = options.snapshotFile == "-" ? nil : options.snapshotFile
    snapshot = try path.map { path throws(CommandFailure) in
      OutputFile(owning: try files.open(path, for: .snapshot))
    }
    events?.removeContents()
    self.events = events.map { EventLogFile($0) }
  }

  /// Standard output can take the log only where nothing else goes there.
  private static func openEvents(
    _ options: RunOptions, _ files: inout OutputFiles
  ) throws(CommandFailure) -> OutputFile? {
    guard let path = options.eventsFile else { return nil }
    guard path == "-", let snapshot = options.snapshotFile, snapshot != "-" else {
      return OutputFile(owning: try files.open(path, for: .events))
    }
    return try attempt("the event log cannot be written", path) { () throws(SystemError) in
      OutputFile(owning: try Descriptor(duplicating: StandardStream.output))
    }
  }
}
