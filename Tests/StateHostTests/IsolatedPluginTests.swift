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

  @Test(arguments: [
    ("abort();", "crashed (SIGABRT) in input.key"),
    ("*(volatile int *)8 = 1;", "crashed (SIGSEGV) in input.key"),
    ("_exit(3);", "ended its process with status 3 in input.key"),
    ("exit(0);", "ended its process with status 0 in input.key"),
    ("kill(getpid(), SIGKILL);", "crashed (SIGKILL) in input.key"),
  ])
  func `that ends is named where it was, and comes back by itself`(
    deed: String, words: String
  ) throws {
    var plugin = plugin(onX: deed)
    plugin.declarations = "#include <signal.h>"
    let terminal = try start(plugin)
    try terminal.wait(for: "the child over the list", until: isThere)
    terminal.waitForKeys()
    try terminal.press("x")
    // The notice stands for half a second: whoever looks late finds the child that has taken its place.
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
  static let lastDeeds: [(deed: String, words: String)] = [
    ("exit(0);", "ended its process with status 0"),
    ("_exit(3);", "ended its process with status 3"),
    ("abort();", "crashed (SIGABRT)"), ("*(volatile int *)8 = 1;", "crashed (SIGSEGV)"),
    ("written = 1;", ""),
  ]

  @Test(arguments: lastDeeds.indices, ["destructor", "atexit"])
  func `that ends its process in a destructor or an exit handler is named at the end`(
    index: Int, kind: String
  ) throws {
    let (deed, words) = Self.lastDeeds[index]
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

  @Test func `that fails too often stays away until it is asked for`() throws {
    let terminal = try start(plugin(onX: "abort();"))
    for _ in 0..<3 {
      try terminal.wait(for: "the child", until: isThere)
      terminal.waitForKeys()
      try terminal.press("x")
      try terminal.wait(forText: "it is started again soon")
    }
    try terminal.wait(for: "the child", until: isThere)
    terminal.waitForKeys()
    try terminal.press("x")
    try terminal.wait(forText: "it failed too often; R starts it again")
    try terminal.type("R")
    try terminal.wait(for: "the child", until: isThere)
    // What has been does not count any more.
    try terminal.press("x")
    try terminal.wait(forText: "it is started again soon")
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
    (["--deadline", "end=300ms"], ""), ([], #", "pluginDeadlines": {"end": "300ms"}"#),
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

  @Test func `is ended in create when the user says so`() throws {
    var plugin = SmallPlugin()
    plugin.create = "sleep(60);"
    try plugin.compile(into: folder)
    let run = try ProgramRun.run([
      "--plugins", folder.path, "--deadline", "create=300ms", "--deadline=call=10ms", "--snapshot",
      "-", "--at", "1s", "--", "seq", "9",
    ])
    #expect(run.errors.contains("did not come back within 300 ms in create"), "\(run)")
  }

  @Test func `that hangs is named, ended, and started again`() throws {
    let terminal = try start(plugin(onX: "for (;;) pause();"))
    try terminal.wait(for: "the child", until: isThere)
    terminal.waitForKeys()
    try terminal.press("x")
    // Nobody waits for it: the list has the next keys.
    try terminal.press("Down")
    try terminal.wait(forText: "2/9")
    let rows = try terminal.wait(forText: "has not answered for 1 s")
    #expect(
      rows.last?.contains("\"Small\" (com.example.small) has not answered for 1 s") == true,
      "\(rows)")
    try terminal.wait(
      forText: "\"Small\" (com.example.small): did not come back within 3 s in input.key")
    try terminal.wait(for: "the child", until: { $0[0].hasPrefix("a small child") })
  }

  @Test func `that is slow to answer a key does not get it alone`() throws {
    var plugin = plugin(onX: "")
    plugin.key = "(void)key; usleep(600000); return true;"
    let terminal = try start(plugin)
    try terminal.wait(for: "the child", until: isThere)
    try terminal.press("Down")
    try terminal.wait(forText: "2/9")
  }

  /// One that shows how many keys it got.
  private func counting(afterEach statements: String) -> SmallPlugin {
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.declarations = "static const childplugin_host_t *host;\nstatic unsigned keys;"
    plugin.key = "(void)key; keys += 1; host->invalidate(host); \(statements)"
    plugin.draw = """
      char line[32];
      snprintf(line, sizeof line, "got %u keys;", keys);
      canvas->text(canvas, 20, 0, 20, childplugin_text(line), NULL);
      """
    return plugin
  }

  @Test func `that takes long to use no key loses its turn, and is named`() throws {
    let terminal = try start(counting(afterEach: "usleep(130000); return false;"))
    try terminal.wait(for: "the child", until: isThere)
    // On a loaded machine it comes after the rows, and has no key for half a second.
    terminal.waitForKeys()
    for _ in 0..<7 { try terminal.press("Down", "Down", "Up") }
    let rows = try terminal.wait(for: "the last row to name it") { rows in
      rows.last?.contains("\"Small\" (com.example.small) takes ") == true
    }
    try terminal.wait(forText: "8/9")
    #expect(rows.last?.contains(" ms for a key") == true, "\(rows)")
    // It is offered none while it thinks about another.
    let told = try terminal.wait(for: "what it got") { $0[0].contains("got ") }
    let count = told[0].split(separator: " ").compactMap { Int($0) }.first
    #expect(try #require(count, "\(told)") < 21)
    try terminal.press("q")
    let end = try terminal.wait(forText: "ended:0")
    #expect(end.joined().contains("for a key, again and again: \(folder.path)/small.so"))
  }

  @Test func `that takes long to use keys gets them all`() throws {
    let terminal = try start(counting(afterEach: "usleep(60000); return true;"))
    try terminal.wait(for: "the child", until: isThere)
    terminal.waitForKeys()
    for _ in 0..<4 { try terminal.press("Down", "Down", "Up") }
    let rows = try terminal.wait(forText: "got 12 keys;")
    #expect(rows.contains { $0.contains("1/9") }, "\(rows)")
  }

  @Test func `that draws slowly again and again is named, and the list has its keys`() throws {
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.key = "(void)key; return false;"
    plugin.declarations = "static const childplugin_host_t *host;"
    plugin.draw = "usleep(240000); host->invalidate(host);"
    let terminal = try start(plugin)
    try terminal.wait(forText: "1/9")
    let rows = try terminal.wait(for: "the last row to name it") { rows in
      rows.last?.contains("\"Small\" (com.example.small) takes ") == true
    }
    #expect(rows.last?.contains(" ms to draw") == true, "\(rows)")
    // The last row is the list's again, however slow it still is.
    for _ in 0..<4 { try terminal.press("Down", "Down", "Up") }
    try terminal.wait(forText: "5/9")
  }

  @Test func `that floods the program with messages is named, and ended`() throws {
    var plugin = SmallPlugin()
    plugin.declarations = """
      #include <pthread.h>
      #include <sys/socket.h>
      static char note[60014];
      static void *flood(void *nothing) {
        for (;;) if (send(3, note, sizeof note, MSG_NOSIGNAL) < 0) return nothing;
      }
      """
    // A whole message: a line of log of child 1, in letters.
    plugin.willAppear = """
      uint32_t length = 60000, number = 1, level = 3;
      note[1] = 11;
      memcpy(note + 2, &number, 4);
      memcpy(note + 6, &level, 4);
      memcpy(note + 10, &length, 4);
      memset(note + 14, 'A', length);
      pthread_t thread;
      for (int i = 0; i < 2; i++)
        if (pthread_create(&thread, NULL, flood, NULL) == 0) pthread_detach(thread);
      """
    let terminal = try start(plugin)
    try terminal.wait(forText: "1/9")
    try terminal.wait(forText: "\"Small\" (com.example.small) floods the program with messages")
    try terminal.press("Down")
    try terminal.wait(forText: "2/9")
    try terminal.wait(
      forText: "\"Small\" (com.example.small): flooded the program with messages for ")
  }

  @Test func `that asks for a reload without end gets none, and stops no key`() throws {
    var plugin = SmallPlugin()
    plugin.declarations = """
      static const childplugin_host_t *host;
      static void woke(const childplugin_child_t *child) {
        (void)child;
        for (int i = 0; i < 10000; i++) host->perform(host, CHILDPLUGIN_ACTION_RELOAD, 0);
        host->wake_after(host, 0);
      }
      static const childplugin_wake_t wake = { .size = sizeof wake, .woke = woke };
      static const void *extension(const childplugin_child_t *child, childplugin_text_t id) {
        (void)child;
        return childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_WAKE)) ? &wake : NULL;
      }
      """
    plugin.made = "child->get_extension = extension;"
    plugin.willAppear = "host->wake_after(host, 0);"
    let terminal = try start(plugin)
    for row in 1...4 {
      let rows = try terminal.wait(forText: "\(row)/9")
      #expect(!rows.contains { $0.contains("loading") || $0.contains("reload") }, "\(rows)")
      try terminal.press("Down")
    }
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }

  @Test func `whose process is killed makes place as if it had crashed`() throws {
    let terminal = try start(SmallPlugin())
    try terminal.wait(for: "the child", until: isThere)
    let host = try #require(Int32(try terminal.fact("#{pane_pid}")))
    let worker = try #require(self.worker(below: host))
    kill(worker, SIGKILL)
    try terminal.wait(forText: "\"Small\" (com.example.small): crashed (SIGKILL)")
    try terminal.wait(for: "the child", until: isThere)
  }

  @Test func `leaves nothing behind when the program is killed`() throws {
    let terminal = try start(SmallPlugin())
    try terminal.wait(for: "the child", until: isThere)
    let shell = try #require(Int32(try terminal.fact("#{pane_pid}")))
    let worker = try #require(self.worker(below: shell))
    let host = try #require(self.parent(of: worker))
    kill(host, SIGKILL)
    try wait(for: "the worker's end") { kill(worker, 0) != 0 }
  }

  @Test(.needsSandbox, arguments: ["none", "auto", "each"])
  func `shows the same as in the program's own process`(isolation: String) throws {
    var plugin = SmallPlugin()
    plugin.draw = """
      char cell[64];
      uint64_t length = host->content_cell(host, 3, UINT32_MAX, cell, sizeof cell);
      childplugin_style_t style = { .size = sizeof style, .foreground = CHILDPLUGIN_COLOUR_RGB(1, 2, 3) };
      canvas->text(canvas, 2, 2, 20, (childplugin_text_t){cell, length}, &style);
      canvas->text(canvas, 2, 3, 20, childplugin_text("\\u00e9\\u4f60\\U0001F469\\u200D\\U0001F680|"), NULL);
      canvas->fill(canvas, 20, 4, 5, 2, childplugin_text("#"), NULL);
      """
    plugin.declarations = "static const childplugin_host_t *host;"
    try plugin.compile(into: folder)
    let rows = (1...2000).map { "row \($0) \u{4f60}" }.joined(separator: "\n")
    let file = try folder.write(rows + "\n", to: "rows")
    let run = try ProgramRun.run([
      "--isolation", isolation, "--plugins", folder.path, "--snapshot", "-", "--size", "60x9", file,
    ])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0].hasPrefix("a small child"))
    #expect(lines[1].hasPrefix("row 2 你"))
    #expect(lines[2].hasPrefix("rorow 4 你"))
    #expect(lines[3].hasPrefix("roé你👩‍🚀|"), "\(lines[3])")
    #expect(lines[4].contains("#####") && lines[5].contains("#####"))
  }

  @Test func `says what it logs and prints with its name`() throws {
    var plugin = SmallPlugin()
    plugin.declarations = "static const childplugin_host_t *host;"
    plugin.willAppear = """
      host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text("a warning"));
      printf("a printed line\\n");
      """
    try plugin.compile(into: folder)
    let run = try ProgramRun.run([
      "--plugins", folder.path, "--snapshot", "-", "--", "echo", "a",
    ])
    #expect(run.errors.contains("statehost: com.example.small: a warning\n"), "\(run.errors)")
    #expect(
      run.errors.contains("statehost: com.example.small: printed: a printed line\n"),
      "\(run.errors)")
  }

  private func worker(below ancestor: Int32) -> Int32? {
    processes().first { pid, name in
      name == "statehost-worke" && (isBelow(pid, ancestor))
    }?.pid
  }

  private func isBelow(_ pid: Int32, _ ancestor: Int32) -> Bool {
    var process: Int32? = pid
    while let known = process, known > 1 {
      if known == ancestor { return true }
      process = parent(of: known)
    }
    return false
  }

  private func processes() -> [(pid: Int32, name: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.compactMap { pid in
      status(of: pid)["Name"].map { (pid, $0) }
    }
  }

  private func parent(of pid: Int32) -> Int32? { status(of: pid)["PPid"].flatMap { Int32($0) } }

  private func status(of pid: Int32) -> [String: String] {
    let text = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
    let fields = text.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
    return Dictionary(
      fields.filter { $0.count == 2 }.map {
        (String($0[0]), $0[1].trimmingCharacters(in: .whitespaces))
      }, uniquingKeysWith: { first, _ in first })
  }
}
