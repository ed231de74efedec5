internal import Glibc
internal import HostContent
internal import HostPlugins
internal import HostStates
internal import HostSurface
internal import HostTerminal
internal import StateContainer

/// `statehost [run]`: presents the states of a source.
struct RunCommand {
  private let options: RunOptions
  private let source: RunOptions.Source
  private let isPlain: Bool

  init(_ options: RunOptions) {
    self.options = options
    source = options.source ?? (Environment.hasInput ? .standardInput : .demonstration)
    isPlain =
      options.snapshotFile == nil && !options.picks
      && (options.isPlain || isatty(STDOUT_FILENO) == 0
        || !TerminalAbilities(environment: Environment.value).takesControlSequences)
  }

  /// Runs to the end.
  ///
  /// - Returns: the exit status.
  func run() throws(CommandFailure) -> Int32 {
    let clock = RunClock()
    try source.refuseForgottenDashes()
    let statesFile = try readStatesFile()
    let outputs = try RunOutputs(options, showing: source, passesRows: isPlain)
    let log = PluginLog(file: outputs.log)
    let remembered = try readRememberedStates(outputs.remembered)
    let process = try attempt("the process cannot be set up") { () throws(SystemCallError) in
      try Session.Process()
    }
    let device = try openTerminal()
    let output = OutputWatch(isCapturing: true, log: log)
    let catalogue = InstalledPlugins.load(options.pluginDirectories, watchedBy: output)
    for failure in catalogue.failures { Complaint.write(failure.line, to: output.standardError) }
    let arrangement = try arrange(statesFile, catalogue)
    let stage = Stage(arrangement, catalogue: catalogue, log: log, output: output)
    if device != nil { Patience.end() }
    let screen = try makeScreen(device, pool: stage.pool)
    prepare(stage, for: screen)
    stage.remembered = remembered
    let report = makeReport(output)
    let session = Session(
      process, stage: stage, feed: makeFeed(report), screen: screen, log: log, output: output,
      behaviour: behaviour, clock: clock)
    record(session, events: outputs.events, report: report)
    return try finish(session, catalogue: catalogue, outputs: outputs)
  }

  /// Runs a session and takes everything down again, in the reverse order of its making.
  private func finish(
    _ session: Session, catalogue: PluginCatalogue, outputs: RunOutputs
  ) throws(CommandFailure) -> Int32 {
    let outcome = try attempt("the run was broken off") { () throws(SystemCallError) in
      try session.run()
    }
    if outcome == .terminalGone { (session.screen as? TerminalScreen)?.hangUp() }
    let snapshot = (session.screen as? SnapshotScreen)?.contents(
      isPicture: options.snapshotFile?.hasSuffix(".svg") ?? false, title: session.feed.title)
    session.screen.end()
    let error = session.feed.loader.content.error
    try attempt("the command cannot be stopped") { () throws(SystemCallError) in
      try session.stopSource()
    }
    session.stage.end()
    catalogue.end { session.output.collect(fromFile: $0) }
    let standardOutput = session.output.standardOutput
    let standardError = session.output.standardError
    for line in session.log.summary { Complaint.write(line, to: standardError) }
    let losses = losses(outputs, remembering: session.stage.remembered)
    for loss in losses { Complaint.write(loss.line, to: standardError) }
    if let snapshot { try write(snapshot, to: outputs.snapshot, standardOutput: standardOutput) }
    let status = try RunEnd(
      outcome: outcome, error: error, picks: options.picks, standardOutput: standardOutput
    ).finish()
    return status == ExitStatus.done ? losses.first?.status ?? status : status
  }

