import Foundation

/// What a finished program left behind.
public struct ProgramRun: Sendable {
  /// Its standard output.
  public let output: String
  /// Its standard error.
  public let errors: String
  /// Its exit status; 128 + the signal where one ended it.
  public let status: Int32

  /// Runs a program without a terminal and waits for its end.
  ///
  /// - Parameters:
  ///   - arguments: what follows the name.
  ///   - program: its path; the built `statehost` when not given.
  ///   - input: its standard input; nothing when nil.
  ///   - environment: variables set over those of the test.
  ///   - seconds: how long it may take before it is killed, which shows as status 137.
  /// - Throws: when it cannot be started.
  /// - Returns: what it left behind.
  public static func run(
    _ arguments: [String], program: String = BuiltProducts.program, input: String? = nil,
    environment: [String: String] = [:], seconds: Double = 60
  ) throws -> ProgramRun {
    let folder = try ScratchFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    variables["STATEHOST_PLUGIN_PATH"] = nil
    variables["HOME"] = folder.path
    for (name, value) in environment { variables[name] = value }
    process.environment = variables
    let inputFile = try folder.write(input ?? "", to: "input")
    let outputFile = try folder.write("", to: "output")
    let errorsFile = try folder.write("", to: "errors")
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: inputFile))
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: outputFile))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorsFile))
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    if ended.wait(timeout: .now() + seconds) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
    }
    let signalled = process.terminationReason == .uncaughtSignal
    return ProgramRun(
      output: String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: outputFile)), as: UTF8.self),
      errors: String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: errorsFile)), as: UTF8.self),
      status: process.terminationStatus + (signalled ? 128 : 0))
  }
}
