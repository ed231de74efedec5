package import HostSurface
package import HostSystem
package import HostTerminal

/// How much of the terminal is drawn on, from the shell's row down.
package enum ScreenHeight: Equatable, Sendable {
  case rows(Int)
  case percent(Int)

  /// A part of a small terminal is still this many rows, where it has them.
  private static let fewestRows = 10

  /// - Parameter text: `15` or `40%`.
  package init?(_ text: String) {
    let isPart = text.last == "%"
    guard let number = Int(isPart ? text.dropLast() : text[...]), number > 0,
      text.utf8.allSatisfy({ $0 != UInt8(ascii: "+") })
    else { return nil }
    guard isPart else {
      self = .rows(number)
      return
    }
    guard number <= 100 else { return nil }
    self = .percent(number)
  }

  /// How many rows that are.
  ///
  /// - Parameter terminalRows: how many the terminal has.
  /// - Returns: at least 1, at most these.
  package func rows(of terminalRows: Int) -> Int {
    switch self {
    case .rows(let rows): min(rows, terminalRows)
    case .percent(let part):
      min(max(terminalRows * part / 100, Self.fewestRows), terminalRows)
    }
  }
}

/// What a run is shown on: frames go out to a terminal as the least bytes that change it, input comes
/// in as events.
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
  /// The terminal has been asked for the mouse's movement without a button.
  private var asksForMovement = false
  /// The terminal is slow: frames wait until it is writable.
  package private(set) var isBehind = false
  /// A program has the terminal: nothing is sent to it and nothing read.
  package private(set) var isHandedOver = false
  /// Whether a wait ends when keys arrive.
  private var watchesReading = true

  /// What is chosen of the terminal before it is taken over.
  package struct Choices {
    package var depth: ColourDepth
    /// nil: by the terminal's own background.
    package var theme: TerminalColours?
    package var usesMouse: Bool
    /// Whether the terminal is asked for its colours and abilities; its answers come as input.
    package var asksTerminal: Bool
    /// LF is Ctrl-J, and not another Enter.
    package var hasControlJ: Bool
    /// Which links to files it is sent.
    package var fileLinks = FileLinkPolicy.denyAll
    /// The rows to be drawn below the shell's own; nil: the alternate screen.
    package var height: ScreenHeight?

    package init(
      depth: ColourDepth, theme: TerminalColours?, usesMouse: Bool, asksTerminal: Bool = true,
      hasControlJ: Bool = false
    ) {
      self.depth = depth
      self.theme = theme
      self.usesMouse = usesMouse
      self.asksTerminal = asksTerminal
      self.hasControlJ = hasControlJ
    }
  }

  /// Takes the terminal over.
  ///
  /// - Parameters:
  ///   - terminal: opened before anything was put in the place of descriptors 1 and 2.
  ///   - choices: what the user and the environment say.
  ///   - pool: the graphemes that layers and frames share.
  ///   - environment: gives the value of a variable.
  /// - Throws: the call that failed, where there is no terminal.
  package init(
    _ terminal: any TerminalPort, _ choices: Choices, pool: GraphemePool,
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
    // Where on the screen its rows are, the terminal alone knows.
    usesMouse = choices.usesMouse && abilities.hasMouse && height == nil
    try terminal.enter(
      Self.mode(usesMouse: usesMouse, columnsInPlace: height == nil ? nil : size.columns))
    if choices.asksTerminal { ask() }
  }

  /// Names the terminal among what is ready.
  package var token: PortToken { terminal.token }
  /// The theme now.
  package var theme: Theme { surface.compositor.theme }
  package var isDark: Bool { surface.compositor.terminal.isDark }
  package var depth: ColourDepth { surface.compositor.depth }
  /// The terminal's own colours, as far as they are known.
  package var colours: TerminalColours { surface.compositor.terminal }
  /// The frame that was shown last.
  package var frame: Frame { surface.frame }

  private static func size(
    of terminal: any TerminalPort, _ environment: (String) -> String?
  ) -> TerminalSize {
    let size = terminal.size
    return TerminalSize(
      kernelColumns: size.columns, kernelRows: size.rows, environment: environment)
  }

  private static func mode(usesMouse: Bool, columnsInPlace columns: Int?) -> TerminalMode {
    let enter =
      EscapeSequence.pushTitle
      + (columns.map { EscapeSequence.saveRow(columns: $0) } ?? EscapeSequence.enterAlternateScreen)
      + EscapeSequence.hideCursor + EscapeSequence.disableAutowrap
      + EscapeSequence.enableBracketedPaste + (usesMouse ? EscapeSequence.enableMouse : "")
    return TerminalMode(
      enter: Array(enter.utf8),
      leave: Array(EscapeSequence.restoreTerminal(isInPlace: columns != nil).utf8),
      question: Array(EscapeSequence.queryStatus.utf8),
      notice: (
        Array(EscapeSequence.beginNotice.utf8), Array(EscapeSequence.endNotice.utf8)
      ))
  }

  /// Asks the terminal what it can; the answers come as input, the last of them always.
  private func ask() {
    let questions =
      EscapeSequence.queryColours + EscapeSequence.querySynchronizedUpdate
      + EscapeSequence.queryAttributes
    awaitsReplies = terminal.write(questions.utf8.span) != .gone
  }
}

// MARK: - Input

extension TerminalScreen {
  /// When `expire` is due.
  package var nextDeadline: Int64? { parser.deadlineNanoseconds }

