import Foundation

/// What a finished program left behind.
public struct ProgramRun: Sendable {
  /// Its standard output, byte for byte.
  public let outputBytes: [UInt8]
  /// Its standard error.
  public let errors: String
  /// Its exit status; 128 + the signal where one ended it.
  public let status: Int32

  /// Its standard output as text.
  public var output: String { String(decoding: outputBytes, as: UTF8.self) }

  /// Runs a program, `statehost` by default, without a terminal, and waits for its end.
  ///
  /// The variables override the test's. After so many seconds it is killed, shown as status 137.
  public static func run(
    _ arguments: [String], program: String = BuiltProducts.program, input: String? = nil,
    environment: [String: String] = [:], seconds: Double = Double(patienceSeconds)
  ) throws -> ProgramRun {
    try RunningProgram(
      arguments, program: program, input: .bytes(Array((input ?? "").utf8)),
      environment: environment
    ).wait(seconds: seconds)
  }

  /// Whether a program is on the PATH.
  public static func canRun(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}