  /// Finishes what is written besides the rows.
  ///
  /// - Returns: what could not be written.
  private func losses(
    _ outputs: RunOutputs, remembering states: RememberedStates
  ) -> [CommandFailure] {
    var losses: [CommandFailure] = []
    if let code = outputs.events?.end(), let path = options.eventsFile, code != EPIPE {
      losses.append(CommandFailure(unwritable: path, code: code))
    }
    if let code = outputs.log?.failure, let path = options.logFile {
      losses.append(CommandFailure(unwritable: path, code: code))
    }
    if let file = outputs.remembered {
      do throws(SystemCallError) {
        try file.write(states)
      } catch {
        losses.append(
          CommandFailure(
            line: Complaint.line(
              "the states of the children are not remembered", "\(file.path): \(error)",
              "give a file that can be written")))
      }
    }
    return losses
  }

  private var behaviour: Session.Behaviour {
    var behaviour = Session.Behaviour()
    behaviour.loadingTimes = LoadingTimes(
      delayNanoseconds: options.loadingDelayNanoseconds,
      minimumNanoseconds: isPlain ? 0 : options.loadingMinimumNanoseconds)
    behaviour.isDemonstration = source == .demonstration
    behaviour.endNanoseconds = options.snapshotFile == nil ? nil : options.snapshotNanoseconds
    behaviour.endsWhenSettled =
      isPlain || (options.snapshotFile != nil && options.snapshotNanoseconds == nil)
    return behaviour
  }
}

// MARK: - What a run is made of

extension RunCommand {
  private func readStatesFile() throws(CommandFailure) -> StatesFile? {
    guard let path = options.statesFile else { return nil }
    do throws(StatesFileError) {
      return try StatesFile(contentsOf: path)
    } catch {
      throw CommandFailure(line: error.text)
    }
  }

  private func readRememberedStates(
    _ file: RememberedStatesFile?
  ) throws(CommandFailure) -> RememberedStates {
    guard let file else { return RememberedStates() }
    do throws(RememberedStatesFile.Unusable) {
      return try file.read()
    } catch {
      switch error {
      case .unreadable(let reason):
        throw CommandFailure(
          line: Complaint.line(
            "what was remembered cannot be read", "\(file.path): \(reason)", "give another file"))
      case .notOurs:
        throw CommandFailure(
          line: Complaint.line(
            "nothing that was remembered", file.path, "give another file, or remove this one"))
      }
    }
  }

  private func arrange(
    _ file: StatesFile?, _ catalogue: PluginCatalogue
  ) throws(CommandFailure) -> Arrangement {
    guard let file else { return Arrangement(of: catalogue) }
    do throws(Arrangement.UnknownUse) {
      return try Arrangement(file, of: catalogue)
    } catch {
      throw CommandFailure(error, file: options.statesFile ?? "")
    }
  }

  /// The terminal, nil where none is needed.
  private func openTerminal() throws(CommandFailure) -> TerminalDevice? {
    if isPlain || options.snapshotFile != nil { return nil }
    guard TerminalAbilities(environment: Environment.value).takesControlSequences else {
      throw CommandFailure(
        line: Complaint.line(
          "the terminal cannot be used", "TERM says that it takes no control sequences",
          "set TERM to what it is"))
    }
    return try attempt(
      "the terminal cannot be used", "/dev/tty", "run it in a terminal, or with --plain"
    ) { () throws(SystemCallError) -> TerminalDevice? in try TerminalDevice() }
  }

  private func makeScreen(
    _ device: consuming TerminalDevice?, pool: GraphemePool
  ) throws(CommandFailure) -> any Screen {
    if options.snapshotFile != nil {
      return SnapshotScreen(
        columns: options.size?.columns ?? 80, rows: options.size?.rows ?? 24,
        colours: options.theme == .light ? .light : .dark, depth: depth(orElse: .trueColour),
        pool: pool)
    }
    guard let device else { return PlainScreen() }
    let choices = TerminalScreen.Choices(
      depth: depth(orElse: ColourDepth.detect(Environment.value)),
      theme: options.theme == .dark ? .dark : options.theme == .light ? .light : nil,
      usesMouse: options.usesMouse)
    do throws(SystemCallError) {
      return try TerminalScreen(device, choices, pool: pool, environment: Environment.value)
    } catch {
      throw CommandFailure(
        line: Complaint.line(
          "the terminal cannot be used", "\(error)", "run it in a terminal, or with --plain"))
    }
  }

