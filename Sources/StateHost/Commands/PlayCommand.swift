internal import Glibc
internal import HostPlay
internal import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostSystem
internal import HostWorkers

/// The command `statehost play`: plays a scenario from a file or seed on a virtual clock and prints
/// events or frames, draws its timeline, checks its events, or prints the generated scenario.
struct PlayCommand {
  let options: PlayOptions

  func run() throws(CommandFailure) -> Int32 {
    let scenario = try readScenario()
    let outputs = try PlayOutputs(options)
    let log = PluginLog(file: nil, keepingLines: 100)
    let plugins = try loadedPlugins(for: scenario, log: log)
    let events = outputs.events
    let record = PlayObserver(of: scenario, keepingLog: events == nil && printsEvents)
    var frames = ""
    let failure = try play(
      scenario, plugins: plugins, drawing: { frames += $0 },
      onTransition: { record.checker.expect($0, in: $1) }
    ) { event, time in
      events?.append(event, atNanoseconds: time)
      record.hear(event, atNanoseconds: time)
      // Plugins may crash the process, so everything before is written first.
      guard plugins != nil else { return }
      events?.flush()
      record.write()
    }
    if let error = events?.end(), let path = options.eventsFile {
      throw CommandFailure(unwritable: path, error)
    }
    record.timeline.finish()
    if options.seed != nil {
      try deliver(Array(ScenarioWriter.text(of: scenario).utf8))
    }
    record.write()
    try record.check()
    try deliver(Array(frames.utf8))
    if options.drawsTimeline {
      let text = TimelineText(record.timeline).lines.joined(separator: "\n") + "\n"
      try deliver(Array(text.utf8))
    }
    if options.pictureFile != nil {
      try deliver(TimelineSVG(record.timeline).svg, to: outputs.picture, options.pictureFile)
    }
    if let plugins { end(plugins) }
    for line in log.summary { Diagnostic.write(line) }
    if let failure { throw CommandFailure(line: failure.text(file: name)) }
    return options.checks ? report(record.checker) : ExitStatus.done
  }

  /// Ends the plugins and collects their last output.
  private func end(_ plugins: ScenarioPlayer.Plugins) {
    plugins.catalogue.end { plugins.output.collect(from: $0) }
    plugins.output.end()
  }

  /// Whether events go to standard output, which is so unless another output is requested there.
  private var printsEvents: Bool {
    options.eventsFile == "-"
      || !options.drawsTimeline && !options.checks && options.pictureFile == nil
        && options.seed == nil
        && options.frameNanoseconds.isEmpty
  }

  /// The name of the scenario in messages.
  private var name: String {
    options.seed.map { "seed \($0)" } ?? options.scenarioFile
  }

  private func readScenario() throws(CommandFailure) -> Scenario {
    if let seed = options.seed { return Scenario(seed: seed, steps: options.steps) }
    return try attempt(failing: { CommandFailure($0) }) { () throws(StatesFileError) in
      try Scenario(contentsOf: options.scenarioFile)
    }
  }

  /// Plays the scenario and draws a frame at each requested time.
  ///
  /// - Returns: why the scenario was abandoned; nil when it was completed.
  private func play(
    _ scenario: Scenario, plugins: ScenarioPlayer.Plugins?, drawing draw: (String) -> Void,
    onTransition expect: @escaping (_ children: [String], _ state: String) -> Void,
    onEvent hear: @escaping (LogEvent, Int64) -> Void
  ) throws(CommandFailure) -> ScenarioPlayError? {
    let player = try attempt(failing: { CommandFailure($0, file: options.scenarioFile) }) {
      () throws(ArrangementProblem) in
      try ScenarioPlayer(
        scenario, plugins: plugins, isShown: !options.frameNanoseconds.isEmpty,
        onTransition: expect, onEvent: hear)
    }
    defer { player.end() }
    do throws(ScenarioPlayError) {
      for time in options.frameNanoseconds {
        try player.play(untilNanoseconds: time)
        draw(player.frameText())
      }
      try player.play()
      return nil
    } catch {
      return error
    }
  }

