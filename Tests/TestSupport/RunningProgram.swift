import Foundation

/// A program without a terminal that a test started and can speak to.
public final class RunningProgram {
  private let folder: ScratchFolder
  private let process: SpawnedProcess
  private let input: Pipe?

  /// What its standard input is.
  public enum Input: Sendable {
    /// These bytes, from a file.
    case bytes([UInt8])
    /// A pipe that stays open: see `write` and `closeInput`.
    case pipe
  }

  /// Starts a program, `statehost` by default; the variables are set over those of the test.
  public init(
    _ arguments: [String], program: String = BuiltProducts.program, input: Input = .bytes([]),
    environment: [String: String] = [:]
  ) throws {
    folder = try ScratchFolder()
    var variables = ProcessInfo.processInfo.environment
    for name in [
      "STATEHOST_PLUGIN_PATH", "NO_COLOR", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME",
    ] {
      variables[name] = nil
    }
    variables["HOME"] = folder.path
    for (name, value) in environment { variables[name] = value }
    let standardInput: SpawnedProcess.Stream
    switch input {
    case .bytes(let bytes):
      self.input = nil
      try Data(bytes).write(to: URL(fileURLWithPath: folder.path + "/input"))
      standardInput = .file(folder.path + "/input")
    case .pipe:
      let pipe = Pipe()
      self.input = pipe
      standardInput = .descriptor(pipe.fileHandleForReading.fileDescriptor)
    }
    process = try SpawnedProcess(
      [program] + arguments, environment: variables, input: standardInput,
      output: .file(folder.path + "/output"), errors: .file(folder.path + "/errors"))
  }

  /// Its process id.
  public var processID: Int32 { process.number }

  /// What it has written to standard output so far.
  public var outputBytes: [UInt8] { bytes("output") }

  /// The same as text.
  public var output: String { String(decoding: outputBytes, as: UTF8.self) }

  /// What it has written to standard error so far.
  public var errors: String { String(decoding: bytes("errors"), as: UTF8.self) }

  private func bytes(_ name: String) -> [UInt8] {
    let data = try? Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name))
    return data.map { [UInt8]($0) } ?? []
  }

  /// Writes to its standard input, which must be a pipe.
  public func write(_ text: String) throws {
    try input?.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  /// Closes that pipe.
  public func closeInput() throws {
    try input?.fileHandleForWriting.close()
  }

  /// Sends it a signal.
  public func send(_ signal: Int32) { process.send(signal) }

  /// Waits for its end; after so many seconds it is killed, which shows as status 137.
  public func wait(seconds: Double = Double(patienceSeconds)) -> ProgramRun {
    let deadline = Date().addingTimeInterval(seconds)
    while process.status == nil {
      if Date() > deadline { process.send(SIGKILL) }
      usleep(5_000)
    }
    return ProgramRun(outputBytes: outputBytes, errors: errors, status: process.wait())
  }
}
