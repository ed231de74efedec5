internal import ChildPluginAPI

/// What a child may ask of StateHost.
///
/// One for each child; main thread only, but for ``waker``.
///
/// A function that this host's version does not have does nothing and returns what its comment says
/// for "none".
@safe public final class Host {
  /// How grave a line of the log is.
  public enum LogLevel: UInt32, Sendable {
    /// For who writes the plugin.
    case debug
    /// Worth a line.
    case info
    /// Something is not as it should be.
    case warning
    /// Something failed.
    case error
  }

  /// What the program can be asked to do, once for each key, paste or press of a button that the child uses.
  public enum Action: Equatable, Sendable {
    /// Run the source again.
    case reload
    /// Leave the program.
    case quit
    /// The user chose this row: it is printed and the program ends.
    case acceptRow(Int)
  }

  let pointer: UnsafePointer<childplugin_host_t>
  let table: childplugin_host_t

  /// Looked for when they are first needed.
  lazy var situationTable: childplugin_host_situation_t? = table(
    CHILDPLUGIN_HOST_SITUATION, over: childplugin_host_situation_t())
  lazy var selectionTable: childplugin_host_selection_t? = table(
    CHILDPLUGIN_HOST_SELECTION, over: childplugin_host_selection_t())
  lazy var viewTable: childplugin_host_view_t? = table(
    CHILDPLUGIN_HOST_VIEW, over: childplugin_host_view_t())
  lazy var focusTable: childplugin_host_focus_t? = table(
    CHILDPLUGIN_HOST_FOCUS, over: childplugin_host_focus_t())
  lazy var actionsTable: childplugin_host_actions_t? = table(
    CHILDPLUGIN_HOST_ACTIONS, over: childplugin_host_actions_t())
  lazy var messagesTable: childplugin_host_messages_t? = table(
    CHILDPLUGIN_HOST_MESSAGES, over: childplugin_host_messages_t())
  lazy var textTable: childplugin_host_text_t? = table(
    CHILDPLUGIN_HOST_TEXT, over: childplugin_host_text_t())
  lazy var runTable: childplugin_host_run_t? = table(
    CHILDPLUGIN_HOST_RUN, over: childplugin_host_run_t())
  lazy var placeTable: childplugin_host_place_t? = table(
    CHILDPLUGIN_HOST_PLACE, over: childplugin_host_place_t())

  /// Filled again and again.
  private var numberRoom: [UInt64] = []
  private var rangeRoom: [childplugin_range_t] = []

  init(_ pointer: UnsafePointer<childplugin_host_t>) {
    unsafe self.pointer = pointer
    unsafe table = sizedCopy(of: pointer, over: childplugin_host_t())
  }

  /// Row numbers that a function fills in, `limit` at most.
  func rowNumbers(
    _ limit: Int, _ fill: (UnsafeMutablePointer<UInt64>?, UInt64) -> UInt64
  ) -> ArraySlice<UInt64> {
    let limit = min(limit, 4096)
    numberRoom.append(contentsOf: repeatElement(0, count: max(0, limit - numberRoom.count)))
    let count = unsafe numberRoom.withUnsafeMutableBufferPointer {
      unsafe Int(min(fill($0.baseAddress, UInt64(limit)), UInt64(limit)))
    }
    return numberRoom[..<count]
  }

  /// Ranges that a function fills in.
  func ranges(
    _ fill: (UnsafeMutablePointer<childplugin_range_t>?, UInt64) -> UInt64
  ) -> ArraySlice<childplugin_range_t> {
    if rangeRoom.isEmpty { rangeRoom = Array(repeating: childplugin_range_t(), count: 256) }
    let count = unsafe rangeRoom.withUnsafeMutableBufferPointer {
      unsafe Int(min(fill($0.baseAddress, UInt64($0.count)), UInt64($0.count)))
    }
    return rangeRoom[..<count]
  }

  /// The program's name.
  public var name: String { unsafe table.name.string }

  /// The program's version.
  public var version: String { unsafe table.version.string }

  /// A handle that any thread may keep and use to wake this child.
  public var waker: Waker { unsafe Waker(pointer, table) }

  /// The time of the event or frame being handled, in nanoseconds of a clock that only moves forward.
  public var nowNanoseconds: Int64 {
    guard let now = unsafe table.now else { return 0 }
    return unsafe now(pointer)
  }