  /// Takes what the user did; false when the terminal is gone.
  package func read(atNanoseconds now: Int64, into events: inout [InputEvent]) -> Bool {
    // Told while a program has it: only that it is gone.
    let arrival = terminal.read { bytes in
      if !isHandedOver { parser.feed(bytes, atNanoseconds: now, into: &events) }
    }
    return switch arrival {
    case .bytes, .nothing: true
    case .end, .failed: false
    }
  }

  /// Has waits end when keys arrive, or leaves the keys with the terminal, where they wait without limit of this
  /// program's.
  package func watchReading(_ isWatched: Bool) {
    guard isWatched != watchesReading, !isHandedOver else { return }
    watchesReading = isWatched
    terminal.watchReading(isWatched)
  }

  /// A lone escape has waited long enough to be a key.
  package func expire(atNanoseconds now: Int64, into events: inout [InputEvent]) {
    parser.expire(atNanoseconds: now, into: &events)
  }

  /// Learns what the terminal answered.
  ///
  /// - Returns: whether the theme is another now.
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
  /// Its size in cells.
  package var size: TerminalSize { TerminalSize(columns: surface.columns, rows: surface.rows) }

  /// Shows the stage as it is.
  ///
  /// - Parameters:
  ///   - stage: drawn and composed.
  ///   - isMotion: a later frame will show what this one is on its way to.
  /// - Returns: false when the terminal is gone.
  package func show(_ stage: Stage, isMotion: Bool) -> Bool {
    guard follow(mouse: stage.followsMouse) else { return false }
    surface.render(stage.compose(), showsCursor: stage.showsCursor)
    isMotionPending = isMotion
    return surface.bytes.isEmpty || took(terminal.write(surface.bytes.span))
  }

  /// Asks for the mouse's movement while a child follows it; false when the terminal is gone.
  private func follow(mouse isFollowed: Bool) -> Bool {
    guard usesMouse, isFollowed != asksForMovement else { return true }
    asksForMovement = isFollowed
    let request =
      isFollowed ? EscapeSequence.enableMouseMovement : EscapeSequence.disableMouseMovement
    return took(terminal.write(request.utf8.span))
  }

  /// Sends a sequence that shows nothing; false when the terminal is gone.
  package func send(_ sequence: String) -> Bool {
    isHandedOver || took(terminal.write(sequence.utf8.span))
  }

  /// Gives the terminal's window a title, until the end; false when the terminal is gone.
  package func setTitle(_ title: String) -> Bool {
    self.title = title
    return send(EscapeSequence.title(title))
  }

  /// Sends what a slow terminal left; false when it is gone.
  package func flush() -> Bool { took(terminal.flush()) }

  /// Leaves out the rest of a frame of something that moved and has come to rest, where the terminal
  /// takes longer for it than for a whole frame of what stays.
  package func dropMotion() {
    guard isBehind, isMotionPending, terminal.pendingCount > surface.columns * surface.rows else {
      return
    }
    terminal.dropPending()
    isBehind = false
    surface.invalidate()
    // What was cut may be a sequence.
    _ = took(terminal.write(EscapeSequence.stringTerminator.utf8.span))
  }

  private func took(_ delivery: Delivery) -> Bool {
    isBehind = delivery == .pending
    return delivery != .gone
  }

  /// The terminal has another size, or shows something else: the next frame is a whole one.
  package func sizeChanged() {
    let size = Self.size(of: terminal, environment)
    surface.resize(columns: size.columns, rows: height?.rows(of: size.rows) ?? size.rows)
  }

  /// The terminal was given back and taken again; what it had not taken was dropped.
  package func wasTakenAgain() {
    isBehind = false
    asksForMovement = false
    sizeChanged()
    if let title { _ = setTitle(title) }
  }

  /// Takes the terminal again after a stop that came from outside.
  package func enterAgain() {
    try? terminal.enterAgain()
    wasTakenAgain()
  }
}

// MARK: - Handing over

extension TerminalScreen {
  /// Whether somebody is at the terminal, so that a program can have it for a while.
  package var canHandOver: Bool { terminal.canHandOver }

  /// Gives the terminal to a program; answers that are still on their way are waited for first.
  func handOver(
    to words: [[UInt8]], in world: any World
  ) throws(SystemError) -> any ProcessPort {
    if awaitsReplies { awaitReplies(in: world) }
    awaitsReplies = false
    parser = InputParser(hasControlJ: hasControlJ)
    do throws(SystemError) {
      let process = try terminal.handOver(to: words)
      isHandedOver = true
      // It is watched again when it is taken back.
      watchesReading = true
      return process
    } catch {
      enterAgain()
      throw error
    }
  }

  /// The host goes on after a stop that came from outside, and so does the program.
  func handOverAgain() { terminal.handOverAgain() }

  /// The terminal's program has ended: the next frame is a whole one, in the size that the terminal has then.
  func takeBack(isOrderly: Bool) {
    takeBackForGood(isOrderly: isOrderly)
    enterAgain()
  }

  /// The same where the run is over.
  func takeBackForGood(isOrderly: Bool) {
    guard isHandedOver else { return }
    isHandedOver = false
    terminal.takeBack(isOrderly: isOrderly)
  }
}

// MARK: - The end

extension TerminalScreen {
  /// An answer from the other side of the world takes less; a terminal that answers nothing is rare.
  private static let replyNanoseconds: Int64 = 1_000_000_000

  /// Gives the terminal back.
  ///
  /// Answers that are still on their way are waited for, a second at most, so that they do not end up as typed text
  /// in the shell. While a program has it, it is taken back when that has ended.
  package func end(in world: any World) {
    if isHandedOver { return }
    if awaitsReplies { awaitReplies(in: world) }
    terminal.leave()
  }

  /// The terminal is gone: nothing is sent to it any more.
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
