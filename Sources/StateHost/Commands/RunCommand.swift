internal import Glibc
internal import HostContent
internal import HostPlugins
internal import HostRuntime
internal import HostStates
internal import HostSystem
internal import HostTerminal
internal import HostWorkers
internal import StateContainer

/// The command `statehost [run]`: opens the source, the terminal unless none is needed, and the
/// plugins, and shows the content or passes its rows on until the run ends.
struct RunCommand {
  let options: RunOptions
  let statesFile: StatesFile?
  let source: SourceChoice
  let isPlain: Bool

  /// - Throws: `CommandFailure` when the states file cannot be read.
  init(_ options: RunOptions) throws(CommandFailure) {
    self.options = options
    statesFile = try options.statesFile.map { path throws(CommandFailure) in
      try attempt(failing: { CommandFailure($0) }) { () throws(StatesFileError) in
        try StatesFile(contentsOf: path)
      }
    }
    // A pick from /dev/null has no rows; those of the demonstration would be taken for the user's.
    let hasInput = Environment.hasInput || options.picks && Environment.hasDeviceInput
    source =
      options.source ?? statesFile?.source.map { .plugin($0.use, argument: $0.argument) }
      ?? (hasInput ? .source(.standardInput) : .demonstration)
    isPlain =
      options.snapshotFile == nil && !options.picks
      && (options.isPlain || !StandardStream.output.isTerminal
        || !TerminalCapabilities(environment: Environment.value).supportsControlSequences)
  }