  /// Reports on standard error which events violate which rules.
  private func report(_ checker: InvariantChecker) -> Int32 {
    for violation in checker.violations.prefix(Self.reportedViolations) {
      var line = EventLogEncoder()
      line.append(violation.event, atNanoseconds: violation.atNanoseconds)
      let event = String(decoding: line.bytes.dropLast(), as: UTF8.self)
      Diagnostic.write(
        "rule \(violation.rule.rawValue) is broken", "\(name): event \(violation.number) \(event)",
        violation.rule.sentence)
    }
    let count = checker.violations.count
    let rules = InvariantRule.allCases.count
    let result = count == 0 ? "no rule is broken" : "\(count) times a rule is broken"
    Diagnostic.write("statehost: \(name): \(result): \(checker.eventCount) events, \(rules) rules")
    return count == 0 ? ExitStatus.done : ExitStatus.failedCheck
  }

  private static let reportedViolations = 20

  /// The plugins of the scenario; nil when all its children are blank.
  private func loadedPlugins(
    for scenario: Scenario, log: PluginLog
  ) throws(CommandFailure) -> ScenarioPlayer.Plugins? {
    // Options for children are checked against the installed plugins, too.
    guard
      scenario.statesFile.children.contains(where: { $0.use != nil })
        || !options.plugins.childOptions.isEmpty
    else {
      _ = try InstalledPlugins.trust(options.plugins, pins: PluginPins())
      return nil
    }
    try attempt(installCrashGuard(), or: "plugin crashes cannot be reported")
    let trust = try InstalledPlugins.trust(options.plugins, pins: try SavedSettings.read())
    let output = PluginOutputReader.beginning(log: log)
    let deadlines = options.plugins.workerDeadlines(over: scenario.statesFile)
    let catalogue = try InstalledPlugins.load(
      options.plugins, by: trust, within: deadlines, watchedBy: output
    ).catalogue
    for failure in catalogue.failures { Diagnostic.write(failure.line) }
    let grants = try GrantUpdater.grants(options.plugins, of: catalogue)
    let poller = try attempt(Poller(), or: "workers cannot be waited for")
    var plugins = ScenarioPlayer.Plugins(
      catalogue: catalogue, log: log, output: output,
      workers: { [isolation = options.plugins.isolation] world in
        let workers = VirtualTimeWorkerWorld.make(
          in: world, waitingBy: poller, for: isolation, by: grants, within: deadlines)
        workers.hasScriptedPrograms = scenario.programs != nil
        return workers
      })
    plugins.choices = options.plugins.childOptions
    return plugins
  }
}

/// The consumer of a played scenario's events in `statehost play`: gives each to a rule checker and
/// a timeline, and writes an event log on standard output; the command itself writes logs in files.
private final class PlayObserver {
  var log = EventLogEncoder()
  var checker: InvariantChecker
  var timeline: Timeline
  private let keepsLog: Bool
  private var failure: SystemError?

  init(of scenario: Scenario, keepingLog: Bool) {
    checker = InvariantChecker(scenario.statesFile)
    timeline = Timeline(children: scenario.statesFile.children)
    keepsLog = keepingLog
  }

  func hear(_ event: LogEvent, atNanoseconds time: Int64) {
    if keepsLog { log.append(event, atNanoseconds: time) }
    checker.record(event, atNanoseconds: time)
    timeline.record(event, atNanoseconds: time)
  }

  /// Writes the pending events.
  func write() {
    if let error = StandardOutput.output.writeAll(log.bytes.span), failure == nil {
      failure = error
    }
    log.drain()
  }

  /// Reports a failure to write events.
  ///
  /// - Throws: `CommandFailure`, unless the reader closed the pipe.
  func check() throws(CommandFailure) {
    if let failure, failure.code != EPIPE {
      throw CommandFailure(unwritable: "standard output", failure)
    }
  }
}