  private func depth(orElse detected: ColourDepth) -> ColourDepth {
    switch options.colour {
    case .auto: detected
    case .truecolour: .trueColour
    case .palette256: .palette
    case .palette16: .sixteen
    case .none: ColourDepth.none
    }
  }

  private func prepare(_ stage: Stage, for screen: any Screen) {
    let abilities = TerminalAbilities(environment: Environment.value)
    var facts = TerminalFacts()
    facts.isUTF8 = abilities.isUTF8
    facts.isMotionReduced = options.reducesMotion || abilities.reducesMotion || isPlain
    if let terminal = screen as? TerminalScreen {
      facts.hasMouse = options.usesMouse && abilities.hasMouse
      facts.isDark = terminal.isDark
      facts.colours = terminal.depth.colourCount
      stage.office.theme = terminal.theme
    } else {
      facts.isUTF8 = true
      facts.colours = isPlain ? 0 : depth(orElse: .trueColour).colourCount
      facts.isDark = options.theme != .light
      stage.office.theme = facts.isDark ? .dark : .light
    }
    stage.office.terminalFacts = facts
    stage.container.isMotionReduced = facts.isMotionReduced
    stage.showsKeys = options.showsKeys
  }

  private func makeReport(_ output: OutputWatch) -> PlainReport? {
    guard isPlain else { return nil }
    return PlainReport(
      standardOutput: output.standardOutput, standardError: output.standardError,
      tellsStates: options.isPlain)
  }

  private func makeFeed(_ report: PlainReport?) -> SourceFeed {
    let source: Source
    var title = options.title
    switch self.source {
    case .demonstration:
      let act = Demonstration.acts[0]
      source = .command(act.command)
      title = title ?? act.title
    case .standardInput: source = .standardInput(STDIN_FILENO)
    case .file(let path): source = .file(path)
    case .command(let words): source = .command(words)
    case .commandLine(let line): source = .commandLine(line, shell: Environment.shell)
    }
    return SourceFeed(
      title: title ?? source.title, everyNanoseconds: options.everyNanoseconds,
      reusesLoader: report == nil
    ) { report?.makeLoader(source) ?? ContentLoader(source) }
  }

  /// Writes the event log, and what a run without an interface tells.
  private func record(_ session: Session, events: EventLogFile?, report: PlainReport?) {
    let container = session.stage.container
    if let events {
      container.addObserver { [unowned container] event in
        events.append(
          LogEvent(event, name: \.name, layers: { container.layers.map(\.name) }),
          atNanoseconds: container.nowNanoseconds)
      }
    }
    session.turnEnded = { [unowned session] in
      events?.flush()
      report?.turnEnded(session.feed.loader)
    }
    guard let report else { return }
    container.addObserver { [unowned session] event in
      guard case .didTransition(_, let state, _) = event else { return }
      let hasPassed = session.feed.loader.content.hasPassedRows
      let words = hasPassed ? nil : session.stage.accessibilityText
      report.stateShown(state, words ?? session.feed.title)
    }
  }

  private func write(
    _ snapshot: String, to file: OutputFile?, standardOutput: CInt
  ) throws(CommandFailure) {
    guard let file else { return try deliver(Array(snapshot.utf8), to: standardOutput) }
    file.removeContents()
    if let code = file.write(Array(snapshot.utf8)) {
      throw CommandFailure(unwritable: options.snapshotFile ?? "", code: code)
    }
  }
}

extension ColourDepth {
  /// As children are told.
  fileprivate var colourCount: UInt32 {
    switch self {
    case .none: 0
    case .sixteen: 16
    case .palette: 256
    case .trueColour: 16_777_216
    }
  }
}
