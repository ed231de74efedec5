internal import HostRuntime
internal import HostSystem

/// The open output files of `statehost play`: the event log and the picture of the scenario.
struct PlayOutputs {
  /// Nil if there is none, or if the events go to standard output.
  let events: EventLogFile?
  /// Nil if there is none, or if the picture goes to standard output.
  let picture: OutputFile?

  /// - Parameter options: the options of the command.
  /// - Throws: `CommandFailure` for the first file that cannot or must not be written; no file is changed then.
  init(_ options: PlayOptions) throws(CommandFailure) {
    let eventsPath = options.eventsFile == "-" ? nil : options.eventsFile
    let picturePath = options.pictureFile == "-" ? nil : options.pictureFile
    var files = OutputFiles()
    if eventsPath != nil || picturePath != nil {
      files.protect([options.scenarioFile], as: "the scenario")
      try files.protectPlugins(options.plugins)
      files.protectStandardStreams()
    }
    let events = try eventsPath.map { path throws(CommandFailure) in
      OutputFile(owning: try files.open(path, for: .events))
    }
    picture = try picturePath.map { path throws(CommandFailure) in
      OutputFile(owning: try files.open(path, for: .svg))
    }
    events?.removeContents()
    self.events = events.map { EventLogFile($0) }
  }
}
