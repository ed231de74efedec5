import Foundation
import TestSupport
import Testing

/// A plugin of the folder Gallery, with one mistake: a section of a file of mistakes, compiled with
/// `right.c`, or a larger plugin, in which one of its mistakes is selected; see `gallery.h`.
struct GalleryPlugin: CustomTestStringConvertible {
  /// The name of the mistake; in files of sections that of the check that finds it.
  let name: String
  /// The C file, without its ending.
  let file: String
  /// The checks that the plugin fails; only the first one unless all are listed.
  let checks: [String]
  /// What is compiled before `right.c`; nil for a larger plugin.
  var section: String?
  /// The number of the mistake of a larger plugin; 0 is none.
  var number = 0

  var testDescription: String { "\(name), \(section?.prefix { $0 != "\n" } ?? file[...])" }

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "Gallery")

  /// A child that is right.
  static let right = GalleryPlugin(name: "nothing", file: "right", checks: [], section: "")
  /// Larger plugins, which authors might write, with many mistakes to choose from.
  static let larger = ["table", "pane", "log", "line"]

  /// Plugins of which all checks that they fail are listed.
  static let wrong: [GalleryPlugin] = {
    let others = larger + ["fields", "allowed", "ends", "right", "right-otherwise"]
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".c") }.map { String($0.dropLast(2)) }.sorted()
      .filter { !others.contains($0) }.flatMap(sections(of:))
  }()

  /// Mistakes beside those, and those of the larger plugins.
  static let mistakes = sections(of: "fields") + larger.flatMap(rows(of:))
  /// Plugins whose check just allows what they do.
  static let allowed = sections(of: "allowed")
  /// Plugins that do what few do, and nothing wrong.
  static let unusual = sections(of: "right-otherwise")
  /// Plugins whose mistakes only valgrind sees.
  static let watched = wrong.filter { ["invalid-accesses", "leaks"].contains($0.name) }
  static let hasValgrind = FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind")

  private static func text(of file: String) -> String {
    (try? String(contentsOf: folder.appending(path: file + ".c"), encoding: .utf8)) ?? ""
  }

  /// The sections of a file: `/* check further-check: text */`.
  private static func sections(of file: String) -> [GalleryPlugin] {
    let text = text(of: file)
    let headers = text.matches(of: /(?m)^\/\* ([a-z0-9 \n*-]+?)(?::| \*\/)/)
    let ends = headers.dropFirst().map(\.range.lowerBound) + [text.endIndex]
    return zip(headers, ends).map { header, end in
      let names = header.1.split { " \n*".contains($0) }.map(String.init)
      let start = header.range.lowerBound
      let line = text[..<start].count { $0 == "\n" } + 1
      let section = "#line \(line) \"\(file).c\"\n\(text[start..<end])"
      return GalleryPlugin(name: names[0], file: file, checks: names, section: section)
    }
  }

  /// The mistakes of a larger plugin: `M(name, "check", "text")`.
  private static func rows(of file: String) -> [GalleryPlugin] {
    zip(1..., text(of: file).matches(of: /(?m)^\ \ M\((\w+), "([\w-]+)"/)).map {
      GalleryPlugin(name: String($1.1), file: file, checks: [String($1.2)], number: $0)
    }
  }

  /// Compiles the plugin of that mistake.
  static func compile(_ name: String, into scratch: ScratchFolder, flags: [String] = []) throws
    -> String
  {
    let all = wrong + sections(of: "ends") + unusual + mistakes
    let plugin = try #require(all.first { $0.name == name }, "\(name)")
    return try flags.isEmpty
      ? plugin.compileWithOthers(into: scratch) : plugin.compile(into: scratch, flags: flags)
  }

  /// Compiles the plugin into a folder and returns the library's path.
  ///
  /// A larger plugin is compiled once; the number of the mistake is written into a copy.
  func compile(into scratch: ScratchFolder, flags: [String] = []) throws -> String {
    guard let section else {
      return try write(#require(Self.compiledLarger[file]).get(), number: number, into: scratch)
    }
    let source = "#include \"gallery.h\"\n\(section)\n#include \"right.c\"\n"
    try Self.compile(
      scratch.write(source, to: "\(file)-\(name).c"), to: library(in: scratch), flags)
    return library(in: scratch)
  }

  /// As `compile`, but mistakes that are only hook statements share a plugin, compiled once.
  func compileWithOthers(into scratch: ScratchFolder) throws -> String {
    guard let index = Self.together.firstIndex(where: { $0.section == section }) else {
      return try compile(into: scratch)
    }
    return try write(Self.compiledTogether.get(), number: index + 1, into: scratch)
  }

  private func library(in scratch: ScratchFolder) -> String {
    scratch.path + "/\(file)-\(name).so"
  }

  /// Writes a copy of a plugin with many mistakes, of which it makes one.
  private func write(_ plugin: Data, number: Int, into scratch: ScratchFolder) throws -> String {
    var bytes = plugin
    let mark = try #require(bytes.range(of: Data("the mistake\0".utf8)))
    bytes[mark.upperBound] = UInt8(number & 0xFF)
    bytes[mark.upperBound + 1] = UInt8(number >> 8)
    try bytes.write(to: URL(filePath: library(in: scratch)))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: library(in: scratch))
    return library(in: scratch)
  }

  private static let compiledLarger = Dictionary(
    uniqueKeysWithValues: larger.map { file in
      (file, Result { try compiled("#include \"\(file).c\"\n") })
    })

  /// The statements of each hook in the section, if it has nothing else.
  private var statements: [(hook: Substring, text: Substring)]? {
    let lines = section?.replacing(/#line.*|\/\*[\s\S]*?\*\//, with: "")
      .replacing("\\\n", with: " ").split(separator: "\n")
    let matches = lines?.filter { $0.contains(/\S/) }.map {
      $0.wholeMatch(of: /\s*#define ((?:IN|BEFORE|AFTER)_\w+) (.*)/)
    }
    guard let matches, !matches.contains(where: { $0 == nil }) else { return nil }
    return matches.compactMap { $0.map { ($0.1, $0.2) } }
  }

  private static let together = (wrong + sections(of: "fields")).filter { $0.statements != nil }
  private static let compiledTogether = Result {
    var hooks: [Substring: String] = [:]
    for (index, plugin) in together.enumerated() {
      for (hook, text) in plugin.statements ?? [] {
        hooks[hook, default: ""] += " if (IS(\(index + 1))) { \(text) }"
      }
    }
    let definitions = hooks.sorted { $0.key < $1.key }.map { "#define \($0)\($1)\n" }.joined()
    return try compiled("#include \"gallery.h\"\n\(definitions)#include \"right.c\"\n")
  }

  private static func compiled(_ source: String) throws -> Data {
    let scratch = try ScratchFolder()
    return try withExtendedLifetime(scratch) {
      let library = URL(filePath: scratch.path + "/plugin.so")
      try compile(scratch.write(source, to: "plugin.c"), to: library.path)
      return try Data(contentsOf: library)
    }
  }

  private static func compile(_ source: String, to library: String, _ flags: [String] = []) throws {
    let run = try ProgramRun.run(
      [
        "-std=c11", "-shared", "-fPIC", "-fvisibility=hidden", "-w", "-pthread", "-I", folder.path,
        "-I", BuiltProducts.repository + "/Sources/ChildPluginAPI/include", "-o", library, source,
      ] + flags, program: "/usr/bin/cc")
    try #require(run.status == 0, "\(source): \(run.errors)")
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
    try of(library, arguments)
  }

  static func of(_ library: String, _ arguments: [String]) throws -> (file: File, status: Int32) {
    let run = try ProgramRun.run(["validate", "--json"] + arguments + [library], seconds: 1200)
    let verdict = try JSONDecoder().decode(Verdict.self, from: Data(run.output.utf8))
    return (try #require(verdict.files.first), run.status)
  }
}
