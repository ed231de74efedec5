internal import HostContent
internal import HostRuntime
internal import HostSystem

/// The open output files of a run: the event log, the plugin log, the remembered states of children, and the
/// snapshot.
struct RunOutputs {
  let events: EventLogFile?
  let log: LogFile?
  let remembered: RememberedStatesFile?
  let snapshot: OutputFile?

  /// - Parameters:
  ///   - options: the options of the command.
  ///   - source: the source of the content.
  ///   - passesRows: whether rows go to standard output.
  /// - Throws: `CommandFailure` for the first file that cannot or must not be written; no file is changed then.
  init(
    _ options: RunOptions, showing source: SourceChoice, passesRows: Bool
  ) throws(CommandFailure) {
    var files = OutputFiles()
    let snapshotPath = options.snapshotFile == "-" ? nil : options.snapshotFile
    let paths = [options.eventsFile, options.logFile, options.rememberFile, snapshotPath]
    let writes = paths.contains { $0 != nil }
    if writes || passesRows { files.protect(source) }
    if passesRows { try files.checkStandardOutput() }
    if writes {
      files.protect([options.statesFile].compactMap { $0 }, as: "the states file")
      try files.protectPlugins(options.plugins)
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
          "the saved states cannot be read", "\(path): \(error)", "give another file")
      }
    }
    snapshot = try snapshotPath.map { path throws(CommandFailure) in
      OutputFile(owning: try files.open(path, for: .snapshot))
    }
    events?.removeContents()
    self.events = events.map { EventLogFile($0) }
  }

  /// Opens the event log; it may be standard output only if nothing else is written there.
  private static func openEvents(
    _ options: RunOptions, _ files: inout OutputFiles
  ) throws(CommandFailure) -> OutputFile? {
    guard let path = options.eventsFile else { return nil }
    guard path == "-", let snapshot = options.snapshotFile, snapshot != "-" else {
      return OutputFile(owning: try files.open(path, for: .events))
    }
    return try attempt("the event log cannot be written", path) { () throws(SystemError) in
      OutputFile(owning: try FileDescriptor(duplicating: StandardStream.output))
    }
  }
}

extension OutputFiles {
  fileprivate mutating func protect(_ source: SourceChoice) {
    guard case .source(let source) = source, case .open(let origin) = source.opening else { return }
    protect(origin.facts, as: "the file that is shown")
  }
}
