import Foundation
import TestSupport

/// Runs scripts as a user types them.
enum Shell {
  /// Runs a script of `sh` that ends at its first failure.
  ///
  /// - Parameters:
  ///   - script: its text.
  ///   - arguments: `$1` and so on.
  ///   - folder: where it runs.
  ///   - environment: variables set over those of the test.
  ///   - prefix: a program and its arguments that the shell is run by.
  /// - Returns: what it left.
  /// - Throws: what starting it throws.
  static func run(
    _ script: String, _ arguments: [String] = [], in folder: String = BuiltProducts.repository,
    environment: [String: String] = [:], by prefix: [String] = []
  ) throws -> ProgramRun {
    // Compilers look for themselves, and for what they have kept, in the home folder.
    let home = ["HOME": ProcessInfo.processInfo.environment["HOME"] ?? "/"]
    return try ProgramRun.run(
      ["-C", folder] + prefix + ["sh", "-euc", script, "sh"] + arguments, program: "/usr/bin/env",
      environment: home.merging(environment) { $1 }, seconds: 120)
  }
}

/// What `make build` has made: the tests install it, and never build it.
enum ReleaseBuild {
  static let folder = BuiltProducts.repository + "/.build/release"
  static let isThere = FileManager.default.isExecutableFile(atPath: folder + "/statehost")
}
