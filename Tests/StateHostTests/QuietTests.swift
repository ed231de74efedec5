import Foundation
import TestSupport
import Testing

@Suite struct `What is sent to the terminal` {
  @Test func `is nothing while nothing moves, and the program sleeps`() throws {
    let folder = try ScratchFolder()
    let terminal = try TmuxTerminal(
      command: "sh -c \"echo \\$\\$ >'\(folder.path)/host'; exec statehost -- seq 100\"")
    try terminal.wait(forText: "1/100")
    let host = try folder.number(in: "host")
    // The list has faded in once two looks find the program asleep in between.
    var seen = -1
    try wait(for: "rest") {
      let now = try switches(of: host)
      defer { seen = now }
      _ = try ProgramRun.run(["0.2"], program: "sleep")
      return now == seen
    }
    try terminal.record(to: folder.path + "/stream")
    let before = try switches(of: host)
    _ = try ProgramRun.run(["2"], program: "sleep")
    #expect(try switches(of: host) == before)
    let stream = try? Data(contentsOf: URL(fileURLWithPath: folder.path + "/stream"))
    #expect(stream?.count ?? 0 == 0)
    try terminal.press("Down")
    try terminal.wait(forText: "2/100")
    #expect(try switches(of: host) > before)
  }

  @Test func `a plain run sleeps while its command does`() throws {
    let running = try RunningProgram(["--", "sh", "-c", "echo a; exec sleep 1000"])
    try wait(for: "the row") { running.output == "a\n" }
    var seen = -1
    try wait(for: "rest") {
      let now = try switches(of: running.processID)
      defer { seen = now }
      _ = try ProgramRun.run(["0.2"], program: "sleep")
      return now == seen
    }
    _ = try ProgramRun.run(["1"], program: "sleep")
    #expect(try switches(of: running.processID) == seen)
    running.send(SIGTERM)
    #expect(running.wait().status == 143)
  }

  /// How often a process went to sleep by itself: waking for anything counts it up.
  private func switches(of process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return try #require(line.flatMap { Int($0.drop { !$0.isNumber }) })
  }
}
