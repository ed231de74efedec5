import Foundation
import TestSupport
import Testing

/// A mistake that authors make, in a plugin that is right without it: see Mistakes/table.c.
struct Mistake: CustomTestStringConvertible {
  let name: String
  /// The check that finds it.
  let check: String

  private static let file =
    URL(filePath: #filePath).deletingLastPathComponent().path + "/Mistakes/table.c"

  static let all: [Mistake] = {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      return words.count > 3 && words[1] == "MISTAKE"
        ? Mistake(name: String(words[2]), check: String(words[3])) : nil
    }
  }()

  /// The plugin without any.
  static let none = Mistake(name: "nothing", check: "")

  static func named(_ name: String) throws -> Mistake {
    try #require(all.first { $0.name == name })
  }

  var testDescription: String { name }

  func compile(into scratch: ScratchFolder) throws -> String {
    let library = scratch.path + "/\(name).so"
    let hiding = name == "exports" ? [] : ["-fvisibility=hidden"]
    let run = try ProgramRun.run(
      [
        "-std=c11", "-shared", "-fPIC", "-O1", "-w", "-pthread", "-DMISTAKE=\(name)", "-I",
        BuiltProducts.repository + "/Sources/ChildPluginAPI/include", "-o", library, Self.file,
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
    #expect(Set(Mistake.all.map(\.name)).count == Mistake.all.count)
  }

  @Test(arguments: Mistake.all)
  func `are found`(mistake: Mistake) throws {
    let library = try mistake.compile(into: scratch)
    let (file, _) = try Verdict.of(library, "--only", mistake.check, "--timeout", "60s")
    #expect(file.bad == [mistake.check])
  }

  @Test func `are all that is wrong with the plugin`() throws {
    let (file, status) = try Verdict.of(
      try Mistake.none.compile(into: scratch), "--strictness", "10", "--timeout", "60s")
    #expect(file.bad == [])
    #expect(status == 0)
    #expect(file.passed > 140)
  }
}
