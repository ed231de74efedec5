internal import HostPlugins
internal import HostRuntime
internal import HostSurface
internal import HostSystem
internal import HostTerminal
internal import StateContainer

/// Opens the terminal and the screen of a run.
extension RunCommand {
  /// The terminal; nil if none is needed.
  func openTerminal(of world: RealWorld) throws(CommandFailure) -> (any TerminalPort)? {
    if isPlain || options.snapshotFile != nil { return nil }
    guard TerminalCapabilities(environment: Environment.value).supportsControlSequences else {
      throw CommandFailure(
        "the terminal cannot be used", "TERM names a terminal without control sequences",
        "set TERM to the type of the terminal")
    }
    return try attempt(
      world.openTerminal(), or: "the terminal cannot be used", "/dev/tty",
      "run it in a terminal, or with --plain")
  }

  /// Creates the screen: on the terminal, in memory for a snapshot, else none.
  func makeScreen(
    on terminal: (any TerminalPort)?, pool: CellPool
  ) throws(CommandFailure) -> TerminalScreen? {
    if options.snapshotFile != nil {
      let memory = NullTerminal(columns: options.size.columns, rows: options.size.rows)
      let choices = TerminalScreen.Choices(
        depth: options.colour ?? .trueColour, theme: options.theme ?? .dark, usesMouse: false,
        queriesTerminal: false)
      return try screen(on: memory, choices, pool: pool)
    }
    guard let terminal else { return nil }
    var choices = TerminalScreen.Choices(
      depth: options.colour ?? ColourDepth.detect(Environment.value), theme: options.theme,
      usesMouse: options.usesMouse, hasControlJ: options.picks)
    choices.height = options.height
    choices.fileLinks = FileLinkPolicy(
      below: (try? Folder(opening: "."))?.path, hostName: Environment.hostName)
    return try screen(on: terminal, choices, pool: pool)
  }

  private func screen(
    on terminal: any TerminalPort, _ choices: TerminalScreen.Choices, pool: CellPool
  ) throws(CommandFailure) -> TerminalScreen {
    try attempt(
      TerminalScreen(terminal, choices, pool: pool, environment: Environment.value),
      or: "the terminal cannot be used", nil, "run it in a terminal, or with --plain")
  }

  func prepare(_ stage: Stage, for screen: TerminalScreen?, isTerminal: Bool) {
    let abilities = TerminalCapabilities(environment: Environment.value)
    var facts = TerminalFacts()
    facts.isMotionReduced = options.reducesMotion || abilities.reducesMotion || isPlain
    facts.isUTF8 = abilities.isUTF8 || !isTerminal
    facts.hasMouse =
      isTerminal && options.usesMouse && abilities.hasMouse && options.height == nil
    facts.isDark = screen?.isDark ?? (options.theme != .light)
    facts.colours = screen?.depth.colourCount ?? 0
    stage.context.theme = facts.isDark ? .dark : .light
    if let screen { stage.context.theme = screen.theme }
    stage.context.terminalFacts = facts
    stage.container.isMotionReduced = facts.isMotionReduced
    stage.context.situation.isPick = options.picks
    stage.pool.showsNULAsLineFeed = options.readsNULs
    stage.context.query = options.picks ? query : nil
    stage.showsKeyLine = options.showsKeys || source == .demonstration
  }

  private var query: PickQuery {
    var query = options.query
    if options.session.sort != nil { (query.ranksRows, query.reversesRows) = (false, false) }
    return query
  }

  func snapshot(of screen: TerminalScreen, title: String) -> String? {
    guard let path = options.snapshotFile else { return nil }
    return path.hasSuffix(".svg")
      ? SVGRenderer(terminal: screen.colours, title: title).render(screen.frame)
      : screen.frame.text.joined(separator: "\n") + "\n"
  }
}

extension ColourDepth {
  /// The number of colours reported to children.
  fileprivate var colourCount: UInt32 {
    switch self {
    case .none: 0
    case .sixteen: 16
    case .palette: 256
    case .trueColour: 16_777_216
    }
  }
}
