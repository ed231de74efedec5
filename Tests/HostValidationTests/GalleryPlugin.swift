import Foundation
import TestSupport
import Testing

/// A plugin of the folder Gallery: a C file, compiled with one of the mistakes that it describes.
struct GalleryPlugin: CustomTestStringConvertible {
  /// The name of the mistake; in files of blocks that of the check that it is made for.
  let name: String
  /// The C file, without its ending.
  let file: String
  /// The checks that the plugin fails; the first one only where the mistake is one of many in a larger plugin.
  let checks: [String]

  var testDescription: String { name }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Gallery")

  /// A child that is right.
  static let right = GalleryPlugin(name: "nothing", file: "right", checks: [])
  /// Larger plugins, which authors might write, with many mistakes to choose from.
  static let larger = ["table", "pane", "fields", "log", "line"]
  /// Files of plugins that end their process, and of unusual ones that are right.
  private static let others = ["ends", "right-otherwise"]

  private static let all: [GalleryPlugin] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".c") }.sorted().flatMap { list(in: String($0.dropLast(2))) }
  }()

  /// Plugins with one mistake each, named after its check.
  static let wrong = all.filter { !(larger + others).contains($0.file) }
  /// The mistakes of the larger plugins.
  static let mistakes = all.filter { larger.contains($0.file) }
  /// Plugins that do what few do, and nothing wrong.
  static let unusual = all.filter { $0.file == "right-otherwise" }
  /// Plugins whose mistakes only valgrind sees.
  static let watched = wrong.filter { ["invalid-accesses", "leaks"].contains($0.name) }
  static let hasValgrind = FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")

  /// The mistakes of a file: `#elif defined MISTAKE_name`, which a list of all failing checks may follow, or
  /// `M(name, "check", "text")`.
  private static func list(in file: String) -> [GalleryPlugin] {
    let path = folder.appending(path: file + ".c")
    let lines = (try? String(contentsOf: path, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.indices.compactMap { index in
      if let block = lines[index].prefixMatch(of: /#(?:el)?if defined MISTAKE_(\w+)/) {
        let name = String(block.1).replacing("_", with: "-")
        let next = lines[index + 1].prefixMatch(of: /\/\* fails: (.*) \*\//)
        let checks = next.map { $0.1.split(separator: " ").map(String.init) } ?? [name]
        return GalleryPlugin(name: name, file: file, checks: checks)
      }
      guard let row = lines[index].prefixMatch(of: /\ \ M\((\w+), "([\w-]+)"/) else { return nil }
      return GalleryPlugin(name: String(row.1), file: file, checks: [String(row.2)])
    }
  }

  /// Compiles the plugin of that mistake.
  static func compile(_ name: String, into scratch: ScratchFolder, flags: [String] = []) throws
    -> String
  {
    let plugin = try #require(all.first { $0.name == name }, "\(name)")
    return try plugin.compile(into: scratch, flags: flags)
  }

  /// Compiles the right child with other definitions of its hooks.
  static func compile(hooks: String, into scratch: ScratchFolder) throws -> String {
    let source = try scratch.write(
      "#include \"gallery.h\"\n\(hooks)\n#include \"right.c\"\n", to: "hooks.c")
    let library = scratch.path + "/hooks.so"
    try compile(source, to: library, ["-fvisibility=hidden", "-I", folder.path], hooks)
    return library
  }

  /// Compiles the plugin into a folder and returns the library's path.
  func compile(into scratch: ScratchFolder, flags: [String] = []) throws -> String {
    let library = scratch.path + "/\(file)-\(name).so"
    let macro = name.replacing("-", with: "_")
    let hiding = name == "exports" ? [] : ["-fvisibility=hidden"]
    try Self.compile(
      Self.folder.appending(path: file + ".c").path, to: library,
      ["-DMISTAKE=\(macro)", "-DMISTAKE_\(macro)"] + hiding + flags, name)
    return library
  }

  private static func compile(
    _ source: String, to library: String, _ flags: [String], _ name: String
  ) throws {
    let run = try ProgramRun.run(
      [
        "-std=c11", "-shared", "-fPIC", "-w", "-pthread", "-I",
        BuiltProducts.repository + "/Sources/ChildPluginAPI/include", "-o", library, source,
      ] + flags, program: "/usr/bin/cc")
    try #require(run.status == 0, "\(name): \(run.errors)")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: library)
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
    let run = try ProgramRun.run(["validate", "--json"] + arguments + [library], seconds: 1200)
    let verdict = try JSONDecoder().decode(Verdict.self, from: Data(run.output.utf8))
    return (try #require(verdict.files.first), run.status)
  }
}
