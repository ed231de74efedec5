import Foundation
import HostValidation
import TestSupport
import Testing

@Suite("The gallery of wrong plugins")
struct GalleryTests {
  private static let isLong = ProcessInfo.processInfo.environment["STATEHOST_LONG_TESTS"] != nil

  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// These need a file that is wrong as a file: see `FileTests`.
  static let ofFiles = ["file-is-library", "file-is-safe", "libraries-present"]

  @Test func `every check has a plugin that fails it`() {
    let checks = Check.all.map(\.name)
    let found = (GalleryPlugin.wrong + GalleryPlugin.mistakes).flatMap(\.checks) + Self.ofFiles
    #expect(Set(found) == Set(checks))
    #expect(Set(checks).count == checks.count)
  }

  @Test func `every mistake of a file is found in it`() {
    #expect(GalleryPlugin.wrong.count >= 199 && GalleryPlugin.mistakes.count >= 367)
    #expect(GalleryPlugin.allowed.count >= 24 && GalleryPlugin.unusual.count >= 16)
    #expect(Set(GalleryPlugin.wrong.map(\.name)).count == GalleryPlugin.wrong.count)
  }

  @Test func `docs validate md lists every check, its level and its purpose`() throws {
    let file = BuiltProducts.repository + "/docs/validate.md"
    let lines = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n")
    let rows = Check.all.map { check in
      let severity = check.severity == .failure ? "fails" : "warns"
      return "| `\(check.name)` | \(check.level) | \(severity) | \(check.purpose) |"
    }
    #expect(rows.filter { row in !lines.contains { $0 == row } } == [])
    #expect(lines.count { $0.hasPrefix("| `") } == rows.count)
  }

  @Test func `levels go from 1 to 10 and purposes are one line`() {
    for check in Check.all {
      #expect(1...10 ~= check.level)
      #expect(!check.purpose.isEmpty && check.purpose.utf8.count <= 90)
      #expect(check.name.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || $0 == 0x2D })
    }
  }

  @Test(
    arguments: (GalleryPlugin.mistakes + GalleryPlugin.wrong).filter { wrong in
      GalleryPlugin.hasValgrind || !GalleryPlugin.watched.contains { $0.name == wrong.name }
    })
  func `a wrong plugin fails its check`(plugin: GalleryPlugin) throws {
    let (name, library) = (plugin.checks[0], try plugin.compileWithOthers(into: scratch))
    let (file, status) = try Verdict.of(library, "--only", name, "--timeout", "60s")
    let check = try #require(file.checks.first)
    #expect(file.checks.count == 1 && file.bad == [name])
    #expect(status == (check.result == "warning" ? 0 : 1))
    #expect(check.expected?.isEmpty == false && check.happened?.isEmpty == false)
    #expect(check.again == "statehost validate --only \(name) --seed 1 \(library)")
  }

  @Test(arguments: GalleryPlugin.allowed)
  func `a plugin passes a check that just allows what it does`(plugin: GalleryPlugin) throws {
    let (file, _) = try Verdict.of(try plugin.compile(into: scratch), "--only", plugin.checks[0])
    #expect(file.bad == [] && file.passed == 1)
  }

  @Test(.enabled(if: GalleryPlugin.hasValgrind, "valgrind is not installed"))
  func `a table that is made anew for each question is memory that is lost`() throws {
    let library = try GalleryPlugin.compile("extensions-stay", into: scratch)
    #expect(try Verdict.of(library, "--only", "leaks").file.bad == ["leaks"])
  }

  @Test(
    .enabled(if: isLong, "only make test-long, which sets STATEHOST_LONG_TESTS"),
    arguments: GalleryPlugin.wrong)
  func `a wrong plugin fails no other check than it says`(plugin: GalleryPlugin) throws {
    let (file, _) = try Verdict.of(try plugin.compile(into: scratch), "--strictness", "10")
    let unseen = GalleryPlugin.hasValgrind ? [] : GalleryPlugin.watched.map(\.name)
    #expect(file.bad == plugin.checks.filter { !unseen.contains($0) }.sorted())
  }

  @Test func `a right plugin passes every check`() throws {
    let library = try GalleryPlugin.right.compile(into: scratch)
    let (file, status) = try Verdict.of(library, "--strictness", "10")
    let unseen = GalleryPlugin.hasValgrind ? 0 : GalleryPlugin.watched.count
    #expect(file.bad == [])
    #expect(file.skipped == unseen)
    #expect(file.passed == Check.all.count - unseen)
    #expect(status == 0)
  }

  @Test(
    .needsSandbox,
    arguments: GalleryPlugin.unusual
      + GalleryPlugin.larger.map { GalleryPlugin(name: "nothing", file: $0, checks: []) })
  func `what few plugins do and is right is not blamed`(plugin: GalleryPlugin) throws {
    // Half the time is spent on memory: only for those with memory or threads of their own.
    let hasMemory = Self.isLong || plugin.section?.contains(/realloc|pthread/) ?? true
    let ofMemory =
      GalleryPlugin.watched.map(\.name) + Check.all.map(\.name).filter { $0.hasPrefix("memory-") }
    try checkThatItPasses(
      try plugin.compile(into: scratch), hasMemory ? [] : ofMemory.flatMap { ["--skip", $0] })
  }

  @Test(arguments: [
    "memory-over-lives", "memory-while-shown", "memory-over-reloads", "appears-1000-times",
  ])
  func `a plugin that draws slowly has all the time that a check may take`(check: String) throws {
    let library = try GalleryPlugin.compile("history", into: scratch, flags: ["-DSLOW"])
    #expect(try Verdict.of(library, "--only", check).file.bad == [])
  }

  @Test(arguments: ["LoadingChild", "ListChild", "ErrorChild"])
  func `a bundled plugin passes every check`(name: String) throws {
    try checkThatItPasses(BuiltProducts.programFolder + "/lib\(name).so")
  }

  private func checkThatItPasses(_ library: String, _ arguments: [String] = []) throws {
    let (file, status) = try Verdict.of(
      library, ["--strictness", "10", "--timeout", "60s"] + arguments)
    #expect(file.bad == [])
    #expect(file.passed > 100)
    let heldUp = file.checks.filter { ($0.reason ?? "").contains("did not return") }
    #expect(heldUp.isEmpty)
    #expect(status == 0)
  }
}