  /// Runs the session to its end.
  ///
  /// - Returns: the exit status.
  func run() throws(CommandFailure) -> Int32 {
    if source == .demonstration, isPlain, !options.isPlain {
      try deliver(Array((HelpText.usage + "\n").utf8), to: StandardOutput.error, "standard error")
      return ExitStatus.usage
    }
    let clock = Clock()
    try refuseForgottenDashes()
    try refuseTerminal()
    let trust = try InstalledPlugins.trust(options.plugins, pins: try SavedSettings.read())
    try refuseViewWithoutInterface()
    try refuseReadingAgain()
    let outputs = try RunOutputs(options, showing: source, passesRows: isPlain)
    let log = PluginLog(file: outputs.log)
    let remembered = try readRememberedStates(outputs.remembered)
    let world = try attempt(RealWorld(clock), or: "the process cannot be set up")
    let inbox = PluginInbox()
    world.openGates()
    var terminal: (any TerminalPort)?
    var refusal: CommandFailure?
    do throws(CommandFailure) {
      terminal = try openTerminal(of: world)
    } catch {
      // Such a pick may end without a key, as in a script that has no terminal.
      guard options.session.takesOnlyRow || options.session.endsWithoutMatch else { throw error }
      refusal = error
    }
    if pager.quitsIfOneScreen, options.showsAllRowsOnce, let size = terminal?.size,
      let text = ShortContentReader(columns: size.columns, rows: size.rows).text(of: source)
    {
      try deliver(text)
      return ExitStatus.done
    }
    let output = PluginOutputReader(try? world.captureOutput(), log: log)
    let deadlines = options.plugins.workerDeadlines(over: statesFile)
    let catalogue = InstalledPlugins.list(
      options.plugins, by: trust, watchedBy: output, descriptorsDecide: statesFile == nil
    ).catalogue
    let scan = CatalogueScan(
      of: catalogue, in: world, nanosecondsForFile: deadlines.createNanoseconds)
    try waitFor(scan, of: catalogue, in: world, output, isInteractive: terminal != nil)
    // The duration of the scan does not count as loading time.
    world.catchUp()
    let reportedFailureCount = catalogue.failures.count
    for failure in catalogue.failures { Diagnostic.write(failure.line) }
    let grants = try GrantUpdater.grants(options.plugins, of: catalogue)
    let hints = statesFile == nil ? catalogue.hints : []
    for hint in hints { Diagnostic.write(hint.line) }
    SandboxText.warn(options.plugins, of: catalogue)
    let arrangement = try arranging { () throws(ArrangementProblem) in
      guard let statesFile else { return try Arrangement(of: catalogue, choosing: choices) }
      return try Arrangement(statesFile, of: catalogue, choosing: choices)
    }
    let stage = Stage(
      arrangement, catalogue: catalogue,
      workers: PluginWorkers(
        in: world, for: options.plugins.isolation, by: grants, within: deadlines),
      unstable: UnstablePlugins(in: InstalledPlugins.cacheFolder), log: log,
      output: output)
    if terminal != nil { StallNotice.begin(nanoseconds: StallNotice.onScreenNanoseconds) }
    let screen = try makeScreen(on: terminal, pool: stage.pool)
    prepare(stage, for: screen, isTerminal: terminal != nil)
    stage.follow(scan)
    stage.standingNotice = SandboxText.notice(options.plugins, of: catalogue)
    stage.remembered = remembered
    let optionsFile = optionsFile
    stage.context.readOptions = { optionsFile?.read() ?? remembered.options }
    let report = makeReport(in: world)
    // On a terminal, lines on standard error are hidden below the screen.
    if terminal != nil { stage.tell(catalogue.failures.filter(\.problem.hidesChildren)) }
    let (feed, sourceType) = try makeFeed(report, in: world, of: catalogue, by: grants)
    if let sourceType { stage.reportMissingGrant(of: sourceType) }
    if options.watchesPlugins {
      let files = try attempt(world.watchFiles(), or: "plugins cannot be watched")
      stage.watchFiles(by: files, source: sourceType)
    }
    var sessionOptions = sessionOptions
    if refusal != nil { sessionOptions.endsWhenSettled = true }
    let session = Session(
      in: world, stage: stage, feed: feed, screen: screen, inbox: inbox, output: output, log: log,
      options: sessionOptions)
    record(session, feed, events: outputs.events, report: report)
    var failure: CommandFailure?
    do throws(CommandFailure) {
      try attempt(session.run(), or: "the run was broken off")
    } catch {
      failure = error
    }
    let picture = screen.flatMap { snapshot(of: $0, title: feed.title) }
    let error = feed.loader.content.error
    session.end()
    catalogue.end { output.collect(from: $0) }
    output.flush()
    for line in log.summary { Diagnostic.write(line) }
    // Report what was found during the run.
    for failure in catalogue.failures[reportedFailureCount...] { Diagnostic.write(failure.line) }
    if statesFile == nil {
      for hint in catalogue.hints where !hints.contains(hint) { Diagnostic.write(hint.line) }
    }
    if outputs.remembered != nil {
      stage.remembered.row = stage.context.selection.rememberedRow
      stage.remembered.find = stage.context.view?.rememberedFind
      stage.remembered.options = stage.context.options.values
    }
    optionsFile?.save(stage.context.options.changes)
    let losses = losses(outputs, remembering: stage.remembered)
    for loss in losses { Diagnostic.write(loss.line) }
    if let picture {
      try deliver(picture, to: outputs.snapshot, options.snapshotFile)
      if let error { Diagnostic.write("statehost: \(error.line)") }
    }
    if let failure { throw failure }
    if terminal != nil, session.outcome == .left, case .failed(let error) = feed.lastLoad,
      error.isUnusableFile
        || options.picks && !feed.loader.content.hasContent && error.kind != .fileAwaited
    {
      // The screen that said so is gone.
      Diagnostic.write("statehost: \(error.explainedLine)")
    }
    if session.outcome == .done || session.outcome == .loadFailed, options.picks {
      // The failure of the command says more than a missing terminal.
      if let error {
        Diagnostic.write("statehost: \(error.explainedLine)")
      } else if let refusal {
        throw refusal
      }
    }
    if case .acceptedText(let text, _)? = session.outcome, let chooser = stage.context.textChooser,
      stage.context.content?.hasRow(text) != true
    {
      Diagnostic.write(
        "the chosen text is not a row of the content", chooser,
        "it comes from a plugin: see statehost plugins")
    }
    if case .accepted(let rows)? = session.outcome, let content = stage.context.content,
      let column = content.missingColumn(of: options.session.printedColumns, in: rows)
    {
      let remedy =
        content.facts(at: 0).columns == 0
        ? "the row has fewer words than that" : "give a name from the header"
      throw CommandFailure("there is no column \(column)", "--print", remedy)
    }
    let status = try RunFinisher(
      outcome: session.outcome ?? .done, statesFile: options.statesFile ?? "",
      lastLoad: feed.lastLoad, endsCommand: source.isCommand, picks: options.picks,
      bytes: {
        var bytes =
          stage.context.content?.printedBytes(ofRow: $0, columns: options.session.printedColumns)
          ?? []
        if options.readsNULs { RowEndSwap.swap(in: &bytes) }
        return bytes
      },
      areRowsIntact: { feed.loader.content.rows.areIntact }, title: feed.title,
      terminator: options.endsRowsWithNUL ? 0 : UInt8(ascii: "\n"),
      standardOutput: StandardOutput.output
    ).finish()
    return status == ExitStatus.done ? losses.first?.status ?? status : status
  }

