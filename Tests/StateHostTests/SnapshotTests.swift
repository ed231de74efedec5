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

  @Test(arguments: ["auto", "each"])
  func `shows colours in the rows, but not with --strip`(isolation: String) throws {
    let folder = try ScratchFolder()
    func picture(of words: String, _ options: [String] = []) throws -> String {
      let path = folder.path + "/picture.svg"
      let run = try ProgramRun.run(
        ["--snapshot", path, "--isolation", isolation, "--title", "rows", "--columns", "none"]
          + options + ["-c", "printf 'first\\n\(words)\\n'"])
      #expect(run.status == 0, "\(run.errors)")
      return try String(contentsOfFile: path, encoding: .utf8)
    }
    let coloured = "a \\033[31mred\\033[0m word"
    let plain = try picture(of: "a red word")
    #expect(try picture(of: coloured) != plain)
    #expect(try picture(of: coloured, ["--strip"]) == plain)
  }

  /// A child that takes its time over what another says while both are drawn.
  private static func hearing(_ id: String) -> SmallPlugin {
    var plugin = SmallPlugin()
    plugin.id = "com.example.\(id)"
    plugin.places = []
    plugin.declarations = """
      #include <time.h>
      static const childplugin_host_t *host;
      static bool heard;
      static const void *extension(const childplugin_child_t *child, childplugin_text_t id);
      """
    plugin.made = "child->get_extension = extension;"
    plugin.willAppear = """
      const childplugin_host_messages_t *messages =
        host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_MESSAGES));
      messages->send(host, childplugin_text("com.example.two"), childplugin_text("com.example.a/1"),
                       childplugin_text("a word"));
      """
    plugin.draw =
      #"if (heard) canvas->text(canvas, 0, 1, 20, childplugin_text("it has heard it"), NULL);"#
    plugin.more = """
      static void received(const childplugin_child_t *child, childplugin_text_t from,
                           childplugin_text_t subject, childplugin_text_t body) {
        (void)child, (void)from, (void)subject, (void)body;
        nanosleep(&(struct timespec){ .tv_nsec = 200000000 }, NULL);
        heard = true;
        host->invalidate(host);
      }
      static const void *extension(const childplugin_child_t *child, childplugin_text_t id) {
        static const childplugin_messages_t listening = {
          .size = sizeof listening, .received = received };
        (void)child;
        return childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_MESSAGES))
          ? &listening : NULL;
      }
      """
    return plugin
  }

  @Test(arguments: ["none", "each"])
  func `shows what comes of all that children have been told`(isolation: String) throws {
    let folder = try ScratchFolder()
    for id in ["one", "two"] {
      try Self.hearing(id).compile(into: folder, as: "\(id).so")
    }
    let states = try folder.write(
      """
      { "initial": "loading",
        "states": { "loading": [], "content": ["one", "two"], "empty": [], "error": [] },
        "children": { "one": { "use": "com.example.one" }, "two": { "use": "com.example.two" } } }
      """, to: "states.json")
    let run = try ProgramRun.run([
      "--plugins", folder.path, "--isolation", isolation, "--states", states, "--snapshot", "-",
      "--",
      "echo", "a row",
    ])
    #expect(run.status == 0 && run.output.contains("it has heard it"), "\(run.output)\(run.errors)")
  }

  @Test(arguments: ["auto", "each"])
  func `shows a line break in a row that ends with NUL, else the NUL`(isolation: String) throws {
    for (options, row) in [(["--read0"], "a␊b"), ([], "b␀")] {
      let run = try ProgramRun.run(
        ["--snapshot", "-", "--isolation", isolation] + options + ["-c", "printf 'a\\nb\\0'"])
      let rows = run.output.split(separator: "\n")
      #expect(rows.contains { $0.hasPrefix(row) }, "\(run.output)\(run.errors)")
    }
  }

  @Test func `shows everything that has been loaded`() throws {
    let folder = try ScratchFolder()
    let rows = (1...200_000).map { "row number \($0)" }.joined(separator: "\n")
    let file = try folder.write(rows + "\n", to: "rows.txt")
    let run = try ProgramRun.run(["--snapshot", "-", "--size", "60x6", file])
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first == "row number 1                                               ┃")
    #expect(lines.last?.hasPrefix(" 1/200,000 ") == true, "\(run.output)")
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

  @Test func `of a pane waits for the programs that it runs, one after the other`() throws {
    try checkThatItWaits(willAppear: #"run("sleep 0.3; printf 'the first'");"#, woke: "")
  }

  @Test func `of a pane waits for the program that it runs after a timer`() throws {
    try checkThatItWaits(
      willAppear: "host->wake_after(host, 400000000);", woke: #"run("printf 'the first'");"#)
  }

  private func checkThatItWaits(willAppear: String, woke: String) throws {
    let folder = try ScratchFolder()
    let home = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.needs = ["run"]
    plugin.declarations = """
      static const childplugin_host_run_t *table;
      static const childplugin_host_t *host;
      static char shown[64] = "nothing";
      static void run(const char *script) {
        childplugin_text_t words[] = {
          CHILDPLUGIN_TEXT("sh"), CHILDPLUGIN_TEXT("-c"), childplugin_text(script)};
        childplugin_program_t program = {.size = sizeof program, .words = words, .word_count = 3};
        table->run(host, &program);
      }
      static void ended(const childplugin_child_t *child, const childplugin_program_end_t *end) {
        (void)child;
        snprintf(shown, sizeof shown, "%.*s", (int)end->output.length, end->output.bytes);
        if (end->number == 1) run("sleep 0.3; printf 'the second'");
        host->invalidate(host);
      }
      static void woke(const childplugin_child_t *child) {
        (void)child;
        \(woke)
      }
      static const void *extensions(const childplugin_child_t *child, childplugin_text_t id) {
        static const childplugin_run_observer_t run = {.size = sizeof run, .ended = ended};
        static const childplugin_wake_t wake = {.size = sizeof wake, .woke = woke};
        (void)child;
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_WAKE))) return &wake;
        return childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_RUN)) ? &run : NULL;
      }
      """
    plugin.create = "table = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN));"
    plugin.made = "child->get_extension = extensions;"
    plugin.willAppear = willAppear
    plugin.draw = "canvas->text(canvas, 0, 1, canvas->columns, childplugin_text(shown), NULL);"
    try plugin.compile(into: folder)
    let run = try ProgramRun.run(
      [
        "--plugins", folder.path, "--grant", "com.example.small=run", "--snapshot", "-", "--size",
        "30x4", "--", "echo", "a row",
      ], environment: ["HOME": home.path, "XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": ""])
    #expect(run.status == 0)
    #expect(run.output.contains("the second"), "\(run)")
  }
}
