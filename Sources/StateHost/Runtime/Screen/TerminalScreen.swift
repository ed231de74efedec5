package import HostSurface
package import HostSystem
package import HostTerminal

/// The value of `--height`, the rows used below the shell's prompt: a number, a percentage of the
/// terminal, or all of its rows but some.
package enum ScreenHeight: Equatable, Sendable {
  /// A negative number is subtracted from the rows of the terminal.
  case rows(Int)
  case percent(Int)

  /// The minimum height of a percentage, if the terminal is large enough.
  private static let fewestRows = 10

  /// Parses a height such as `15`, `40%` or `-3`; a `~` before it, as in fzf, changes nothing here.
  package init?(_ text: String) {
    let text = text.first == "~" ? text.dropFirst() : text[...]
    let isPart = text.last == "%"
    guard let number = Int(isPart ? text.dropLast() : text), number != 0,
      !text.utf8.contains(UInt8(ascii: "+")), !isPart || 1...100 ~= number
    else { return nil }
    self = isPart ? .percent(number) : .rows(number)
  }

  /// The height in rows: at least 1, at most the rows of the terminal.
  package func rows(of terminalRows: Int) -> Int {
    switch self {
    case .rows(let rows): rows > 0 ? min(rows, terminalRows) : max(1, terminalRows + rows)
    case .percent(let part): min(max(terminalRows * part / 100, Self.fewestRows), terminalRows)
    }
  }
}

/// The controller of a run's terminal: takes it over, sends what changed in a frame, parses input,
/// detects capabilities, lends it to programs, and restores it at the end (but not after a crash).
package final class TerminalScreen {
  private let terminal: any TerminalPort
  private let surface: Surface
  private let hasControlJ: Bool
  private lazy var parser = InputParser(hasControlJ: hasControlJ)
  private let environment: (String) -> String?
  package private(set) var abilities: TerminalCapabilities
  private let choosesTheme: Bool
  private var awaitsReplies = false
  private var isMotionPending = false
  private let usesMouse: Bool
  private let height: ScreenHeight?
  private var title: String?
  /// Whether reports of mouse movement without a button are enabled.
  private var requestsMovement = false
  /// The most bytes of unfinished sequences read in a turn.
  private static let bytesPerTurn = 4096
  /// Whether output is pending; frames wait until the terminal is writable.
  package private(set) var isBehind = false
  /// Whether a program has the terminal; meanwhile nothing is sent or read.
  package private(set) var isHandedOver = false
  /// Whether the loop waits for input.
  private var watchesReading = true

  /// Settings with which the terminal is taken over: colour depth, theme, mouse, queries of its
  /// capabilities, whether a typed LF is Ctrl-J or Enter, file links, and the rows that are used
  /// below the prompt instead of the whole screen.
  package struct Choices {
    package var depth: ColourDepth
    /// The theme; nil to follow the background of the terminal.
    package var theme: TerminalColours?
    package var usesMouse: Bool
    /// Whether the terminal is queried for colours and capabilities; the replies arrive as input.
    package var queriesTerminal: Bool
    /// Whether LF is Ctrl-J and not Enter.
    package var hasControlJ: Bool
    package var fileLinks = FileLinkPolicy.denyAll
    /// The height of the area below the shell's row; nil to use the alternate screen.
    package var height: ScreenHeight?

    package init(
      depth: ColourDepth, theme: TerminalColours?, usesMouse: Bool, queriesTerminal: Bool = true,
      hasControlJ: Bool = false
    ) {
      self.depth = depth
      self.theme = theme
      self.usesMouse = usesMouse
      self.queriesTerminal = queriesTerminal
      self.hasControlJ = hasControlJ
    }
  }

  /// Takes over a terminal that was opened before descriptors 1 and 2 were replaced; throws the
  /// failed system call if there is none.
  package init(
    _ terminal: any TerminalPort, _ choices: Choices, pool: CellPool,
    environment: @escaping (String) -> String?
  ) throws(SystemError) {
    self.terminal = terminal
    hasControlJ = choices.hasControlJ
    self.environment = environment
    abilities = TerminalCapabilities(environment: environment)
    var styles = StyleCapabilities.detect(environment)
    styles.fileLinks = choices.fileLinks
    choosesTheme = choices.theme == nil
    let colours = choices.theme ?? .dark
    let size = Self.size(of: terminal, environment)
    height = choices.height
    surface = Surface(
      columns: size.columns, rows: choices.height?.rows(of: size.rows) ?? size.rows,
      depth: choices.depth, theme: colours.theme, terminal: colours, capabilities: styles,
      isInPlace: choices.height != nil, pool: pool)
    // With a fixed height there is no mouse, because the position of the rows on screen is unknown.
    usesMouse = choices.usesMouse && abilities.hasMouse && height == nil
    try terminal.enter(
      Self.mode(usesMouse: usesMouse, columnsInPlace: height == nil ? nil : size.columns))
    if choices.queriesTerminal { ask() }
  }

  package var token: PortToken { terminal.token }
  package var theme: Theme { surface.compositor.theme }
  package var isDark: Bool { surface.compositor.terminal.isDark }
  package var depth: ColourDepth { surface.compositor.depth }
  package var colours: TerminalColours { surface.compositor.terminal }
  package var frame: Frame { surface.frame }

  private static func size(
    of terminal: any TerminalPort, _ environment: (String) -> String?
  ) -> TerminalSize {
    let size = terminal.size
    return TerminalSize(
      kernelColumns: size.columns, kernelRows: size.rows, environment: environment)
  }

  private static func mode(usesMouse: Bool, columnsInPlace columns: Int?) -> TerminalSequences {
    let enter =
      EscapeSequence.pushTitle
      + (columns.map { EscapeSequence.saveRow(columns: $0) } ?? EscapeSequence.enterAlternateScreen)
      + EscapeSequence.hideCursor + EscapeSequence.disableAutowrap
      + EscapeSequence.enableBracketedPaste + (usesMouse ? EscapeSequence.enableMouse : "")
    return TerminalSequences(
      enter: Array(enter.utf8),
      leave: Array(EscapeSequence.restoreTerminal(isInPlace: columns != nil).utf8),
      question: Array(EscapeSequence.queryStatus.utf8),
      notice: (Array(EscapeSequence.beginNotice.utf8), Array(EscapeSequence.endNotice.utf8)))
  }

  /// Queries terminal capabilities; replies arrive as input, the last one from every terminal.
  private func ask() {
    let questions =
      EscapeSequence.queryColours + EscapeSequence.querySynchronizedUpdate
      + EscapeSequence.queryAttributes
    awaitsReplies = terminal.write(questions.utf8.span) != .gone
  }
}