  /// Finishes the outputs other than the rows.
  ///
  /// - Returns: a failure for each output that could not be written.
  private func losses(
    _ outputs: RunOutputs, remembering states: RememberFileContents
  ) -> [CommandFailure] {
    var losses: [CommandFailure] = []
    if let error = outputs.events?.end(), let path = options.eventsFile, error.code != EPIPE {
      losses.append(CommandFailure(unwritable: path, error))
    }
    if let error = outputs.log?.failure, let path = options.logFile {
      losses.append(CommandFailure(unwritable: path, error))
    }
    if let file = outputs.remembered {
      do throws(SystemError) {
        try file.write(states)
      } catch {
        losses.append(
          CommandFailure(
            "the states of the children are not remembered", "\(file.path): \(error)",
            "give a file that can be written"))
      }
    }
    return losses
  }

  /// The options of less, including those that git and man set in the environment.
  private var pager: PagerOptions {
    var pager = options.pager
    if source == .source(.standardInput) { pager.takeEnvironment(Environment.value) }
    return pager
  }

  private var sessionOptions: Session.Options {
    var result = options.session
    result.typedKeys = pager.keys
    result.loadingTimes = LoadingTimes(
      delayNanoseconds: options.loadingDelayNanoseconds,
      minimumNanoseconds: isPlain ? 0 : options.loadingMinimumNanoseconds)
    // Rows that are passed on are filtered as they are written.
    if isPlain { result.filter = nil }
    if source == .demonstration { result.offers = Demonstration.offers }
    if options.snapshotFile == nil { result.endNanoseconds = nil }
    result.endsWhenSettled =
      isPlain || (options.snapshotFile != nil && result.endNanoseconds == nil)
    return result
  }
}

// MARK: - Parts of a run

extension RunCommand {
  private func readRememberedStates(
    _ file: RememberFile?
  ) throws(CommandFailure) -> RememberFileContents {
    guard let file else { return RememberFileContents() }
    do throws(RememberFile.Unusable) {
      return try file.read()
    } catch {
      switch error {
      case .unreadable(let reason):
        throw CommandFailure(
          "the saved states cannot be read", "\(file.path): \(reason)", "give another file")
      case .notOurs:
        throw CommandFailure(
          "not a file of --remember", file.path, "give another file, or remove this one")
      }
    }
  }

  /// The file of what children remember of their options for the source; nil without a terminal,
  /// with `--remember`, if the user wants none, and if a later run could not recognise the source.
  private var optionsFile: RememberedOptionsFile? {
    guard !isPlain, options.snapshotFile == nil, options.rememberFile == nil,
      Environment.value("STATEHOST_NO_REMEMBER") ?? "" == "",
      let folder = Environment.ownFolder("XDG_STATE_HOME", inHome: ".local/state"),
      let identity = source.identity
    else { return nil }
    return RememberedOptionsFile(in: folder, source: identity)
  }

  /// How long a run on a terminal waits for the scan before it begins without the missing results.
  private static let scanNanoseconds: Int64 = 150_000_000

  /// Waits for the scan; on a terminal only briefly, except for plugins named by a grant or source.
  private func waitFor(
    _ scan: CatalogueScan, of catalogue: PluginCatalogue, in world: RealWorld,
    _ output: PluginOutputReader, isInteractive: Bool
  ) throws(CommandFailure) {
    let awaited = ScanWait(scan, of: catalogue, in: world, output)
    if !isInteractive { catalogue.beginCheck() }
    if isInteractive {
      try awaited.wait(untilNanoseconds: world.nowNanoseconds + Self.scanNanoseconds)
    }
    var awaitedIDs = options.plugins.grants.map(\.id)
    if case .plugin(let id, _) = source { awaitedIDs.append(id) }
    if isInteractive, awaitedIDs.isEmpty { return }
    try awaited.wait { isInteractive && awaitedIDs.allSatisfy { catalogue[$0] != nil } }
  }

