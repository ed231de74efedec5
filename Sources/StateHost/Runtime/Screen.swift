internal import HostSurface
internal import HostTerminal

/// Where a run is shown: a terminal, nowhere (`--plain`), or in one picture (`--snapshot`).
protocol Screen: AnyObject {
  /// Its size in cells.
  var size: (columns: Int, rows: Int) { get }
  /// Readable when the user does something; nil when nobody can.
  var input: CInt? { get }
  /// Somebody sees its frames; else none is made.
  var isVisible: Bool { get }
  /// The terminal is slow: frames wait until its descriptor is writable.
  var isBehind: Bool { get }
  /// When `expire` is due.
  var nextDeadline: Int64? { get }

  /// Takes what the user did; false when the terminal is gone.
  func read(atNanoseconds now: Int64, into events: inout [InputEvent]) -> Bool
  /// A lone escape has waited long enough to be a key.
  func expire(atNanoseconds now: Int64, into events: inout [InputEvent])
  /// Sends what a slow terminal left; false when it is gone.
  func flush() -> Bool
  /// Shows the stage as it is; false when the terminal is gone.
  func show(_ stage: Stage) -> Bool
  /// Learns what the terminal answered.
  ///
  /// - Returns: whether the theme is another now.
  func learn(_ reply: TerminalReply) -> Bool

  /// The terminal has another size.
  func sizeChanged()
  /// Ctrl-Z: gives the terminal back, stops, and takes it again when continued.
  func suspend()
  /// Continued after a stop that came from outside.
  func resume()
  /// Gives the terminal back for good.
  func end()
}
