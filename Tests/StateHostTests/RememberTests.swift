import Foundation
import TestSupport
import Testing

@Suite struct `Remembered states` {
  @Test(arguments: [
    " ", "{\"children\":[{\"name\":\"a\",\"use\":\"b\",\"state\":\"0\"}]}",
  ])
  func `are not what another file has, and that file stays`(text: String) throws {
    let folder = try ScratchFolder()
    let file = try folder.write(text, to: "file")
    let run = try ProgramRun.run(["--plain", "--remember", file, "--", "echo", "a row"])
    #expect(run.status == 2)
    #expect(
      run.errors
        == "statehost: not a file of --remember: \(file): give another file, or remove this one\n"
    )
    #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
  }

  @Test func `let the list go on where it was`() throws {
    let folder = try ScratchFolder()
    let command =
      "seq 1 100 | statehost --pick --remember '\(folder.path)/memory' -; cat '\(folder.path)/memory'"
    let first = try TmuxTerminal(columns: 250, rows: 10, command: command)
    try first.wait(forText: "1/100")
    try first.press("Down", "Down", "Down")
    try first.wait(forText: "4/100")
    try first.press("Escape")
    try first.wait(forText: "\"use\":\"org.statehost.list\"")
    let memory = folder.path + "/memory"
    let mode = try FileManager.default.attributesOfItem(atPath: memory)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    let second = try TmuxTerminal(columns: 250, rows: 10, command: command)
    try second.wait(forText: "4/100")
    try second.press("Enter")
    try second.wait(for: "the row that was taken") { $0.contains("4") }
  }
}
