package import HostStates
package import HostSystem

/// The event log of a run, written to a file after every turn of the loop.
package final class EventLogFile {
  private let file: any OutputPort
  private var encoder = EventLogEncoder()
  private var failure: SystemError?

  package init(_ file: any OutputPort) { self.file = file }

  package func append(_ event: LogEvent, atNanoseconds now: Int64) {
    encoder.append(event, atNanoseconds: now)
    if encoder.bytes.count > 1 << 16 { flush() }
  }

  /// Writes what waits; a full disk loses lines, never the run.
  package func flush() {
    guard !encoder.bytes.isEmpty else { return }
    if let error = file.writeAll(encoder.bytes.span), failure == nil { failure = error }
    encoder.drain()
  }

  /// Writes the rest.
  ///
  /// - Returns: why lines were lost, the first time; nil where none was.
  package func end() -> SystemError? {
    flush()
    return failure
  }
}
