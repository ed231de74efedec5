internal import ChildPluginAPI

/// A child's interface to the host program, in the plugin: gives access to content, view,
/// selection, focus, options and the terminal's features, requests states, draws and actions,
/// starts programs, sends messages, logs, measures text and sets a timer.
///
/// For the main thread only, except for ``waker``. A function that the host's version does not have
/// does nothing, and returns its value for "none".
@safe public final class Host {
  /// The severity that a plugin gives to a line it writes to the host's log.
  public enum LogLevel: UInt32, Sendable {
    /// For the plugin's author.
    case debug
    /// Information.
    case info
    /// A problem.
    case warning
    /// A failure.
    case error
  }

  /// An action of the program that a child requests with ``Host/perform(_:)``: reload, quit, or
  /// accept a row (print it and quit); unless the plugin is bundled, each consumes one key, paste
  /// or button press that the child has used, except a reload with the permission
  /// ``ChildNeed/reload``.
  public enum Action: Equatable, Sendable {
    /// Runs the source again.
    case reload
    /// Quits the program.
    case quit
    /// Prints this row of the content and quits.
    case acceptRow(Int)
  }

  let pointer: UnsafePointer<childplugin_host_t>
  let table: childplugin_host_t

  // The tables of extensions, looked up at first use.
  lazy var situationTable: childplugin_host_situation_t? = table(CHILDPLUGIN_HOST_SITUATION)
  lazy var selectionTable: childplugin_host_selection_t? = table(CHILDPLUGIN_HOST_SELECTION)
  lazy var viewTable: childplugin_host_view_t? = table(CHILDPLUGIN_HOST_VIEW)
  lazy var focusTable: childplugin_host_focus_t? = table(CHILDPLUGIN_HOST_FOCUS)
  lazy var actionsTable: childplugin_host_actions_t? = table(CHILDPLUGIN_HOST_ACTIONS)
  lazy var messagesTable: childplugin_host_messages_t? = table(CHILDPLUGIN_HOST_MESSAGES)
  lazy var stylesTable: childplugin_host_styles_t? = table(CHILDPLUGIN_HOST_STYLES)
  lazy var textTable: childplugin_host_text_t? = table(CHILDPLUGIN_HOST_TEXT)
  lazy var runTable: childplugin_host_run_t? = table(CHILDPLUGIN_HOST_RUN)
  lazy var placeTable: childplugin_host_place_t? = table(CHILDPLUGIN_HOST_PLACE)
  lazy var collapseTable: childplugin_host_collapse_t? = table(CHILDPLUGIN_HOST_COLLAPSE)
  lazy var rememberTable: childplugin_host_remember_t? = table(CHILDPLUGIN_HOST_REMEMBER)

  // Buffers that keep their memory.
  private var numberRoom: [UInt64] = []
  private var rangeRoom: [childplugin_range_t] = []

  init(_ pointer: UnsafePointer<childplugin_host_t>) {
    unsafe self.pointer = pointer
    unsafe table = sizedCopy(of: pointer)
  }

  /// Row numbers that `fill` writes, at most `limit`.
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

  /// Ranges that `fill` writes, at most 256.
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

  /// A handle with which any thread can wake this child.
  public var waker: Waker { unsafe Waker(pointer, table) }

  /// The time of the current event or frame on a monotonic clock, in nanoseconds.
  public var nowNanoseconds: Int64 {
    unsafe table.now?(pointer) ?? 0
  }

  /// Writes a line to the plugin's log.
  public func log(_ text: String, level: LogLevel = .info) { waker.log(text, level: level) }

  /// Requests a draw before the next frame.
  public func invalidate() {
    unsafe table.invalidate?(pointer)
  }

  /// Starts the child's timer: calls ``WakeChild/woke()`` once after a delay, then draws.
  ///
  /// A new call replaces the timer; zero means the next turn of the loop. It is paused off screen.
  ///
  /// - Returns: false if the host has no timer.
  @discardableResult
  public func wake(after delay: Duration) -> Bool {
    wake(afterNanoseconds: max(0, delay.wholeNanoseconds))
  }

  /// Stops the child's timer.
  public func stopWaking() { wake(afterNanoseconds: -1) }

  @discardableResult
  private func wake(afterNanoseconds nanoseconds: Int64) -> Bool {
    unsafe table.wake_after?(pointer, nanoseconds) ?? false
  }

  /// Requests a state; needs a user activation, an input the child used within the last second.
  ///
  /// - Returns: false if there is no such state.
  @discardableResult
  public func request(state: String, animated: Bool = true) -> Bool {
    unsafe withABIText(state) { unsafe table.request_state?(pointer, $0, animated) ?? false }
  }

