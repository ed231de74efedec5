internal import HostRuntime
internal import HostSystem

/// What a scenario's run writes besides what it prints, open from its start.
struct PlayOutputs {
  /// Nil also where the events are printed.
  let events: EventLogFile?
  /// Nil also where the picture is printed.
  let picture: OutputFile?

  /// - Parameter options: what the user asked for.
  /// - Throws: the first output that cannot or must not be written; nothing is destroyed then.
  init(_ options: PlayOptions) throws(CommandFailure) {
    let eventsPath = options.eventsFile == "-" ? nil : options.eventsFile
    let picturePath = options.pictureFile == "-" ? nil : options.pictureFile
    var files = OutputFiles()
    if eventsPath != nil || picturePath != nil {
      files.protect([options.scenarioFile], as: "the scenario")
      files.protect(try InstalledPlugins.files(options), as: "a plugin")
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
