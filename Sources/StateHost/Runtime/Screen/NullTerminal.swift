package import HostSystem

/// A null terminal for `--snapshot` that has only a size: discards all output and has no input.
package final class NullTerminal: TerminalPort {
  /// A token that no wait uses.
  package let token = PortToken(rawValue: 0)
  package let size: (columns: Int, rows: Int)
  package var pendingCount: Int { 0 }

  package init(columns: Int, rows: Int) { size = (columns, rows) }

  package func enter(_ mode: TerminalSequences) {}
  package func leave() {}
  package func enterAgain() {}
  package func hangUp() {}
  package func dropPending() {}
  package func write(_ bytes: Span<UInt8>) -> WriteResult { .complete }
  package func flush() -> WriteResult { .complete }
  package func watchReading(_ isWatched: Bool) {}
  package func read(_ body: (Span<UInt8>) -> Void) -> ReadResult { .nothing }
}
