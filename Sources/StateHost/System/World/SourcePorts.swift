/// Protocol that opens the host's data sources (files and standard input) and starts commands and
/// the programs that plugins' children run; the real system and a simulation implement it.
///
/// Descriptors that support polling are watched until they are closed.
package protocol SourceWorld: AnyObject {
  /// Opens a file for reading, without blocking.
  func open(_ origin: FileOrigin) throws(SystemError) -> any FilePort

  /// Starts a program (name or path, then arguments) in a session and process group of its own,
  /// without a terminal and with an empty standard input; the caller closes its ports.
  func start(_ words: [String]) throws(SystemError) -> CommandPorts

  /// Starts a program for a child in the same way, given as raw bytes, with a standard input.
  func startProgram(_ words: [[UInt8]], reading input: [UInt8]) throws(SystemError) -> CommandPorts

  /// Whether this world can run the program; a simulated one runs only scripted programs.
  func knowsProgram(_ words: [[UInt8]]) -> Bool

  func exists(_ path: String) -> Bool

  /// Watches a file for growth, truncation and replacement.
  func watchGrowth(of path: String) throws(SystemError) -> any FileWatchPort
}

extension SourceWorld {
  package func knowsProgram(_ words: [[UInt8]]) -> Bool { true }

  package func watchGrowth(of path: String) throws(SystemError) -> any FileWatchPort {
    throw SystemError(call: "inotify_add_watch", code: 38)
  }
}

/// The origin of data that is opened for reading: a file at a path, or standard input.
package enum FileOrigin: Equatable, Sendable {
  /// A FIFO does not block (`O_NONBLOCK`), and a terminal is not acquired (`O_NOCTTY`).
  case path(String)
  /// A duplicate, which shares the file offset.
  case standardInput

  /// The file that is read, which no output may overwrite; nil if there is none.
  package var facts: FileFacts? {
    switch self {
    case .path(let path): FileFacts(at: path)
    case .standardInput: FileFacts(of: .input)
    }
  }
}

/// The handles of a started command or a child's program: its process and standard input, output
/// and error streams; for a worker that reads a plugin's source, also the receiver of its reports.
package struct CommandPorts {
  package let process: any ProcessPort
  /// Nil when standard input is empty.
  package let input: PipeInput?
  package let output: any StreamPort
  package let errors: any StreamPort
  /// Only for a plugin's source.
  package var report: (any SourceStatusPort)?

  package init(
    process: any ProcessPort, input: PipeInput? = nil, output: any StreamPort,
    errors: any StreamPort
  ) {
    self.process = process
    self.input = input
    self.output = output
    self.errors = errors
  }
}

/// Protocol of a stream read without blocking, such as a pipe, FIFO or device, real or simulated.
package protocol StreamPort: AnyObject {
  var token: PortToken { get }
  /// Whether it can be polled; a regular file cannot, it is always ready.
  var canWait: Bool { get }
  /// Reads once, retrying after signals; `.end` when it is closed.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadResult
  /// Closes it and stops watching it.
  func close()
}

/// The result of reading from a stream once: a number of bytes, nothing yet, the end, or an error.
package enum ReadResult: Equatable, Sendable {
  /// Above 0.
  case bytes(Int)
  /// A read would block.
  case nothing
  case end
  case failed(SystemError)
}

/// Protocol of any file open for reading: a stream with metadata; if regular, read at any offset.
package protocol FilePort: StreamPort {
  /// Its current metadata; nil when unavailable.
  var facts: FileFacts? { get }
  /// The file offset, in bytes; 0 if there is none.
  var position: Int { get }
  /// Reads at an offset, retrying after signals; 0 bytes at the end of the file.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError>
  /// A reader of the same file for any thread, which stays valid when this port is closed.
  func makeReader() throws(SystemError) -> any FileReader
}

/// A reader of a regular file at any offset, on any thread, even with its `FilePort` closed.
package protocol FileReader: AnyObject, Sendable {
  /// Its current metadata; nil when unavailable.
  var facts: FileFacts? { get }
  /// Reads at an offset, retrying after signals; 0 bytes at the end of the file.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) -> Result<Int, SystemError>
}

/// Protocol to control the process of a command or program that the host has started, real or
/// simulated: its status, signals to its group, and reaping.
///
/// It is not reaped before `release`, so a signal to its group cannot reach another process.
package protocol ProcessPort: AnyObject {
  var token: PortToken { get }
  /// Whether a wait ends when the command does; otherwise its status must be polled.
  var canWait: Bool { get }
  /// The status now; stops watching a process that has ended.
  func checkStatus() -> ProcessStatus
  /// Whether it was stopped since the last call.
  var hasStopped: Bool { get }
  /// Whether a process of its group is left.
  var hasGroup: Bool { get }
  /// Sends `SIGTERM` and `SIGCONT` to its group.
  func terminate()
  /// Sends `SIGKILL` to its group.
  func kill()
  /// Reaps a process that has ended.
  func release()
}

extension ProcessPort {
  package var hasStopped: Bool { false }
}

/// The status of the process of a command or program that the host has started: running, exited
/// with a status, or killed by a signal.
package enum ProcessStatus: Equatable, Sendable {
  case running
  case exited(Int32)
  case killed(signal: Int32)
}

/// Protocol of the host's receiver of what a plugin's data source reports beside rows: whether the
/// first row names the columns, progress, and, once its process has ended, why it failed.
package protocol SourceStatusPort: AnyObject {
  /// Readable when a message has arrived.
  var token: PortToken { get }
  /// Reads the messages that have arrived.
  func take()
  /// Whether the first row holds column names separated by tabs; known before that row arrives.
  var isTable: Bool { get }
  /// The progress, 0…1; nil when unknown.
  var fraction: Double? { get }
  /// Why the source failed, given how its process ended; nil when it did not fail.
  func failure(of end: ProcessStatus) -> SourceFailure?
  /// Stops reading messages.
  func close()
}

/// The error of a plugin's data source that failed or could not be started: what went wrong and
/// what to do, one line each without control characters; the host keeps it in
/// `ContentError.Kind.source`, and children read it as `ContentFacts.Failure.other`.
package struct SourceFailure: Error, Equatable, Sendable {
  package let what: String
  package let remedy: String

  package init(what: String, remedy: String) {
    self.what = what
    self.remedy = remedy
  }
}