// MARK: - Input

extension TerminalScreen {
  package var nextDeadline: Int64? { parser.deadlineNanoseconds }

  /// Reads input; returns false if the terminal is gone.
  package func read(atNanoseconds now: Int64, into events: inout [InputEvent]) -> Bool {
    var left = Self.bytesPerTurn
    while true {
      // While a program has the terminal, only its loss is reported.
      let arrival = terminal.read { bytes in
        if !isHandedOver { parser.feed(bytes, atNanoseconds: now, into: &events) }
      }
      switch arrival {
      case .bytes(let count) where parser.deadlineNanoseconds != nil && left > count: left -= count
      case .bytes, .nothing: return true
      case .end, .failed: return false
      }
    }
  }

  /// Starts or stops waiting for input; the program does not limit unread keys in the terminal.
  package func watchReading(_ isWatched: Bool) {
    guard isWatched != watchesReading, !isHandedOver else { return }
    watchesReading = isWatched
    terminal.watchReading(isWatched)
  }

  /// Ends the wait after a lone escape, which then counts as a key.
  package func expire(atNanoseconds now: Int64, into events: inout [InputEvent]) {
    parser.expire(atNanoseconds: now, into: &events)
  }

  /// Updates the capabilities from a reply of the terminal; returns whether the theme changed.
  package func learn(_ reply: TerminalReply) -> Bool {
    if reply == .deviceAttributes { awaitsReplies = false }
    abilities.update(from: reply)
    surface.isSynchronized = abilities.synchronizedUpdate == .yes
    guard choosesTheme, let background = abilities.background else { return false }
    var colours = surface.compositor.terminal
    colours.background = background
    if let foreground = abilities.foreground { colours.foreground = foreground }
    guard colours != surface.compositor.terminal else { return false }
    surface.compositor.terminal = colours
    surface.compositor.theme = colours.theme
    return true
  }
}

// MARK: - Frames

extension TerminalScreen {
  package var size: TerminalSize { TerminalSize(columns: surface.columns, rows: surface.rows) }

  /// Renders the stage and sends the frame, perhaps of an animation; false if the terminal is gone.
  package func show(_ stage: Stage, isMotion: Bool) -> Bool {
    guard follow(mouse: stage.followsMouse) else { return false }
    surface.render(stage.compose(), showsCursor: stage.showsCursor)
    isMotionPending = isMotion
    return surface.bytes.isEmpty || took(terminal.write(surface.bytes.span))
  }

