import Foundation
import TestSupport
import Testing

/// Plugins in workers, with the program's own beside them.
@Suite struct `A plugin in a worker` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func start(
    _ plugin: SmallPlugin, options: String = "", rows: Int = 10, home: ScratchFolder? = nil,
    compiles: Bool = true
  ) throws -> TmuxTerminal {
    if compiles { try plugin.compile(into: folder) }
    return try TmuxTerminal(
      columns: 120, rows: rows, environment: home.map { ["HOME": $0.path] } ?? [:],
      command: "statehost --plugins '\(folder.path)' --events '\(folder.path)/events' \(options) "
        + "-- seq 9")
  }

  private func isThere(_ rows: [String]) -> Bool {
    rows[0].hasPrefix("a small child") && rows.contains { $0.contains("1/9") }
  }

  private func events() throws -> [Substring] {
    try String(contentsOfFile: folder.path + "/events", encoding: .utf8).split(separator: "\n")
  }

  /// It has the keys, and does that with `x` alone.
  private func plugin(onX statements: String) -> SmallPlugin {
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.key = "if (key->code != 'x') return false;\n\(statements)"
    return plugin
  }

  @Test func `that ends is named where it was, and comes back by itself`() throws {
    let words = "crashed (SIGABRT) in input.key"
    let terminal = try start(plugin(onX: "abort();"))
    try terminal.wait(for: "the child over the list", until: isThere)
    terminal.waitForKeys()
    try terminal.press("x")
    // The notice stands for half a second: a late look finds the child that took its place.
    let soon = "it is started again soon; R starts it now"
    let rows = try terminal.wait(for: "the notice, or the child again") { rows in
      try rows.contains { $0.contains(soon) }
        || events().contains { $0.contains(#""event":"pluginRestarted""#) }
    }
    if rows.contains(where: { $0.contains(soon) }) {
      #expect(rows.contains { $0.contains("\"Small\" (com.example.small): \(words)") }, "\(rows)")
      #expect(rows.contains { $0.contains("1/9") }, "\(rows)")
    }
    try terminal.wait(for: "the child again", until: isThere)
    // The list has the keys as before.
    try terminal.press("Down")
    try terminal.wait(forText: "2/9")
    try terminal.press("q")
    let end = try terminal.wait(forText: "ended:0")
    #expect(
      end.contains {
        $0.hasPrefix("statehost: child com.example.small: \(words): /")
      }, "\(end)")
    let told = try events()
    #expect(told.contains { $0.contains(#""event":"pluginFailed","child":"com.example.small""#) })
    #expect(told.contains { $0.contains(#""event":"pluginRestarted""#) })
  }

  /// What a plugin does when its library is unloaded, or its process exits.
  @Test(arguments: [
    ("destructor", "exit(0);", "ended its process with status 0"),
    ("destructor", "abort();", "crashed (SIGABRT)"), ("destructor", "written = 1;", ""),
    ("atexit", "_exit(3);", "ended its process with status 3"), ("atexit", "written = 1;", ""),
  ])
  func `that ends its process in a destructor or an exit handler is named at the end`(
    kind: String, deed: String, words: String
  ) throws {
    var plugin = SmallPlugin()
    plugin.declarations = """
      static int written;
      static void last(void) { fputs("it was here\\n", stderr); \(deed) (void)written; }
      \(kind == "destructor" ? "__attribute__((destructor)) static void end(void) { last(); }" : "")
      """
    if kind == "atexit" { plugin.create = "atexit(last);" }
    try plugin.compile(into: folder)
    let run = try ProgramRun.run(
      ["--plugins", folder.path, "--snapshot", "-", "--", "seq", "9"],
      environment: ["HOME": folder.path])
    #expect(run.status == 0 && run.output.contains("a small child"))
    #expect(run.errors.contains("com.example.small: printed: it was here"), "\(run.errors)")
    let line =
      "statehost: a plugin \(words) in a destructor or an exit handler: \(folder.path)/small.so: "
      + "update it, or take it out of the plugin directory\n"
    #expect(words.isEmpty ? !run.errors.contains("exit handler") : run.errors.contains(line))
  }

  @Test func `whose exit handlers take too long is named at the end`() throws {
    var plugin = SmallPlugin()
    plugin.declarations = "__attribute__((destructor)) static void end(void) { sleep(100); }"
    try plugin.compile(into: folder)
    let run = try ProgramRun.run(
      ["--plugins", folder.path, "--snapshot", "-", "--", "seq", "9"],
      environment: ["HOME": folder.path], seconds: 30)
    #expect(
      run.errors.contains(
        "statehost: a plugin did not end in time, in exit handlers: \(folder.path)/small.so: "),
      "\(run.errors)")
  }

  @Test
  func `that failed too often stays away in later runs, until it is asked for or has changed`()
    throws
  {
    let home = try ScratchFolder()
    var plugin = plugin(onX: "abort();")
    plugin.initialise = #"puts("begun");"#
    let terminal = try start(plugin, home: home)
    for _ in 0..<4 {
      try terminal.wait(for: "the child", until: isThere)
      terminal.waitForKeys()
      try terminal.press("x")
      try terminal.wait(forText: "\"Small\" (com.example.small): crashed")
    }
    try terminal.wait(forText: "it failed too often; R starts it again")
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
    let reason = "it failed too often (crashed (SIGABRT) in input.key)"
    let later = try run(home: home, "--snapshot", "-", "--", "seq", "9")
    #expect(later.output.contains("\"Small\": \(reason)"), "\(later.output)")
    #expect(!later.errors.contains("begun"), "\(later.errors)")
    let listed = try run("plugins", home: home)
    #expect(
      listed.output.contains(
        "\n\nunstable, shown only when R asks for it:\nstatehost: \(reason): "
          + "\(folder.path)/small.so: statehost plugins --rescan forgets that\n"),
      "\(listed.output)")
    let asked = try start(plugin, home: home, compiles: false)
    try asked.wait(forText: reason)
    try asked.type("R")
    try asked.wait(for: "the child", until: isThere)
    #expect(try run("plugins", home: home).output.contains(reason))
    plugin.text = "a changed child"
    try plugin.compile(into: folder)
    let changed = try run(home: home, "--snapshot", "-", "--", "seq", "9")
    #expect(changed.output.contains("a changed child"), "\(changed.output)")
  }

  @Test func `that failed too often is started again after a rescan`() throws {
    let home = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.draw = "abort();"
    try plugin.compile(into: folder)
    let failed = try run(home: home, "--snapshot", "-", "--at", "7s", "--", "seq", "9")
    #expect(failed.output.contains("it failed too often"), "\(failed)")
    #expect(
      try run(home: home, "--snapshot", "-", "--", "seq", "9").output.contains(
        "it failed too often"))
    #expect(!(try run("plugins", home: home, "--rescan").output.contains("unstable")))
    let again = try run(home: home, "--snapshot", "-", "--at", "100ms", "--", "seq", "9")
    #expect(!again.output.contains("it failed too often"), "\(again.output)")
  }

  private func run(
    _ command: String = "run", home: ScratchFolder, _ arguments: String...
  ) throws -> ProgramRun {
    try ProgramRun.run(
      [command, "--plugins", folder.path] + arguments, environment: ["HOME": home.path])
  }

  @Test(arguments: [
    ([], #", "pluginDeadlines": {"end": "300ms"}"#),
    (["--deadline", "end=300ms"], #", "pluginDeadlines": {"end": "9s"}"#),
  ])
  func `is ended when the user says so`(options: [String], file: String) throws {
    var plugin = SmallPlugin()
    plugin.draw = "sleep(60);"
    try plugin.compile(into: folder)
    let states = try folder.write(
      """
      {"initial": "content", "states": {"content": ["small"]},
       "children": {"small": {"use": "com.example.small"}}\(file)}
      """, to: "states.json")
    let run = try ProgramRun.run(
      ["--plugins", folder.path, "--states", states, "--snapshot", "-", "--at", "2s"] + options
        + ["--", "seq", "9"])
    #expect(run.errors.contains("did not come back within 300 ms in draw"), "\(run)")
  }

  @Test func `leaves nothing behind when the program is killed`() throws {
    let terminal = try start(SmallPlugin())
    try terminal.wait(for: "the child", until: isThere)
    let shell = try #require(Int32(try terminal.fact("#{pane_pid}")))
    let host = try #require(Processes.below(shell).first)
    let worker = try #require(Processes.workers(below: host).first)
    kill(host, SIGKILL)
    try wait(for: "the worker's end") { kill(worker, 0) != 0 }
  }
}
