import Foundation
import TestSupport
import Testing

@Suite("The command validate")
struct ValidateCommandTests {
  private let list = BuiltProducts.programFolder + "/libListChild.so"

  @Test func `the list has a line for every check`() throws {
    let run = try ProgramRun.run(["validate", "--list"])
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count >= 45)
    #expect(lines.allSatisfy { $0.utf8.count <= 130 })
    #expect(run.output.contains("refuses-unknown-ids"))
  }

  @Test func `a file that others could change is checked where the user trusts its folder`() throws
  {
    let folder = try ScratchFolder()
    let file = try SmallPlugin().compile(into: folder)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    let words = ["validate", "--only", "file-is-safe", file]
    let refused = try ProgramRun.run(words)
    #expect(refused.status == 1 && refused.output.contains("others"), "\(refused.output)")
    let trusted = try ProgramRun.run(words + ["--trust", folder.path])
    #expect(trusted.status == 0, "\(trusted.output)\(trusted.errors)")
  }

  @Test(
    .needsSandbox, arguments: [("-n 12", "allow more open files"), ("-f 8", "allow larger files")])
  func `what the system lacks is no result, and no fault of a plugin`(
    limit: String, remedy: String
  ) throws {
    let run = try ProgramRun.run(
      ["-c", "ulimit \(limit); exec \"$0\" validate \"$1\"", BuiltProducts.program, list],
      program: "/bin/sh")
    #expect(run.status == 2)
    #expect(!run.output.contains("FAILED") && !run.output.contains(" 0 failed"))
    #expect(run.errors.hasPrefix("statehost: not all checks can be run ("), "\(run.errors)")
    #expect(run.errors.contains(remedy))
  }

  @Test func `what makes many checks skip is said once`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.keys = [("Ctrl+V", "content", "rows")]
    let run = try ProgramRun.run(["validate", try plugin.compile(into: folder)])
    #expect(run.status == 1)
    let skipped = run.output.split(separator: "\n").filter { $0.hasPrefix("  skipped  ") }
    let reasons = skipped.compactMap { $0.split(separator: ": ").last }
    #expect(!reasons.isEmpty && Set(reasons).count == reasons.count)
    #expect(run.output.contains("which no terminal sends"))
  }

  @Test func `only and skip choose what is run, in the order of the list`() throws {
    let run = try ProgramRun.run([
      "validate", "--only", "size-1x1", "--only", "entry-exported", "--only", "size-0x0",
      "--skip", "size-0x0", list,
    ])
    #expect(run.status == 0)
    #expect(
      run.output == """
        \(list)
          passed   entry-exported
          passed   size-1x1
          2 passed, 0 failed, 0 warnings, 0 skipped

        """)
  }
}
