import Foundation
import TestSupport
import Testing

/// The C plugins of the gallery, compiled when a test asks for one.
enum GalleryPlugin {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Gallery")

  /// The names of the wrong plugins; each is the name of the check that it is made for.
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".c") && $0 != "right.c" }
      .map { String($0.dropLast(2)) }.sorted()
  }()

  /// Plugins that do what few do, and nothing wrong.
  static let rightNames = [
    "history", "joined", "later", "modal", "options", "painter", "plain-words", "quiet", "stream",
    "threaded",
    "timed",
  ]
  .map {
    "right/" + $0
  }

  /// Those whose mistakes can be seen here: two need valgrind.
  static let visibleNames = hasValgrind ? names : names.filter { !watched.contains($0) }
  static let watched = ["invalid-accesses", "leaks"]
  static let hasValgrind = FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")

  /// The checks that a wrong plugin fails, by its own word.
  static func failingChecks(of name: String) throws -> [String] {
    let text = try String(contentsOf: folder.appending(path: name + ".c"), encoding: .utf8)
    let mark = "/* fails: "
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix(mark) })
    return line.dropFirst(mark.count).dropLast(3).split(separator: " ").map(String.init)
      .filter { hasValgrind || !watched.contains($0) }.sorted()
  }

  /// Compiles one into a folder and returns the library's path.
  static func compile(_ name: String, into scratch: ScratchFolder, flags: [String] = []) throws
    -> String
  {
    let library = scratch.path + "/" + name.replacing("/", with: "-") + ".so"
    let header = BuiltProducts.repository + "/Sources/ChildPluginAPI/include"
    let run = try ProgramRun.run(
      [
        "-std=c11", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror",
        "-Wno-override-init", "-fvisibility=hidden", "-pthread", "-I", header, "-o", library,
        folder.appending(path: name + ".c").path,
      ] + flags, program: "/usr/bin/cc")
    try #require(run.status == 0, "\(name): \(run.errors)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: library)
    return library
  }
}

/// What `statehost validate --json` said.
struct Verdict: Decodable {
  struct Check: Decodable {
    let name: String
    let result: String
    let expected: String?
    let happened: String?
    let call: String?
    let seenAfter: String?
    let again: String?
    let reason: String?
    let sameAs: String?
    let after: [String]?
  }

  struct File: Decodable {
    let file: String
    let passed: Int
    let failed: Int
    let warning: Int
    let skipped: Int
    let checks: [Check]

    /// Those that did not pass, warnings included.
    var bad: [String] {
      checks.filter { ["failed", "warning"].contains($0.result) }.map(\.name).sorted()
    }
  }

  let seed: UInt64
  let strictness: Int
  let files: [File]

  /// Validates a library and reads what came of it.
  static func of(_ library: String, _ arguments: String...) throws -> (file: File, status: Int32) {
    let run = try ProgramRun.run(["validate", "--json"] + arguments + [library], seconds: 200)
    let verdict = try JSONDecoder().decode(Verdict.self, from: Data(run.output.utf8))
    return (try #require(verdict.files.first), run.status)
  }
}