  /// Performs an action of the program.
  ///
  /// - Returns: false if it is unknown or not allowed now, or there is no such row.
  @discardableResult
  public func perform(_ action: Action) -> Bool {
    let (number, argument) =
      switch action {
      case .reload: (CHILDPLUGIN_ACTION_RELOAD, 0)
      case .quit: (CHILDPLUGIN_ACTION_QUIT, 0)
      case .acceptRow(let row): (CHILDPLUGIN_ACTION_ACCEPT_ROW, row)
      }
    return unsafe table.perform?(pointer, number, Int64(argument)) ?? false
  }

  /// The terminal's size and features; 0×0 without features if they are unknown.
  public var terminal: Terminal {
    var terminal = sized(childplugin_terminal_t())
    guard let ask = unsafe table.terminal, unsafe ask(pointer, &terminal) else { return Terminal() }
    return Terminal(terminal)
  }

  /// The theme's colour of a role: an RGB colour or the terminal's default.
  ///
  /// Not needed to draw with a role.
  public func themeColour(of role: Colour) -> Colour {
    guard role.code >> 24 == 3, let ask = unsafe table.theme_colour else { return .terminalDefault }
    return unsafe Colour(code: ask(pointer, role.code & 0x00FF_FFFF))
  }

  /// The value of an option, up to 64 KiB: a string as it is, other values as JSON; nil if not set.
  public func option(_ name: String) -> String? {
    guard let option = unsafe table.option else { return nil }
    return unsafe withABIText(name) { name in
      let length = unsafe option(pointer, name, nil, 0)
      guard length != UInt64.max else { return nil }
      var buffer = TextBuffer()
      _ = unsafe buffer.fill(limit: Int(min(length, 65536))) {
        unsafe option(pointer, name, $0, $1)
      }
      return buffer.string
    }
  }

  /// The width of a text on the canvas, in columns.
  public func columns(of text: String) -> Int {
    unsafe withABIText(text) { unsafe columns(of: $0) }
  }

  /// The width of a buffer's text, or of a range of its bytes, in columns.
  public func columns(of text: TextBuffer, bytes: Range<Int>? = nil) -> Int {
    unsafe text.withText(bytes ?? 0..<text.count) { unsafe columns(of: childplugin_text_t($0)) }
  }

  private func columns(of text: childplugin_text_t) -> Int {
    unsafe Int(max(0, table.text_columns?(pointer, text) ?? 0))
  }
}

// MARK: - State, selection and focus

extension Host {
  /// The current state and the previous one; nil in a host before 1.1.
  public var situation: Situation? {
    guard let table = situationTable else { return nil }
    var situation = Situation()
    situation.state = state(CHILDPLUGIN_STATE_CURRENT, table)
    situation.previous = state(CHILDPLUGIN_STATE_PREVIOUS, table)
    let flags = unsafe table.flags?(pointer) ?? 0
    situation.isTransitioning = flags & CHILDPLUGIN_SITUATION_TRANSITION != 0
    situation.isPick = flags & CHILDPLUGIN_SITUATION_PICK != 0
    situation.isFollowing = flags & CHILDPLUGIN_SITUATION_FOLLOWING != 0
    return situation
  }

  /// Whether the program runs as a picker (`--pick`), as ``Situation/isPick``.
  public var isPick: Bool {
    unsafe (situationTable?.flags?(pointer) ?? 0) & CHILDPLUGIN_SITUATION_PICK != 0
  }

  private func state(_ which: UInt32, _ table: childplugin_host_situation_t) -> String? {
    guard let ask = unsafe table.state else { return nil }
    var buffer = TextBuffer()
    _ = unsafe buffer.fill(limit: 65536) { unsafe ask(pointer, which, $0, $1) }
    return buffer.isEmpty ? nil : buffer.string
  }

  /// The cursor's row and the marks; nil in a host before 1.1.
  public var selection: Selection? { selectionTable.map { unsafe Selection(pointer, $0) } }

  /// The focus among the children that take keys; nil in a host before 1.1.
  public var focus: Focus? { focusTable.map { unsafe Focus(pointer, $0) } }

  /// The table of an extension; the fields that the host does not have are nil.
  func table<Table: BitwiseCopyable>(_ id: String) -> Table? {
    guard let find = unsafe table.get_extension else { return nil }
    return unsafe withABIText(id) { id in
      unsafe find(pointer, id).map {
        unsafe sizedCopy(of: $0.assumingMemoryBound(to: Table.self))
      }
    }
  }
}

// MARK: - Text layout

extension Host {
  /// Measures the beginning of a text that fits into a width: whole graphemes, up to a newline.
  ///
  /// - Returns: its UTF-8 bytes, 0 if the first grapheme does not fit, and columns; nil in a host
  ///   before 1.1.
  public func fit(_ text: String, columns: Int) -> (bytes: Int, columns: Int)? {
    unsafe withABIText(text) { unsafe fit($0, columns) }
  }