  /// Writes a line to the plugin's log.
  public func log(_ text: String, level: LogLevel = .info) { waker.log(text, level: level) }

  /// Asks for a draw before the next frame.
  public func invalidate() {
    guard let invalidate = unsafe table.invalidate else { return }
    unsafe invalidate(pointer)
  }

  /// Wakes the child once, that long from now: ``WakeChild/woke()``, then a draw.
  ///
  /// A child has one such timer, a new call replaces the earlier; zero is the next turn of the
  /// loop. It rests off screen.
  ///
  /// - Returns: false when there is no such timer.
  @discardableResult
  public func wake(after delay: Duration) -> Bool {
    wake(afterNanoseconds: max(0, delay.wholeNanoseconds))
  }

  /// Stops the timer of ``wake(after:)``.
  public func stopWaking() { wake(afterNanoseconds: -1) }

  @discardableResult
  private func wake(afterNanoseconds nanoseconds: Int64) -> Bool {
    guard let wakeAfter = unsafe table.wake_after else { return false }
    return unsafe wakeAfter(pointer, nanoseconds)
  }

  /// Asks the container for a state, within a second of something that the user has done to the plugin.
  ///
  /// - Returns: false when there is no such state.
  @discardableResult
  public func request(state: String, animated: Bool = true) -> Bool {
    guard let requestState = unsafe table.request_state else { return false }
    return unsafe withABIText(state) { unsafe requestState(pointer, $0, animated) }
  }

  /// Asks the program to do something.
  ///
  /// - Returns: false when it does not: not known, not allowed now, or no such row.
  @discardableResult
  public func perform(_ action: Action) -> Bool {
    guard let perform = unsafe table.perform else { return false }
    return switch action {
    case .reload: unsafe perform(pointer, CHILDPLUGIN_ACTION_RELOAD, 0)
    case .quit: unsafe perform(pointer, CHILDPLUGIN_ACTION_QUIT, 0)
    case .acceptRow(let row):
      unsafe perform(pointer, CHILDPLUGIN_ACTION_ACCEPT_ROW, Int64(row))
    }
  }

  /// The terminal as it is now; nothing is known of it: a plain one of 0×0.
  public var terminal: Terminal {
    var terminal = childplugin_terminal_t()
    terminal.size = UInt32(MemoryLayout<childplugin_terminal_t>.size)
    guard let ask = unsafe table.terminal, unsafe ask(pointer, &terminal) else { return Terminal() }
    return Terminal(terminal)
  }

  /// The RGB colour, or the terminal's default, that a role has in the theme.
  ///
  /// Drawing with a role needs no such call.
  public func themeColour(of role: Colour) -> Colour {
    guard role.code >> 24 == 3, let ask = unsafe table.theme_colour else { return .terminalDefault }
    return unsafe Colour(code: ask(pointer, role.code & 0x00FF_FFFF))
  }

  /// An option that the user's states file gives this child: a string as it is, another value as
  /// JSON; nil when it is not given.
  ///
  /// At most 64 KiB of it.
  public func option(_ name: String) -> String? {
    guard let option = unsafe table.option else { return nil }
    return unsafe withABIText(name) { name in
      let length = unsafe option(pointer, name, nil, 0)
      guard length != UInt64.max else { return nil }
      var buffer = TextBuffer()
      _ = unsafe buffer.fill(limit: Int(min(length, 65536))) { room, capacity in
        unsafe option(pointer, name, room?.assumingMemoryBound(to: CChar.self), capacity)
      }
      return buffer.string
    }
  }

  /// How many columns a text takes on the canvas.
  public func columns(of text: String) -> Int {
    unsafe withABIText(text) { unsafe columns(of: $0) }
  }

  /// How many columns a buffer's text, or a range of its bytes, takes on the canvas.
  public func columns(of text: TextBuffer, bytes: Range<Int>? = nil) -> Int {
    unsafe text.withText(bytes ?? 0..<text.count) { unsafe columns(of: childplugin_text_t($0)) }
  }

  private func columns(of text: childplugin_text_t) -> Int {
    guard let columns = unsafe table.text_columns else { return 0 }
    return unsafe Int(max(0, columns(pointer, text)))
  }
}
