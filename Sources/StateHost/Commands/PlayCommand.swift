internal import Glibc
internal import HostPlugins
internal import HostStates
internal import HostTerminal

/// `statehost play`: runs a scenario on a virtual clock and prints its events.
struct PlayCommand {
  let options: PlayOptions

  func run() throws(CommandFailure) -> Int32 {
    let scenario = try readScenario()
    let log = PluginLog(file: nil)
    let cast = try cast(for: scenario, log: log)
    var descriptor: Descriptor?
    if let path = options.eventsFile {
      descriptor = try attempt(
        "the event log cannot be written", path, "give a file that can be written"
      ) { () throws(SystemCallError) in
        Descriptor(owning: try openedFile(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC))
      }
    }
    let destination = descriptor?.rawValue ?? cast?.standardOutput ?? STDOUT_FILENO
    try play(scenario, cast: cast, to: destination)
    cast?.end()
    for line in log.summary { Complaint.write(line) }
    return ExitStatus.done
  }

  private func play(
    _ scenario: Scenario, cast: ScenarioCast?, to destination: CInt
  ) throws(CommandFailure) {
    var encoder = EventLogEncoder()
    let player = ScenarioPlayer(
      scenario, frameIntervalNanoseconds: cast == nil ? nil : Session.frameIntervalNanoseconds,
      presenting: { cast?.child(for: $0) },
      hearing: { event, time in
        cast?.office.nowNanoseconds = time
        encoder.append(event, atNanoseconds: time)
        if encoder.bytes.count > 1 << 16 {
          writeAll(encoder.bytes, to: destination)
          encoder.drain()
        }
      })
    cast?.office.requestState = { [unowned player] state, animated in
      player.request(state, animated: animated)
    }
    do throws(ScenarioPlayError) {
      try player.play()
    } catch {
      writeAll(encoder.bytes, to: destination)
      throw CommandFailure(line: error.text(file: options.scenarioFile))
    }
    writeAll(encoder.bytes, to: destination)
  }

  private func readScenario() throws(CommandFailure) -> Scenario {
    do throws(StatesFileError) {
      return try Scenario(contentsOf: options.scenarioFile)
    } catch {
      throw CommandFailure(line: error.text)
    }
  }

  /// The plugins' children of a scenario; nil where it has only blank ones, and no plugin is loaded.
  private func cast(
    for scenario: Scenario, log: PluginLog
  ) throws(CommandFailure) -> ScenarioCast? {
    guard scenario.statesFile.children.contains(where: { $0.use != nil }) else { return nil }
    let output = OutputWatch(isCapturing: true, log: log)
    let catalogue = PluginCatalogue(
      loading: InstalledPlugins.searchPath(options.pluginDirectories),
      for: InstalledPlugins.program)
    for failure in catalogue.failures { Complaint.write(failure.line, to: output.standardError) }
    do throws(Arrangement.UnknownUse) {
      let arrangement = try Arrangement(scenario.statesFile, of: catalogue)
      return ScenarioCast(arrangement, catalogue: catalogue, log: log, output: output)
    } catch {
      throw CommandFailure(error, file: options.scenarioFile)
    }
  }
}
