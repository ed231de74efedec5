import Foundation
import TestSupport
import Testing

@Suite struct `A snapshot` {
  @Test(arguments: ["auto", "none"])
  func `is taken though a child draws without end`(isolation: String) throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.declarations = "static const childplugin_host_t *host;"
    plugin.draw = "host->invalidate(host);"
    try plugin.compile(into: folder)
    let run = try ProgramRun.run([
      "--plugins", folder.path, "--isolation", isolation, "--snapshot", "-", "--", "echo", "a row",
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("a small child"), "\(run.output)")
  }

  @Test func `shows everything that has been loaded`() throws {
    let folder = try ScratchFolder()
    let rows = (1...200_000).map { "row number \($0)" }.joined(separator: "\n")
    let file = try folder.write(rows + "\n", to: "rows.txt")
    let run = try ProgramRun.run(["--snapshot", "-", "--size", "60x6", file])
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == " row number 1                                              ┃")
    #expect(lines.last?.hasPrefix(" row 1 of 200,000 ") == true, "\(run.output)")
  }

  @Test func `of a moment shows that moment`() throws {
    let run = try ProgramRun.run([
      "--snapshot", "-", "--size", "60x8", "--at", "600ms", "--loading-delay", "0ms", "--", "sleep",
      "5",
    ])
    #expect(run.output.contains("sleep 5"))
    #expect(run.output.contains("loading"))
  }

  @Test func `is a picture where the file is one`() throws {
    let folder = try ScratchFolder()
    let picture = folder.path + "/frame.svg"
    let run = try ProgramRun.run(["--snapshot", picture, "--size", "40x6", "--", "echo", "a row"])
    #expect(run.status == 0)
    let text = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(text.hasPrefix("<svg "))
    #expect(text.contains("a row"))
  }

  @Test func `of a failure ends with the command's status`() throws {
    let run = try ProgramRun.run(["--snapshot", "-", "--", "sh", "-c", "echo why >&2; exit 3"])
    #expect(run.status == 3)
    #expect(run.output.contains("why"))
  }

  @Test func `that cannot be written is said`() throws {
    let run = try ProgramRun.run(["--snapshot", "/nowhere/frame.txt", "--", "true"])
    #expect(run.status == 2)
    #expect(run.errors.hasPrefix("statehost: the snapshot cannot be written: /nowhere/frame.txt"))
  }
}