  /// The options of children: those of `-o`, and those that other options imply.
  private var choices: [OptionAssignment] {
    let pager = pager
    var list = pager.numbersRows ? [OptionAssignment(ofList: "line-numbers")] : []
    if pager.cutsRows { list.append(OptionAssignment(ofList: "wrap", false)) }
    return options.plugins.childOptions + list + options.listOptions
  }

  private func arranging<Result>(
    _ body: () throws(ArrangementProblem) -> Result
  ) throws(CommandFailure) -> Result {
    try attempt(failing: { CommandFailure($0, file: options.statesFile ?? "") }, body)
  }

  /// Connects the event log and the plain report to the session.
  private func record(
    _ session: Session, _ feed: SourceReloader, events: EventLogFile?, report: PlainOutput?
  ) {
    let container = session.stage.container
    if let events {
      session.stage.tell = { [unowned container] event in
        events.append(event, atNanoseconds: container.nowNanoseconds)
      }
      container.addObserver { [unowned container] event in
        events.append(
          LogEvent(event, name: \.label, layers: { container.layers.map(\.label) }),
          atNanoseconds: container.nowNanoseconds)
      }
    }
    session.turnEnded = {
      events?.flush()
      report?.turnEnded(feed.loader)
    }
    guard let report else { return }
    container.addObserver { [unowned session] event in
      guard case .didTransition(_, let state, _) = event else { return }
      report.stateShown(state, session.stage.accessibilityText ?? feed.title)
    }
  }
}

// MARK: - Content

extension RunCommand {
  private func makeReport(in world: RealWorld) -> PlainOutput? {
    guard isPlain else { return nil }
    return PlainOutput(
      standardOutput: StandardOutput.output, standardError: StandardOutput.error,
      reportsStates: options.isPlain, stripsRows: options.session.stripsRows,
      filter: options.session.filter, columns: options.columns, sources: world.sources)
  }

  private func makeFeed(
    _ report: PlainOutput?, in world: RealWorld, of catalogue: PluginCatalogue,
    by grants: PluginGrants
  ) throws(CommandFailure) -> (SourceReloader, of: ChildType?) {
    let (opening, title): (LoadMethod, String)
    var type: ChildType?
    var shownTitle = options.title
    switch source {
    case .source(let source): (opening, title) = (source.opening, source.title)
    case .demonstration:
      let offer = Demonstration.offers[0]
      (opening, title) = (offer.source.opening, offer.source.title)
      shownTitle = shownTitle ?? offer.title
    case .plugin(let id, let argument):
      let isOfFile = options.source == nil
      let described = isOfFile ? statesFile?.source : nil
      let chosen = try arranging { () throws(ArrangementProblem) in
        try ChosenSource(
          described ?? PluginSourceDescription(use: id, argument: argument),
          in: isOfFile ? statesFile : nil, of: catalogue, choosing: options.plugins.childOptions)
      }
      type = chosen.type
      let source = PluginSource(
        chosen.type, of: catalogue, argument: chosen.argument, isNamedByUser: !isOfFile,
        options: chosen.options, by: grants
      ) { () throws(SystemError) in try world.startWorkerCommand() }
      (opening, title) = (.launch(source.start), source.title)
    }
    let sources = world.sources
    var loading = ContentLoader.Options()
    loading.columns = options.columns
    loading.columnNames = options.columnNames
    loading.endsRowsWithNUL = options.readsNULs
    loading.keptRowCount = options.keptRowCount
    let feed = SourceReloader(
      title: shownTitle ?? title, everyNanoseconds: options.everyNanoseconds,
      reusesLoader: report == nil
    ) {
      report?.makeLoader(opening, titled: title)
        ?? ContentLoader(opening, titled: title, in: sources, options: loading)
    }
    return (feed, type)
  }
}
