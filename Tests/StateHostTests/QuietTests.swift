import Foundation
import TestSupport
import Testing

@Suite struct `What is sent to the terminal` {
  /// The parameters of every SGR sequence that a run sends, loading and a failure.
  private func styles(
    _ words: [String] = [], _ environment: [String: String] = [:]
  ) throws -> [[Int]] {
    let terminal = try PlayedTerminal(
      words + ["--", "sh", "-c", "sleep 0.5; echo cause >&2; exit 3"], environment: environment)
    try terminal.wait(forText: "exit 3")
    let stream = String(decoding: terminal.taken, as: UTF8.self)
    return stream.components(separatedBy: "\u{1B}[").dropFirst().compactMap { part in
      let parameters = part.prefix { $0.isASCII && ($0.isNumber || $0 == ";" || $0 == ":") }
      guard part.dropFirst(parameters.count).first == "m" else { return nil }
      return parameters.split { $0 == ";" || $0 == ":" }.compactMap { Int($0) }
    }
  }

  @Test func `has colours where the terminal has them, and none where nobody wants them`() throws {
    #expect(
      try styles().contains { $0.starts(with: [38, 2]) || $0.dropFirst().starts(with: [38, 2]) })
    let colours = Set(30...49).union(90...107)
    for styles in [try styles([], ["NO_COLOR": "1"]), try styles(["--colour", "none"])] {
      #expect(!styles.isEmpty)
      #expect(styles.allSatisfy { colours.isDisjoint(with: $0) }, "\(styles)")
    }
  }

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
