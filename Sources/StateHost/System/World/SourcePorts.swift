/// Something that is read from where it stands, without waiting: a pipe, a FIFO, a device.
package protocol StreamPort: AnyObject {
  var token: PortToken { get }
  /// A wait ends when there is something to read; otherwise it is always ready, as a regular file is.
  var canWait: Bool { get }
  /// Reads once, whatever signals arrive meanwhile; `.end` when it is closed.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Arrival
  /// Nothing more is read, and it is waited for no longer.
  func close()
}

/// What a command is to read: it is given to it as it takes it.
package protocol InputPort: AnyObject {
  var token: PortToken { get }
  /// Sends what it takes now; `.gone` where it reads no more.
  func flush() -> Delivery
  /// The command has read all that there is, and it is waited for no longer.
  func close()
}

/// What reading a stream gave.
package enum Arrival: Equatable, Sendable {
  /// So many bytes; more than none.
  case bytes(Int)
  /// Nothing now.
  case nothing
  case end
  case failed(SystemError)
}

/// An open file of any kind; a regular one can be read anywhere.
package protocol FilePort: StreamPort {
  /// What the system says of it now; nil where it does not say.
  var facts: FileFacts? { get }
  /// Where `read(into:)` goes on, in bytes from the beginning; 0 for what has no such place.
  var position: Int { get }
  /// Reads at a place, whatever signals arrive meanwhile; 0 bytes are the end of the file.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError>
  /// Reads the same file on any thread, also when this port is closed.
  func makeReader() throws(SystemError) -> any FileReader
}

/// Reads an open regular file anywhere, on any thread.
package protocol FileReader: AnyObject, Sendable {
  /// What the system says of it now; nil where it does not say.
  var facts: FileFacts? { get }
  /// Reads at a place, whatever signals arrive meanwhile; 0 bytes are the end of the file.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError>
}

/// A command that runs, or ran.
///
/// Until `release` its number stays taken even when it has ended, so that what is sent to its group
/// cannot reach anything else.
package protocol ProcessPort: AnyObject {
  var token: PortToken { get }
  /// A wait ends when the command has; otherwise its status must be asked for again and again.
  var canWait: Bool { get }
  /// Asks how it is now; once it has ended, it is waited for no longer.
  func checkStatus() -> ProcessStatus
  /// It has been stopped since this was last asked.
  var hasStopped: Bool { get }
  /// Something of its group is still there.
  var hasGroup: Bool { get }
  /// Asks its group to end, and to go on where it is stopped (`SIGTERM`, `SIGCONT`).
  func askToEnd()
  /// Ends its group at once (`SIGKILL`).
  func kill()
  /// Lets the number of a command that has ended go.
  func release()
}

extension ProcessPort {
  package var hasStopped: Bool { false }
}

/// Whether and how a command has ended.
package enum ProcessStatus: Equatable, Sendable {
  case running
  case exited(Int32)
  case killed(signal: Int32)
}

/// What a process says of itself, beside its outputs, that a plugin's source is read in; a command says nothing.
package protocol ProcessReport: AnyObject {
  /// A wait ends when it says something.
  var token: PortToken { get }
  /// Takes what it has said.
  func take()
  /// Whether the first row names columns, with tabs between; said before that row is there.
  var isTable: Bool { get }
  /// How far it is, 0…1; nil: nobody knows.
  var fraction: Double? { get }
  /// Why it has failed that ended in this way, after all that it has said; nil: it has not.
  func failure(of end: ProcessStatus) -> SourceFailure?
  /// Nothing more is heard of it.
  func close()
}

/// Why a plugin's source has failed, in words for people, harmless.
package struct SourceFailure: Error, Equatable, Sendable {
  package let what: String
  package let remedy: String

  package init(what: String, remedy: String) {
    self.what = what
    self.remedy = remedy
  }
}
