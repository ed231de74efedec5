/// Where sources are opened: files, standard input and commands.
///
/// Whatever can be waited for is watched from its opening to its closing.
package protocol SourceWorld: AnyObject {
  /// Opens a file for reading, without waiting for a writer at the other end of a FIFO and without
  /// letting a terminal become this program's own.
  func openFile(_ path: String) throws(SystemError) -> any FilePort

  /// Opens standard input once more; it stays open itself, and both read from the same place.
  func openStandardInput() throws(SystemError) -> any FilePort

  /// Starts a command in a session and process group of its own, without a terminal and with
  /// nothing to read.
  ///
  /// - Parameter words: the program's name or path, then its arguments; never empty.
  /// - Throws: why it did not start.
  /// - Returns: its process and its outputs, which the caller closes.
  func start(_ words: [String]) throws(SystemError) -> CommandPorts

  /// Starts a program for a child, as a command is started.
  ///
  /// - Parameters:
  ///   - words: the program's name or path, then its arguments, as the system has them; never empty.
  ///   - input: what it reads; empty: nothing.
  /// - Throws: why it did not start.
  /// - Returns: its process, its outputs, and its input until it has read that, which the caller closes.
  func startProgram(_ words: [[UInt8]], reading input: [UInt8]) throws(SystemError) -> CommandPorts

  /// Whether it is known what a program does; always where it is run.
  func knowsProgram(_ words: [[UInt8]]) -> Bool

  /// Whether a path leads somewhere.
  func exists(_ path: String) -> Bool
}

extension SourceWorld {
  package func knowsProgram(_ words: [[UInt8]]) -> Bool { true }
}

/// A command that was started: its process, what it reads, and the outputs that it writes.
package struct CommandPorts {
  package let process: any ProcessPort
  /// Nil where there is nothing for it to read.
  package let input: (any InputPort)?
  package let output: any StreamPort
  package let errors: any StreamPort
  /// Of a plugin's source.
  package var report: (any ProcessReport)?

  package init(
    process: any ProcessPort, input: (any InputPort)? = nil, output: any StreamPort,
    errors: any StreamPort
  ) {
    self.process = process
    self.input = input
    self.output = output
    self.errors = errors
  }
}
