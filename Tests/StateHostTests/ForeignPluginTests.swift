import Foundation
import TestSupport
import Testing

@Suite struct `Plugins of others` {
  @Test(arguments: ["STATEHOST_PLUGIN_PATH", "HOME"])
  func `those of the environment and of the home folder are shown`(variable: String) throws {
    let folder = try ScratchFolder()
    let place = variable == "HOME" ? ".local/lib/statehost/plugins" : "plugins"
    try folder.write("", to: place + "/readme")
    try SmallPlugin().compile(into: folder, as: place + "/small.so")
    let value = folder.path + (variable == "HOME" ? "" : "/plugins")
    for (words, shown) in [
      (["plugins"], "com.example.small"), (["--snapshot", "-", "--", "seq", "9"], "a small child"),
    ] {
      let run = try ProgramRun.run(words, environment: [variable: value])
      #expect(run.status == 0 && run.output.contains(shown), "\(run)")
    }
  }

  @Test(.needsSandbox) func `an empty, a missing and a broken one are named, and the rest works`()
    throws
  {
    let folder = try ScratchFolder()
    try folder.write("no library at all", to: "broken/broken.so")
    try folder.write("", to: "empty/readme")
    try SmallPlugin().compile(into: folder, as: "broken/small.so")
    let directories = ["broken", "empty", "missing"].map { "\(folder.path)/\($0)" }
    let run = try ProgramRun.run(
      ["--plain"] + directories.flatMap { ["--plugins", $0] }
        + ["--loading-delay", "1h", "--", "echo", "a"])
    #expect(run.status == 0)
    #expect(run.output == "a\n")
    let said = Set(run.errors.split(separator: "\n").map(String.init))
    #expect(
      said == [
        "statehost: not a shared library (no ELF file): \(directories[0])/broken.so: "
          + "build it for Linux with -shared",
        "statehost: no plugin in this directory: \(directories[1]): put a .so file there, "
          + "or leave it out",
        "statehost: no such plugin directory: \(directories[2]): create it, or leave it out of "
          + "the search path",
        "statehost: content: List, 1 row",
      ])
  }

  @Test func `what one prints is not on the screen, but in the log and told at the end`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.willAppear = """
      printf("printed\\x1b[2J words\\n"); fflush(stdout);
      fprintf(stderr, "complained\\n");
      """
    plugin.draw = #"if (write(1, "drawn\n", 6) < 0) return;"#
    try plugin.compile(into: folder)
    let terminal = try TmuxTerminal()
    try terminal.waitForPrompt()
    try terminal.record(to: folder.path + "/stream")
    try terminal.enter(
      "clear; statehost --plugins '\(folder.path)' --log '\(folder.path)/log' -- seq 9")
    let rows = try terminal.wait(for: "the child over the list") { rows in
      rows[0].hasPrefix("a small child") && rows.contains { $0.contains("1/9") }
    }
    let words = ["printed", "complained", "drawn"]
    #expect(!rows.contains { row in words.contains { row.contains($0) } })
    try terminal.press("q")
    let after = try terminal.waitForPrompt()
    for word in ["printed: printed words", "printed: complained", "printed: drawn"] {
      #expect(after.contains { $0.hasPrefix("statehost: com.example.small: \(word)") }, "\(after)")
    }
    let log = try String(contentsOfFile: folder.path + "/log", encoding: .utf8)
    #expect(log.contains("warning: com.example.small: printed: printed"))
    #expect(log.contains("warning: com.example.small: printed: complained\n"))
    #expect(log.contains("warning: com.example.small: printed: drawn\n"))
    #expect(!log.unicodeScalars.contains("\u{1B}"))
    let stream = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/stream"))
    #expect(stream.range(of: Data("printed\u{1B}[2J".utf8)) == nil)
  }
}

