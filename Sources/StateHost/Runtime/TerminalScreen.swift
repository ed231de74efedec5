internal import HostSurface
internal import HostTerminal

/// A terminal: frames go out as the least bytes that change it, input comes in as events.
final class TerminalScreen: Screen {
  private var device: TerminalDevice
  private var parser = InputParser()
  private var encoder = Encoder()
  private var compositor: Compositor
  private var shown: Frame
  private var next: Frame
  private let environment: (String) -> String?
  private(set) var abilities: TerminalAbilities
  private let choosesTheme: Bool
  private var awaitsReplies = false
  private(set) var isBehind = false
  var isVisible: Bool { true }

  /// What is chosen of the terminal before it is taken over.
  struct Choices {
    var depth: ColourDepth
    /// nil: by the terminal's own background.
    var theme: TerminalColours?
    var usesMouse: Bool
  }

  /// Takes the terminal over.
  ///
  /// - Parameters:
  ///   - device: the terminal, opened before anything was put in the place of descriptors 1 and 2.
  ///   - choices: what the user and the environment say.
  ///   - pool: the graphemes that layers and frames share.
  ///   - environment: gives the value of a variable.
  /// - Throws: the call that failed, where there is no terminal.
  init(
    _ device: consuming TerminalDevice, _ choices: Choices, pool: GraphemePool,
    environment: @escaping (String) -> String?
  ) throws(SystemCallError) {
    self.device = device
    self.environment = environment
    abilities = TerminalAbilities(environment: environment)
    choosesTheme = choices.theme == nil
    let colours = choices.theme ?? .dark
    compositor = Compositor(depth: choices.depth, theme: colours.theme, terminal: colours)
    let size = self.device.size(environment: environment)
    shown = Frame(columns: size.columns, rows: size.rows, pool: pool)
    next = Frame(columns: size.columns, rows: size.rows, pool: pool)
    try self.device.enter(Self.mode(usesMouse: choices.usesMouse && abilities.hasMouse))
    ask()
  }

  /// The theme now.
  var theme: Theme { compositor.theme }
  var isDark: Bool { compositor.terminal.isDark }
  var depth: ColourDepth { compositor.depth }

  private static func mode(usesMouse: Bool) -> TerminalMode {
    let enter =
      EscapeSequence.enterAlternateScreen + EscapeSequence.hideCursor
      + EscapeSequence.disableAutowrap + EscapeSequence.enableBracketedPaste
      + (usesMouse ? EscapeSequence.enableMouse : "")
    return TerminalMode(
      enter: Array(enter.utf8), leave: Array(EscapeSequence.restoreEverything.utf8))
  }

  /// Asks the terminal what it can; the answers come as input, the last of them always.
  private func ask() {
    let questions =
      EscapeSequence.askColours + EscapeSequence.askSynchronizedUpdate
      + EscapeSequence.askAttributes
    awaitsReplies = device.write(questions.utf8.span) != .gone
  }

  var size: (columns: Int, rows: Int) { (next.columns, next.rows) }
  var input: CInt? { device.descriptor }
  var nextDeadline: Int64? { parser.deadlineNanoseconds }

  func read(atNanoseconds now: Int64, into events: inout [InputEvent]) -> Bool {
    device.read { bytes in parser.feed(bytes, atNanoseconds: now, into: &events) } != .gone
  }

  func expire(atNanoseconds now: Int64, into events: inout [InputEvent]) {
    parser.expire(atNanoseconds: now, into: &events)
  }

  func learn(_ reply: TerminalReply) -> Bool {
    if reply == .deviceAttributes { awaitsReplies = false }
    abilities.learn(reply)
    guard choosesTheme, let background = abilities.background else { return false }
    var colours = compositor.terminal
    colours.background = background.value
    if let foreground = abilities.foreground { colours.foreground = foreground.value }
    guard colours != compositor.terminal else { return false }
    compositor.terminal = colours
    compositor.theme = colours.theme
    return true
  }

  func show(_ stage: Stage) -> Bool {
    stage.compose(onto: next, with: &compositor)
    encoder.encode(
      from: shown, to: next, isSynchronized: abilities.synchronizedUpdate == .yes)
    swap(&shown, &next)
    guard !encoder.bytes.isEmpty else { return true }
    let output = device.write(encoder.bytes.span)
    isBehind = output == .pending
    return output != .gone
  }

  func flush() -> Bool {
    let output = device.flush()
    isBehind = output == .pending
    return output != .gone
  }

  func sizeChanged() {
    let size = device.size(environment: environment)
    next.resize(columns: size.columns, rows: size.rows)
    shown.resize(columns: size.columns, rows: size.rows)
    encoder.forget()
  }

  func suspend() {
    try? device.suspend()
    isBehind = false
    sizeChanged()
  }

  func resume() {
    try? device.restoreMode()
    isBehind = false
    sizeChanged()
  }

  /// Gives the terminal back.
  ///
  /// Answers that are still on their way are waited for, a tenth of a second at most, so that they
  /// do not end up as typed text in the shell.
  func end() {
    if awaitsReplies { awaitReplies() }
    device.leave()
  }

  /// The terminal is gone: nothing is sent to it any more.
  func hangUp() {
    awaitsReplies = false
    device.hangUp()
  }

  private func awaitReplies() {
    let clock = RunClock()
    guard var poller = try? Poller() else { return }
    try? poller.add(device.descriptor, token: 0, for: .read)
    var events: [InputEvent] = []
    while awaitsReplies, clock.nowNanoseconds < 100_000_000 {
      try? poller.wait(timeoutNanoseconds: 100_000_000 - clock.nowNanoseconds)
      guard poller.readyCount > 0, read(atNanoseconds: 0, into: &events) else { return }
      for event in events { if case .reply(let reply) = event { _ = learn(reply) } }
      events.removeAll()
    }
  }
}

extension TerminalColor {
  fileprivate var value: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
