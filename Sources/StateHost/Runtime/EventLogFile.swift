internal import Glibc
internal import HostStates
internal import HostTerminal

/// The event log of a run, written to a file after every turn of the loop.
final class EventLogFile {
  private let owner: Descriptor
  private var encoder = EventLogEncoder()
  private var failure: CInt?

  /// Makes the file, or empties it.
  init(writingTo path: String) throws(SystemCallError) {
    let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY
    owner = Descriptor(owning: try openedFile(path, flags))
  }

  func append(_ event: LogEvent, atNanoseconds now: Int64) {
    encoder.append(event, atNanoseconds: now)
    if encoder.bytes.count > 1 << 16 { flush() }
  }

  /// Writes what waits; a full disk loses lines, never the run.
  func flush() {
    guard !encoder.bytes.isEmpty else { return }
    if !writeAll(encoder.bytes, to: owner.rawValue), failure == nil { failure = errno }
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