  /// Enables reports of mouse movement while a child follows it; false if the terminal is gone.
  private func follow(mouse isFollowed: Bool) -> Bool {
    guard usesMouse, isFollowed != requestsMovement else { return true }
    requestsMovement = isFollowed
    let request =
      isFollowed ? EscapeSequence.enableMouseMovement : EscapeSequence.disableMouseMovement
    return took(terminal.write(request.utf8.span))
  }

  /// Sends an escape sequence without visible output; returns false if the terminal is gone.
  package func send(_ sequence: String) -> Bool {
    isHandedOver || took(terminal.write(sequence.utf8.span))
  }

  /// Sets the window title until the end of the run; returns false if the terminal is gone.
  package func setTitle(_ title: String) -> Bool {
    self.title = title
    return send(EscapeSequence.title(title))
  }

  package func flush() -> Bool { took(terminal.flush()) }

  /// Drops the pending rest of an ended animation's frame, if it is larger than a full frame.
  package func dropMotion() {
    guard isBehind, isMotionPending, terminal.pendingCount > surface.columns * surface.rows else {
      return
    }
    terminal.dropPending()
    isBehind = false
    surface.invalidate()
    // An escape sequence may have been truncated.
    _ = took(terminal.write(EscapeSequence.stringTerminator.utf8.span))
  }

  private func took(_ delivery: WriteResult) -> Bool {
    isBehind = delivery == .pending
    return delivery != .gone
  }

  /// Adapts to the terminal's size; the next frame is a full one.
  package func sizeChanged() {
    let size = Self.size(of: terminal, environment)
    surface.resize(columns: size.columns, rows: height?.rows(of: size.rows) ?? size.rows)
  }

  /// Resets the screen after the terminal was released and retaken, which dropped pending output.
  package func wasTakenAgain() {
    isBehind = false
    requestsMovement = false
    sizeChanged()
    if let title { _ = setTitle(title) }
  }

  package func enterAgain() {
    try? terminal.enterAgain()
    wasTakenAgain()
  }
}

// MARK: - Handing over

extension TerminalScreen {
  package var canHandOver: Bool { terminal.canHandOver }

  /// Hands the terminal over to a program, after waiting for pending replies.
  func handOver(
    to words: [[UInt8]], in world: any World
  ) throws(SystemError) -> any ProcessPort {
    if awaitsReplies { awaitReplies(in: world) }
    awaitsReplies = false
    parser = InputParser(hasControlJ: hasControlJ)
    do throws(SystemError) {
      let process = try terminal.handOver(to: words)
      isHandedOver = true
      // Reading is watched again when the terminal is taken back.
      watchesReading = true
      return process
    } catch {
      enterAgain()
      throw error
    }
  }

  func handOverAgain() { terminal.handOverAgain() }

  /// Takes the terminal back from its program; the next frame is a full one in the current size.
  func takeBack(isOrderly: Bool) {
    takeBackForGood(isOrderly: isOrderly)
    enterAgain()
  }

  func takeBackForGood(isOrderly: Bool) {
    guard isHandedOver else { return }
    isHandedOver = false
    terminal.takeBack(isOrderly: isOrderly)
  }
}

// MARK: - Leaving the terminal

extension TerminalScreen {
  /// How long to wait for replies: enough for a remote terminal; few terminals never reply.
  private static let replyNanoseconds: Int64 = 1_000_000_000

  /// Releases the terminal, unless a program has it: then it is taken back when the program ends.
  ///
  /// Waits at most a second for pending replies, so that they do not end up as typed text in the
  /// shell. With `keepsInput`, what was typed ahead is left to the next program.
  package func end(in world: any World, keepsInput: Bool = false) {
    if isHandedOver { return }
    if keepsInput, !requestsMovement { terminal.keepInput() }
    if awaitsReplies { awaitReplies(in: world) }
    terminal.leave()
  }

  package func hangUp() {
    awaitsReplies = false
    terminal.hangUp()
  }

  private func awaitReplies(in world: any World) {
    watchReading(true)
    let end = world.nowNanoseconds + Self.replyNanoseconds
    var ready: [Ready] = []
    var events: [InputEvent] = []
    while awaitsReplies, world.nowNanoseconds < end {
      guard (try? world.wait(untilNanoseconds: end, into: &ready)) != nil else { return }
      guard ready.contains(where: { $0.token == token && $0.isReadable }) else { continue }
      guard read(atNanoseconds: world.nowNanoseconds, into: &events) else { return }
      for event in events { if case .reply(let reply) = event { _ = learn(reply) } }
      events.removeAll()
    }
  }
}
