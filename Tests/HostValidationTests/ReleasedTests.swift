import Foundation
import TestSupport
import Testing

/// Plugins that were built with a released version of the header: Tests/ABI/MAJOR.MINOR.
@Suite("Plugins of released versions")
struct ReleasedTests {
  private static let folder = BuiltProducts.repository + "/Tests/ABI"

  /// The source files, as `1.0/rows.c`.
  static let sources: [String] = {
    let files = FileManager.default.subpaths(atPath: folder) ?? []
    return files.filter { $0.hasSuffix(".c") && $0.contains("/") }.sorted()
  }()

  @Test func `are there`() {
    #expect(Self.sources.starts(with: ["1.0/facts.c", "1.0/rows.c"]))
  }

  @Test(arguments: sources)
  func `pass every check`(source: String) throws {
    let scratch = try ScratchFolder()
    let (file, status) = try Verdict.of(
      try Self.compile(source, into: scratch), "--strictness", "10", "--timeout", "60s")
    #expect(file.bad == [])
    #expect(file.passed > 100)
    #expect(status == 0)
  }

  @Test(.needsSandbox) func `are shown by the program`() throws {
    let scratch = try ScratchFolder()
    for source in Self.sources { _ = try Self.compile(source, into: scratch) }
    let rows = try scratch.write("one\ntwo\nthree\n", to: "rows.txt")
    let list = try ProgramRun.run([
      "--plugins", scratch.path, "--snapshot", "-", "--size", "30x7", rows,
    ])
    #expect(list.errors == "" && list.status == 0)
    #expect(list.output.contains("one") && list.output.contains("three"))
    // The list of 1.0 says which file it is in the first row; it stands one column inside.
    #expect(list.output.hasPrefix(" \(rows.prefix(20))"))
    let failed = try ProgramRun.run([
      "--plugins", scratch.path, "--snapshot", "-", "--size", "60x10", "--", "sh", "-c", "exit 3",
    ])
    #expect(failed.output.contains("status 3"))
  }

  /// Compiles with the header beside the source file; a draft has none, its header is today's.
  private static func compile(_ source: String, into scratch: ScratchFolder) throws -> String {
    let library = scratch.path + "/" + source.replacing("/", with: "-") + ".so"
    let run = try ProgramRun.run(
      [
        "-std=c11", "-shared", "-fPIC", "-O1", "-fvisibility=hidden", "-o", library,
        folder + "/" + source, "-I", BuiltProducts.repository + "/Sources/ChildPluginAPI/include",
      ], program: "cc")
    try #require(run.status == 0, "\(run.errors)")
    return library
  }
}