/// In the program's own process, where nothing keeps it from that.
@Suite struct `A plugin that breaks` {
  /// The screen after the end of a program with a plugin, and its status.
  private func run(
    _ plugin: SmallPlugin, then act: (TmuxTerminal) throws -> Void = { _ in }
  ) throws -> (rows: [String], status: Int32) {
    let folder = try ScratchFolder()
    try plugin.compile(into: folder)
    let terminal = try TmuxTerminal(columns: 200)
    try terminal.waitForPrompt()
    try terminal.enter("cd '\(folder.path)'; stty -g >before; clear")
    try terminal.waitForPrompt()
    try terminal.enter("statehost --isolation none --plugins . -- seq 9")
    try act(terminal)
    let rows = try terminal.waitForPrompt()
    try terminal.enter("echo $? >status; stty -g >after; echo >done")
    try wait(for: "settings") { FileManager.default.fileExists(atPath: folder.path + "/done") }
    #expect(
      try String(contentsOfFile: folder.path + "/before", encoding: .utf8)
        == String(contentsOfFile: folder.path + "/after", encoding: .utf8))
    #expect(try terminal.fact("#{mouse_any_flag} #{wrap_flag}") == "0 1")
    return (rows, try folder.number(in: "status"))
  }

  @Test func `a wrong address in draw gives the terminal back and names it`() throws {
    var plugin = SmallPlugin()
    plugin.draw = "*(volatile int *)8 = 1;"
    let (rows, status) = try run(plugin)
    #expect(status == 128 + SIGSEGV)
    #expect(
      rows.contains {
        $0.hasPrefix("statehost: a plugin crashed (SIGSEGV): ")
          && $0.contains("small.so, child com.example.small, in draw: update ")
      }, "\(rows)")
  }

  @Test func `one that closes every descriptor does not keep the terminal`() throws {
    var plugin = SmallPlugin()
    plugin.willAppear = "for (int i = 0; i < 256; i += 1) close(i);"
    let (_, status) = try run(plugin)
    #expect(status != 0)
  }

  private static let crash = "*(volatile int *)8 = 1;"

  /// It crashes in the program's own process alone: a worker has no such variable.
  private static let laterCrash = "if (getenv(\"HOME\") != NULL) *(volatile int *)8 = 1;"

  /// What breaks when it is opened or ended, and where.
  static let breakingLater: [(change: @Sendable (inout SmallPlugin) -> Void, place: String)] = [
    ({ $0.entry = laterCrash }, "in childplugin_entry"),
    ({ $0.initialise = laterCrash }, "in init"),
    ({ $0.deinitialise = crash }, "in deinit"),
    (
      {
        $0.declarations = "__attribute__((constructor)) static void begin(void) { \(laterCrash) }"
      },
      "in dlopen, while it was loaded"
    ),
  ]

  @Test(.needsSandbox, arguments: breakingLater.indices)
  func `one that breaks when it is shown or ended is named, and ends the program`(
    index: Int
  ) throws {
    let (change, place) = Self.breakingLater[index]
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    change(&plugin)
    try plugin.compile(into: folder)
    let listed = try ProgramRun.run(["plugins", "--plugins", folder.path])
    #expect(listed.status == 0)
    #expect(listed.output.contains("com.example.small"))
    let run = try ProgramRun.run([
      "--isolation", "none", "--snapshot", "-", "--plugins", folder.path, "--", "echo", "a",
    ])
    #expect(run.status == 128 + SIGSEGV)
    #expect(run.errors.filter(\.isNewline).count == 1, "\(run.errors)")
    #expect(run.errors.contains("(SIGSEGV): \(folder.path)/small.so, \(place): update "))
  }

  @Test(arguments: [
    ("return (const childplugin_child_t *)8;", "create"),
    ("child->get_extension = (void *)8;", "get_extension"),
  ])
  func `an address that is none is its own fault`(made: String, function: String) throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.made = made
    try plugin.compile(into: folder)
    let run = try ProgramRun.run([
      "--isolation", "none", "--plugins", folder.path, "--snapshot", "-", "--", "echo",
    ])
    #expect(run.status == 128 + SIGSEGV)
    #expect(
      run.errors.contains("small.so, child com.example.small, in \(function): update "),
      "\(run.errors)")
  }

  @Test(.needsSandbox) func `what one prints when it is opened and ended has its file's name`()
    throws
  {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.initialise = #"printf("beginning\n"); fflush(stdout);"#
    plugin.deinitialise = #"fprintf(stderr, "ending\n");"#
    try plugin.compile(into: folder)
    let list = try ProgramRun.run(["plugins", "--plugins", folder.path, "--json"])
    #expect(list.status == 0)
    #expect(list.output.hasPrefix("{") && !list.output.contains("beginning"))
    #expect(list.errors.isEmpty)
    let run = try ProgramRun.run([
      "--isolation", "none", "--plugins", folder.path, "--snapshot", "-", "--", "echo",
    ])
    #expect(!run.output.contains("beginning"))
    #expect(
      run.errors == """
        statehost: \(folder.path)/small.so: printed: beginning
        statehost: \(folder.path)/small.so: printed: ending

        """)
  }

  @Test func `an endless loop in key is left with Ctrl-C twice`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.key = """
      FILE *file = fopen("\(folder.path)/looping", "w");
      if (file != NULL) { fputs("1\\n", file); fclose(file); }
      (void)key;
      for (;;) {}
      """
    let (rows, status) = try run(plugin) { terminal in
      try terminal.wait(forText: "a small child")
      try terminal.press("x")
      _ = try folder.number(in: "looping")
      // The second one counts once the first has waited: pressed until the program is gone.
      try wait(for: "the end") {
        try terminal.press("C-c")
        return try terminal.fact("#{alternate_on}") == "0"
      }
    }
    #expect(status == 128 + SIGINT)
    #expect(
      rows.contains {
        $0.contains("statehost: stopped by SIGINT, which a plugin kept waiting: ")
          && $0.contains("small.so, child com.example.small, in ")
      }, "\(rows)")
  }
}
