import Foundation
import TestSupport
import Testing

/// A mistake that authors make, in a plugin that is right without it: see the files of Mistakes.
struct Mistake: CustomTestStringConvertible {
  let name: String
  /// The file of the plugin, without its ending.
  let plugin: String
  /// The check that finds it.
  let check: String

  private var file: String { Self.file(of: plugin) }

  private static func file(of plugin: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().path + "/Mistakes/\(plugin).c"
  }

  static let plugins = ["table", "pane", "fields", "log", "line"]

  static let all: [Mistake] = plugins.flatMap { plugin in
    let text = (try? String(contentsOfFile: file(of: plugin), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.count > 3 && words[1] == "MISTAKE"
        ? Mistake(name: String(words[2]), plugin: plugin, check: String(words[3])) : nil
    }
  }

  /// A plugin without any.
  static func none(of plugin: String) -> Mistake {
    Mistake(name: "nothing", plugin: plugin, check: "")
  }

  static func named(_ name: String) throws -> Mistake {
    try #require(all.first { $0.name == name })
  }

  var testDescription: String { name }

  func compile(into scratch: ScratchFolder) throws -> String {
    let library = scratch.path + "/\(plugin)-\(name).so"
    let hiding = name == "exports" ? [] : ["-fvisibility=hidden"]
    let run = try ProgramRun.run(
      [
        "-std=c11", "-shared", "-fPIC", "-O1", "-w", "-pthread", "-DMISTAKE=\(name)", "-I",
        BuiltProducts.repository + "/Sources/ChildPluginAPI/include", "-o", library, file,
      ] + hiding, program: "/usr/bin/cc")
    try #require(run.status == 0, "\(run.errors)")
    return library
  }
}

@Suite("Mistakes that authors make")
struct MistakeTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test func `are many, each with a name of its own`() {
    #expect(Mistake.all.count >= 43)
    #expect(Set(Mistake.all.map { $0.plugin + $0.name }).count == Mistake.all.count)
  }

  @Test(arguments: Mistake.all)
  func `are found`(mistake: Mistake) throws {
    let library = try mistake.compile(into: scratch)
    let (file, _) = try Verdict.of(library, "--only", mistake.check, "--timeout", "60s")
    #expect(file.bad == [mistake.check])
  }

  @Test(arguments: Mistake.plugins)
  func `are all that is wrong with the plugin`(plugin: String) throws {
    let (file, status) = try Verdict.of(
      try Mistake.none(of: plugin).compile(into: scratch), "--strictness", "10", "--timeout", "60s")
    #expect(file.bad == [])
    #expect(status == 0)
    #expect(file.passed > 140)
  }
}
