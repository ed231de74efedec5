package import HostStates
package import HostSystem

/// The buffered output of `--events` of `run` and `play`: encodes events such as state changes as
/// JSON Lines, which a run writes after each loop turn; keeps the first write error for the end.
package final class EventLogFile {
  private let file: any OutputPort
  private var encoder = EventLogEncoder()
  private var failure: SystemError?

  package init(_ file: any OutputPort) { self.file = file }

  package func append(_ event: LogEvent, atNanoseconds now: Int64) {
    encoder.append(event, atNanoseconds: now)
    if encoder.bytes.count > 1 << 16 { flush() }
  }

  /// Writes buffered lines; a full disk loses lines but does not end the run.
  package func flush() {
    guard !encoder.bytes.isEmpty else { return }
    if let error = file.writeAll(encoder.bytes.span), failure == nil { failure = error }
    encoder.drain()
  }

  /// Writes the remaining lines; returns the first write error, nil if no line was lost.
  package func end() -> SystemError? {
    flush()
    return failure
  }
}
