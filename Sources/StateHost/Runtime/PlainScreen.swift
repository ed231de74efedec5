internal import HostSystem
internal import HostTerminal

/// No screen at all: rows pass by it to standard output, and nobody presses keys.
final class PlainScreen: Screen {
  var size: (columns: Int, rows: Int) { (80, 24) }
  var input: CInt? { nil }
  var isVisible: Bool { false }
  var isBehind: Bool { false }
  var nextDeadline: Int64? { nil }

  func read(atNanoseconds now: Int64, into events: inout [InputEvent]) -> Bool { true }
  func expire(atNanoseconds now: Int64, into events: inout [InputEvent]) {}
  func flush() -> Bool { true }
  func show(_ stage: Stage) -> Bool { true }
  func learn(_ reply: TerminalReply) -> Bool { false }
  func sizeChanged() {}
  func suspend() { _ = host_signals_suspend() }
  func resume() {}
  func end() {}
}
