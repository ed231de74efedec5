internal import HostStates

/// The event log of a run, written to a file after every turn of the loop.
final class EventLogFile {
  private let file: OutputFile
  private var encoder = EventLogEncoder()
  private var failure: CInt?

  init(_ file: OutputFile) { self.file = file }

  func append(_ event: LogEvent, atNanoseconds now: Int64) {
    encoder.append(event, atNanoseconds: now)
    if encoder.bytes.count > 1 << 16 { flush() }
  }

  /// Writes what waits; a full disk loses lines, never the run.
  func flush() {
    guard !encoder.bytes.isEmpty else { return }
    if let code = file.write(encoder.bytes), failure == nil { failure = code }
    encoder.drain()
  }

  /// Writes the rest.
  ///
  /// - Returns: why lines were lost, the first time; nil where none was.
  func end() -> CInt? {
    flush()
    return failure
  }
}
