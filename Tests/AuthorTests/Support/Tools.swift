import Foundation
import TestSupport
import Testing

/// Programs that a test needs besides the one under test.
enum Tools {
  /// Runs a program that is on the PATH, in a folder.
  static func run(
    _ command: [String], in folder: String, environment: [String: String] = [:],
    seconds: Double = Double(patienceSeconds)
  ) throws -> ProgramRun {
    // Compilers look for themselves, and for what they have kept, in the home folder.
    let home = ["HOME": ProcessInfo.processInfo.environment["HOME"] ?? "/"]
    let run = try ProgramRun.run(
      ["-C", folder] + command, program: "/usr/bin/env",
      environment: home.merging(environment) { $1 }, seconds: seconds)
    if run.status != 0, ["make", "cargo"].contains(command[0]) {
      for compiler in ["rustc", "cargo"] {
        try #require(
          ProgramRun.canRun(compiler), "\(compiler) is not installed: make setup installs it")
      }
    }
    return run
  }
}
