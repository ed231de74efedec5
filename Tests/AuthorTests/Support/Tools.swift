import Foundation
import TestSupport

/// Programs that a test needs besides the one under test.
enum Tools {
  /// Whether a program is on the PATH.
  static func have(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// Runs a program that is on the PATH, in a folder.
  static func run(
    _ command: [String], in folder: String, environment: [String: String] = [:],
    seconds: Double = 240
  ) throws -> ProgramRun {
    // Compilers look for themselves, and for what they have kept, in the home folder.
    let home = ["HOME": ProcessInfo.processInfo.environment["HOME"] ?? "/"]
    return try ProgramRun.run(
      ["-C", folder] + command, program: "/usr/bin/env",
      environment: home.merging(environment) { $1 }, seconds: seconds)
  }
}
