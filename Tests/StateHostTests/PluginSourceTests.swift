import Foundation
import TestSupport
import Testing

/// Rows that a plugin delivers.
@Suite struct `A source of a plugin's` {
  private let folder: ScratchFolder
  private let home: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    home = try ScratchFolder()
  }

  /// C that delivers a row of two cells.
  private static let row = """
    #include <sys/mman.h>
    #define ROW(a, b) do { \\
      childplugin_text_t cells[] = {CHILDPLUGIN_TEXT(a), CHILDPLUGIN_TEXT(b)}; \\
      if (!reading->row(reading, cells, 2)) return true; } while (0)
    """

  private func compile(_ read: String, _ change: (inout SmallPlugin) -> Void = { _ in }) throws {
    var plugin = SmallPlugin()
    plugin.declarations = Self.row
    plugin.read = read
    change(&plugin)
    try plugin.compile(into: folder)
  }

  private func arguments(_ more: [String], argument: String = "") -> [String] {
    ["--plugins", folder.path, "--source", "com.example.small" + argument] + more
  }

  private func run(_ more: String..., argument: String = "") throws -> ProgramRun {
    try ProgramRun.run(
      arguments(more, argument: argument), environment: ["HOME": home.path], seconds: 30)
  }

  private func terminal(_ more: String = "", argument: String = "") throws -> TmuxTerminal {
    let words = arguments([], argument: argument).joined(separator: " ")
    return try TmuxTerminal(
      columns: 70, rows: 12, command: "cd \(folder.path) && statehost \(words) \(more)")
  }

  private static let names = """
    childplugin_text_t names[] = {CHILDPLUGIN_TEXT("name"), CHILDPLUGIN_TEXT("left")};
    if (!reading->columns(reading, names, 2)) return false;

    """

  @Test func `delivers cells, of which each byte stays but what would end one`() throws {
    try compile(
      Self.names + #"""
        ROW("apples", "40");
        ROW("a\tb\nc", "\xff\x01 \"");
        childplugin_text_t more[] = {names[0], names[1], names[0]};
        if (!reading->row(reading, more, 3)) return false;
        if (!reading->row(reading, more, 1)) return false;
        return !reading->columns(reading, names, 2);
        """#)
    let plain = try run()
    #expect(
      plain.outputBytes == Array("name\tleft\napples\t40\na b c\t".utf8) + [0xFF, 1, 0x20, 0x22]
        + Array("\nname\tleft\nname\n".utf8))
    #expect(plain.status == 0)
    #expect(plain.errors.contains("reading.row got more cells than there are columns"))
    #expect(plain.errors.contains("reading.columns was refused"))
    let shown = try run("--snapshot", "-", "--size", "40x8").output
    let rows = shown.split(separator: "\n")
    #expect(rows.first?.contains("name") == true && rows.first?.contains("left") == true)
    #expect(rows.dropFirst().first?.hasPrefix(" apples") == true)
    #expect(shown.contains("/4"), "the names are no row: \(shown)")
  }

  @Test func `is read from its new file at the next load, and with --watch that is said`() throws {
    try compile(#"return reading->bytes(reading, childplugin_text("before\n"));"#)
    let terminal = try terminal("--watch")
    try terminal.wait(forText: "before")
    try compile(#"return reading->bytes(reading, childplugin_text("after\n"));"#)
    try terminal.wait(forText: "small.so has changed: the next load is with it")
    #expect(try terminal.screen().contains { $0.contains("before") })
    try terminal.press("r")
    try terminal.wait(forText: "after")
    try terminal.press("q")
  }

  @Test func `has the libraries that it brings along`() throws {
    let part = try folder.write(
      "const char *part(void) { return \"a part\\n\"; }", to: "sources/parts/part.c")
    let parts = folder.path + "/sources/parts"
    let compiled = try ProgramRun.run(
      ["cc", "-shared", "-fPIC", "-Wl,-soname,libpart.so", "-o", parts + "/libpart.so", part],
      program: "/usr/bin/env")
    try #require(compiled.status == 0, "\(compiled.errors)")
    var plugin = SmallPlugin()
    plugin.declarations = "const char *part(void);"
    plugin.read = "return reading->bytes(reading, childplugin_text(part()));"
    try plugin.compile(
      into: folder, flags: ["-L" + parts, "-lpart", "-Wl,-rpath,$ORIGIN/sources/parts"])
    #expect(try run().output == "a part\n")
  }

  @Test func `has an argument, and options as what they mean`() throws {
    try compile(
      #"""
      int64_t count = 0;
      if (!reading->integer(reading, childplugin_text("count"), &count)) return false;
      char text[64], name[8];
      uint64_t length = reading->option(reading, childplugin_text("name"), name, sizeof name);
      if (length > sizeof name) return false;
      snprintf(text, sizeof text, "%.*s %d %.*s\n", (int)reading->argument.length,
               reading->argument.bytes, (int)count, (int)length, name);
      return reading->bytes(reading, childplugin_text(text));
      """#
    ) {
      $0.options = [
        #".kind = CHILDPLUGIN_OPTION_INTEGER, .name = CHILDPLUGIN_TEXT("count"), .fallback = CHILDPLUGIN_TEXT("3")"#,
        #".kind = CHILDPLUGIN_OPTION_TEXT, .name = CHILDPLUGIN_TEXT("name"), .fallback = CHILDPLUGIN_TEXT("-")"#,
      ]
    }
    #expect(try run(argument: "=a=b").output == "a=b 3 -\n")
    #expect(try run("-o", "com.example.small.count=9").output == " 9 -\n")
    let refused = try run("-o", "com.example.small.cuont=9")
    #expect(refused.status == 2)
    #expect(refused.errors.contains("did you mean count?"))
    let states = try folder.write(
      """
      { "initial": "content", "states": { "content": [] },
        "source": { "use": "com.example.small", "argument": "here", "options": { "name": "me" } } }
      """, to: "states.json")
    let described = try ProgramRun.run(
      ["--plugins", folder.path, "--states", states, "-o", "com.example.small.count=4"],
      environment: ["HOME": home.path])
    #expect(described.output == "here 4 me\n", "\(described)")
    #expect(
      try ProgramRun.run(
        ["--plugins", folder.path, "--states", states, "--", "echo", "a command"],
        environment: ["HOME": home.path]
      ).output == "a command\n")
  }

  @Test func `says why it fails, and what can be done`() throws {
    try compile(
      #"""
      puts("printed");
      reading->log(reading, CHILDPLUGIN_LOG_INFO, childplugin_text("logged"));
      ROW("a row", "of it");
      reading->fail(reading, childplugin_text("the shelf is \033[31mempty"), childplugin_text("fill it"));
      return false;
      """#
    ) { $0.deinitialise = "puts(\"ended\");" }
    let failed = try run()
    #expect(failed.output == "a row\tof it\n")
    #expect(failed.errors.contains("printed\n") && failed.errors.contains("logged\n"))
    #expect(failed.errors.contains("ended\n"))
    #expect(
      failed.errors.hasSuffix(
        "statehost: \"Small\" (com.example.small): the shelf is empty: \"Small\": the plugin says "
          + "\"fill it\"; \"Small\" (com.example.small) is the plugin \(folder.path)/small.so\n"),
      "\(failed.errors)")
    #expect(failed.status == 1)
  }

  /// What goes wrong in `read`, and what is said of it.
  static let wrong: [(read: String, said: String)] = [
    ("abort();", "crashed (SIGABRT) in read"),
    ("*(volatile int *)8 = 1;", "crashed (SIGSEGV) in read"),
    ("exit(0);", "ended its process with status 0 in read"),
    ("_exit(3);", "ended its process with status 3 in read"),
    ("return false;", ": it failed without a reason"),
    ("for (int i = 0; i < 64; i += 1) close(i);", "closed its link to the host"),
    (
      """
      childplugin_text_t *cells = mmap(NULL, 8192, 3, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      munmap((char *)cells + 4096, 4096);
      reading->row(reading, cells, 4000000000u);
      """,
      "crashed (SIGSEGV) in read"
    ),
    (
      """
      char lie[] = {0, 99};
      for (int i = 3; i < 16; i += 1) if (write(i, lie, sizeof lie) == 2) break;
      """, "sent an invalid message"
    ),
  ]

  @Test(arguments: wrong.indices)
  func `is named with what it did wrong`(_ index: Int) throws {
    let (read, said) = Self.wrong[index]
    try compile("ROW(\"a row\", \"\"); \(read)")
    let run = try run("--isolation", "none")
    #expect(run.output == "a row\t\n")
    let line = run.errors.split(separator: "\n").last { $0.hasPrefix("statehost: \"Small\"") } ?? ""
    #expect(line.contains(said) && line.contains("\(folder.path)/small.so"), "\(run)")
    #expect(run.status == 1)
  }

  @Test(
    arguments: ["abort();", "_exit(3);", "return false;"])
  func `loses no row of those that it has delivered at a stroke`(end: String) throws {
    try compile("for (int i = 0; i < 3000; i += 1) { ROW(\"a row\", \"\"); }\n\(end)")
    let run = try run()
    #expect(run.output == String(repeating: "a row\t\n", count: 3000))
    #expect(run.status == 1)
  }

  @Test func `shows a row that comes alone, and those just after it, while it does something else`()
    throws
  {
    try compile(
      """
      ROW("first", "1"); ROW("second", "2"); ROW("third", "3");
      while (access("go", F_OK) != 0) usleep(1000);
      return true;
      """)
    let terminal = try terminal()
    try terminal.wait(forText: "third")
    try folder.write("", to: "go")
    try terminal.press("q")
  }

  @Test func `that failed is read anew by r`() throws {
    try compile(
      Self.names + #"""
        ROW("before", "");
        char place[4096] = "", text[8] = "";
        memcpy(place, reading->argument.bytes, reading->argument.length);
        FILE *file = fopen(place, "r");
        if (file == NULL || fgets(text, sizeof text, file) == NULL) abort();
        fclose(file);
        ROW("after", "");
        """#)
    // It may read the file that the user names.
    try folder.write("", to: "file")
    let terminal = try terminal(argument: "=file")
    try terminal.wait(forText: "crashed (SIGABRT) in read")
    try folder.write("go", to: "file")
    try terminal.press("r")
    try terminal.wait(for: "its rows") { rows in
      rows.contains { $0.hasPrefix(" after") } && !rows.contains { $0.contains("crashed") }
    }
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }

  @Test func `that never ends shows its rows, is loaded again and left`() throws {
    try compile(
      #"""
      char text[64];
      snprintf(text, sizeof text, "reader %d\n", (int)getpid());
      reading->bytes(reading, childplugin_text(text));
      reading->progress(reading, 0.5);
      for (;;) pause();
      """#)
    let terminal = try terminal()
    func reader(otherThan last: Int32 = 0) throws -> Int32 {
      var number: Int32 = 0
      try terminal.wait(for: "a reader") { rows in
        let row = rows.first { $0.hasPrefix("reader ") } ?? ""
        number = row.split(separator: " ").dropFirst().first.flatMap { Int32($0) } ?? 0
        return number > 0 && number != last
      }
      return number
    }
    let first = try reader()
    try terminal.press("r")
    let second = try reader(otherThan: first)
    try wait(for: "the end of the first") { kill(first, 0) != 0 }
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
    #expect(kill(second, 0) != 0)
  }

  @Test func `that floods is held by the pipe, and ended where nobody reads on`() throws {
    try compile(
      #"""
      for (;;) ROW("a row that comes again and again", "");
      """#)
    let words = arguments([]).joined(separator: "' '")
    let run = try ProgramRun.run(
      ["-c", "'\(BuiltProducts.program)' '\(words)' | head -n 2"], program: "/bin/sh",
      environment: ["HOME": home.path], seconds: 30)
    #expect(run.output.split(separator: "\n").count == 2)
    #expect(run.status == 0)
  }

  @Test(.needsSandbox) func `is asked for by an id that there is`() throws {
    try compile("return true;")
    func said(_ words: String...) throws -> String {
      let run = try ProgramRun.run(
        ["--plugins", folder.path] + words, environment: ["HOME": home.path])
      #expect(run.status == 2 && run.output.isEmpty)
      return run.errors
    }
    #expect(
      try said("--source", "com.example.smal")
        == "statehost: no plugin offers the source com.example.smal: --source com.example.smal: "
        + "did you mean com.example.small?\n")
    #expect(
      try said("--source", "org.statehost.list")
        == "statehost: org.statehost.list is a child, not a source: --source org.statehost.list: "
        + "see statehost plugins\n")
    #expect(
      try said("--source", "com.example.small", "file").contains("the source com.example.small"))
    let states = try folder.write(
      """
      { "initial": "content", "states": { "content": ["rows"] },
        "children": { "rows": { "use": "com.example.small" } } }
      """, to: "states.json")
    #expect(
      try said("--states", states, "--", "true").contains(
        "com.example.small is a source, not a child: \(states) (children.rows.use): ask for it"))
  }

  @Test(.needsSandbox) func `is listed, inspected and presents nothing`() throws {
    try compile("return true;")
    let listed = try ProgramRun.run(
      ["plugins", "--plugins", folder.path], environment: ["HOME": home.path])
    #expect(
      listed.output.split(separator: "\n").contains {
        $0.hasPrefix("com.example.small ") && $0.contains(" (source) ")
      }, "\(listed.output)")
    let inspected = try ProgramRun.run(["inspect", folder.path + "/small.so"])
    #expect(inspected.status == 0)
    #expect(inspected.output.contains("  source       com.example.small"), "\(inspected.output)")
    #expect(inspected.output.contains("--source com.example.small"))
    let run = try ProgramRun.run(
      ["--plugins", folder.path, "--snapshot", "-", "--", "echo", "a row"],
      environment: ["HOME": home.path])
    #expect(run.output.contains("a row") && run.errors.isEmpty, "\(run)")
  }
}