  /// Measures the beginning of a buffer, or of a range of its bytes; see ``fit(_:columns:)``.
  public func fit(
    _ text: TextBuffer, bytes: Range<Int>? = nil, columns: Int
  ) -> (bytes: Int, columns: Int)? {
    unsafe text.withText(bytes ?? 0..<text.count) { unsafe fit(childplugin_text_t($0), columns) }
  }

  private func fit(_ text: childplugin_text_t, _ columns: Int) -> (bytes: Int, columns: Int)? {
    guard let table = textTable, let fit = unsafe table.fit else { return nil }
    var taken: Int32 = 0
    let bytes = unsafe fit(pointer, text, Int32(clamping: columns), &taken)
    return unsafe (Int(min(bytes, text.length)), Int(max(0, taken)))
  }
}

// MARK: - Actions for the user

// All return false in a host before 1.1.
extension Host {
  /// Prints a text with a newline, and quits.
  ///
  /// Consumes the user activation of a key, a paste or a button press.
  ///
  /// - Parameters:
  ///   - text: at most 64 KiB.
  ///   - exitStatus: the program's exit status.
  /// - Returns: false if it is not allowed.
  @discardableResult
  public func accept(_ text: String, exitStatus: UInt8 = 0) -> Bool {
    unsafe withABIText(text) {
      unsafe actionsTable?.accept_text?(pointer, $0, Int32(exitStatus)) ?? false
    }
  }

  /// Prints rows of the content in this order, at most 4096, and quits.
  ///
  /// Consumes the user activation of a key, a paste or a button press.
  ///
  /// - Returns: false if it is not allowed or a row does not exist.
  @discardableResult
  public func accept(rows: [Int]) -> Bool {
    guard let accept = unsafe actionsTable?.accept_rows, rows.allSatisfy({ $0 >= 0 }) else {
      return false
    }
    return unsafe rows.map(UInt64.init).withUnsafeBufferPointer {
      unsafe accept(pointer, $0.baseAddress, UInt64($0.count))
    }
  }

  /// Copies a text, at most 100 KiB, to the clipboard, if the terminal supports that.
  ///
  /// Consumes the user activation of a key, a paste or a button press.
  ///
  /// - Returns: false if it is empty, too long or not allowed.
  @discardableResult
  public func copy(_ text: String) -> Bool {
    unsafe withABIText(text) { unsafe actionsTable?.clipboard?(pointer, $0) ?? false }
  }

  /// Sets the terminal's window title; the host restores it at the end if the terminal can.
  @discardableResult
  public func setTitle(_ title: String) -> Bool {
    unsafe withABIText(title) { unsafe actionsTable?.title?(pointer, $0) ?? false }
  }

  /// Rings the bell, at most four times a second; else returns false.
  @discardableResult
  public func ringBell() -> Bool {
    unsafe actionsTable?.bell?(pointer) ?? false
  }
}

// MARK: - Values

/// The terminal's size and features as a plugin's child reads them: UTF-8, mouse, colours, reduced
/// motion; `TerminalFacts` in the host.
public struct Terminal: Equatable, Sendable {
  /// Whether it supports UTF-8; if not, draw ASCII only.
  public var hasUTF8 = false
  /// Whether it reports the mouse.
  public var hasMouse = false
  /// Whether the user wants reduced motion.
  public var reducesMotion = false
  /// Whether its background is probably dark.
  public var isDark = false
  /// The width of the whole surface, in cells.
  public var columns = 0
  /// The height of the whole surface, in cells.
  public var rows = 0
  /// The number of colours: 0, 16, 256 or 16777216.
  public var colours = 0

  init() {}

  init(_ table: childplugin_terminal_t) {
    hasUTF8 = table.flags & CHILDPLUGIN_TERMINAL_UTF8 != 0
    hasMouse = table.flags & CHILDPLUGIN_TERMINAL_MOUSE != 0
    reducesMotion = table.flags & CHILDPLUGIN_TERMINAL_REDUCED_MOTION != 0
    isDark = table.flags & CHILDPLUGIN_TERMINAL_DARK != 0
    columns = Int(table.columns)
    rows = Int(table.rows)
    colours = Int(table.colours)
  }
}

/// A copy of the container's current and previous state, whether a transition runs, whether the
/// program runs as a picker, and whether the user stays at the end of the rows that arrive, which a
/// child gets from ``Host/situation``; `ContainerSituation` in the host.
public struct Situation: Equatable, Sendable {
  /// The current state, or the target of the transition.
  public var state: String?
  /// The last other state before it, for ``Host/request(state:animated:)``.
  public var previous: String?
  /// Whether a transition runs.
  public var isTransitioning = false
  /// Whether the program runs as a picker (`--pick`).
  public var isPick = false
  /// Whether the user stays at the end of the rows that arrive (`F`, `--follow`), since 1.2.
  public var isFollowing = false

  /// Creates a situation without a state.
  public init() {}
}
