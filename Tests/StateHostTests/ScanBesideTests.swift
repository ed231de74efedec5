import Foundation
import TestSupport
import Testing

/// Plugins that nobody has looked into are, beside the run.
@Suite struct `Plugins that take long to look into` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Compiles one that hangs, in its constructor, until its worker is ended.
  private func compileHanging(_ name: String) throws {
    var plugin = SmallPlugin()
    plugin.id = "com.example.\(name)"
    plugin.declarations =
      "__attribute__((constructor)) static void begin(void) { for (;;) pause(); }"
    try plugin.compile(into: folder, as: "\(name).so")
  }

  /// Compiles one that takes longer than a run waits for it.
  private func compileSlow() throws {
    var plugin = SmallPlugin()
    plugin.initialise = "usleep(700000);"
    try plugin.compile(into: folder, as: "slow.so")
  }

  private func start(_ arguments: String) throws -> TmuxTerminal {
    try TmuxTerminal(
      columns: 120, rows: 10,
      command: "statehost --plugins '\(folder.path)' \(arguments) -- seq 9")
  }

  @Test func `keep nobody waiting, two at a time, and are named`() throws {
    let names = ["a", "b", "c", "d"]
    for name in names { try compileHanging(name) }
    let terminal = try start("")
    try terminal.wait(forText: "1/9")
    let shell = try #require(Int32(try terminal.fact("#{pane_pid}")))
    // Each of the two has a process for the file that it is at.
    #expect((1...4).contains(Processes.workers(below: shell).count))
    try terminal.press("Down")
    try terminal.wait(forText: "2/9")
    // Nobody has been given up by then.
    let early = try terminal.screen()
    #expect(!early.contains { $0.contains("did not come back") }, "\(early)")
    try terminal.wait(for: "the last row to name those that failed") { rows in
      names.allSatisfy { rows.last?.contains("\($0).so") == true }
    }
    try terminal.press("q")
    let rows = try terminal.wait(forText: "ended:0")
    for name in names {
      let line = "statehost: did not come back within 2.0 s when it was scanned, in dlopen"
      #expect(rows.contains { $0.hasPrefix(line) }, "\(rows)")
      #expect(rows.joined().contains("\(folder.path)/\(name).so"), "\(rows)")
    }
    #expect(Processes.workers(below: shell).isEmpty)
  }

  @Test func `join by a transition where their descriptors say`() throws {
    try compileSlow()
    let terminal = try start("--events '\(folder.path)/events'")
    let before = try terminal.wait(forText: "1/9")
    #expect(!before.contains { $0.contains("a small child") })
    try terminal.wait(forText: "a small child")
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
    let events = try String(contentsOfFile: folder.path + "/events", encoding: .utf8)
    #expect(
      events.contains(
        #""event":"childWillAppear","child":"com.example.small","animated":true"#), "\(events)")
  }

  @Test func `end the run where a states file asks for what none of them offers`() throws {
    try compileSlow()
    let states = try folder.write(
      """
      { "initial": "content", "states": { "content": ["list", "other"] },
        "children": { "list": { "use": "org.statehost.list" },
                      "other": { "use": "com.example.smell" } } }
      """, to: "states.json")
    let terminal = try start("--states '\(states)'")
    try terminal.wait(forText: "1/9")
    let rows = try terminal.wait(forText: "ended:2")
    #expect(rows.contains { $0.contains("no plugin offers the child com.example.smell") })
    #expect(rows.joined().contains("did you mean com.example.small?"), "\(rows)")
  }

  @Test(arguments: [["--plain", "--", "seq", "3"], ["--snapshot", "-", "--", "seq", "3"]])
  func `are waited for where nobody looks on`(arguments: [String]) throws {
    try compileSlow()
    let run = try ProgramRun.run(["--plugins", folder.path] + arguments)
    #expect(run.status == 0)
    #expect(run.output.contains("3"))
    let plugins = try ProgramRun.run(["plugins", "--plugins", folder.path])
    #expect(plugins.output.contains("com.example.small"))
  }

  @Test(
    .needsSandbox,
    arguments: [
      ["--plugins", "FOLDER", "--plain", "--", "seq", "3"], ["plugins", "--plugins", "FOLDER"],
      ["inspect", "FOLDER/a.so"],
    ])
  func `are named where Ctrl-C ends the waiting`(arguments: [String]) throws {
    try compileHanging("a")
    let run = try RunningProgram(
      arguments.map { $0.replacingOccurrences(of: "FOLDER", with: folder.path) })
    try wait(for: "the worker") { !Processes.workers(below: run.processID).isEmpty }
    run.send(SIGINT)
    let ended = run.wait()
    #expect(ended.status == 130)
    #expect(
      ended.errors.hasPrefix(
        "statehost: stopped by SIGINT while scanning plugins: \(folder.path)/a.so: "),
      "\(ended.errors)")
  }

  @Test func `are left alone with Ctrl-Z, and waited for again with fg`() throws {
    for name in ["a", "b", "c", "d"] { try compileHanging(name) }
    let terminal = try TmuxTerminal(columns: 120, rows: 10)
    try terminal.waitForPrompt()
    let shell = try #require(Int32(try terminal.fact("#{pane_pid}")))
    try terminal.enter("statehost --plugins '\(folder.path)' --plain -- echo 'do'ne")
    try wait(for: "the worker") { !Processes.workers(below: shell).isEmpty }
    try terminal.press("C-z")
    let stopped = try terminal.waitForPrompt()
    #expect(!stopped.contains("done") && !Processes.workers(below: shell).isEmpty)
    try terminal.enter("fg")
    try terminal.wait(for: "the row") { $0.contains("done") }
  }
}
