import Foundation
import HostValidation
import TestSupport
import Testing

@Suite("The gallery of wrong plugins")
struct GalleryTests {
  /// These need a file that is wrong as a file: see `FileTests`.
  static let ofFiles = ["file-is-library", "file-is-safe", "libraries-present"]

  @Test func `every check has a plugin that fails it`() {
    let checks = Check.all.map(\.name)
    let found = GalleryPlugin.names + Self.ofFiles + Mistake.all.map(\.check)
    #expect(Set(found) == Set(checks))
    #expect(Set(checks).count == checks.count)
    #expect(checks.count >= 45)
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

  @Test(arguments: GalleryPlugin.names.filter { !GalleryPlugin.watched.contains($0) })
  func `a wrong plugin fails its check`(name: String) throws { try checkThatItFails(name) }

  @Test(
    .enabled(if: GalleryPlugin.hasValgrind, "valgrind is not installed"),
    arguments: GalleryPlugin.watched)
  func `what is wrong in memory alone fails its check`(name: String) throws {
    try checkThatItFails(name)
  }

  @Test(.enabled(if: GalleryPlugin.hasValgrind, "valgrind is not installed"))
  func `a table that is made anew for each question is memory that is lost`() throws {
    let scratch = try ScratchFolder()
    let library = try GalleryPlugin.compile("extensions-stay", into: scratch)
    #expect(try Verdict.of(library, "--only", "leaks").file.bad == ["leaks"])
  }

  private func checkThatItFails(_ name: String) throws {
    let scratch = try ScratchFolder()
    let library = try GalleryPlugin.compile(name, into: scratch)
    let (file, status) = try Verdict.of(library, "--only", name)
    let check = try #require(file.checks.first)
    #expect(file.checks.count == 1 && file.bad == [name])
    #expect(status == (check.result == "warning" ? 0 : 1))
    #expect(check.expected?.isEmpty == false && check.happened?.isEmpty == false)
    #expect(check.again == "statehost validate --only \(name) --seed 1 \(library)")
  }

  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["STATEHOST_LONG_TESTS"] != nil,
      "only make test-long, which sets STATEHOST_LONG_TESTS"),
    arguments: GalleryPlugin.visibleNames)
  func `a wrong plugin fails no other check than it says`(name: String) throws {
    let scratch = try ScratchFolder()
    let library = try GalleryPlugin.compile(name, into: scratch)
    let (file, _) = try Verdict.of(library, "--strictness", "10")
    #expect(file.bad == (try GalleryPlugin.failingChecks(of: name)))
  }

  @Test func `a right plugin passes every check`() throws {
    let scratch = try ScratchFolder()
    let library = try GalleryPlugin.compile("right", into: scratch)
    let (file, status) = try Verdict.of(library, "--strictness", "10")
    let unseen = GalleryPlugin.hasValgrind ? 0 : GalleryPlugin.watched.count
    #expect(file.bad == [])
    #expect(file.skipped == unseen)
    #expect(file.passed == Check.all.count - unseen)
    #expect(status == 0)
  }

  @Test(.needsSandbox, arguments: GalleryPlugin.rightNames)
  func `what few plugins do and is right is not blamed`(name: String) throws {
    let scratch = try ScratchFolder()
    let library = try GalleryPlugin.compile(name, into: scratch)
    let (file, status) = try Verdict.of(library, "--strictness", "10", "--timeout", "60s")
    #expect(file.bad == [])
    #expect(file.passed > 100)
    #expect(status == 0)
  }

  @Test(arguments: [
    "memory-over-lives", "memory-while-shown", "memory-over-reloads", "appears-1000-times",
  ])
  func `who draws slowly has all the time that a check may take`(check: String) throws {
    let scratch = try ScratchFolder()
    let library = try GalleryPlugin.compile("right/history", into: scratch, flags: ["-DSLOW"])
    #expect(try Verdict.of(library, "--only", check).file.bad == [])
  }

  @Test(arguments: ["LoadingChild", "ListChild", "ErrorChild"])
  func `a bundled plugin passes every check`(name: String) throws {
    let library = BuiltProducts.programFolder + "/lib\(name).so"
    let (file, status) = try Verdict.of(library, "--strictness", "10", "--timeout", "60s")
    #expect(file.bad == [])
    #expect(file.passed > 100)
    #expect(status == 0)
  }
}
