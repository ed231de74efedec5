import Foundation
import TestSupport
import Testing

@Suite struct `A snapshot` {
  @Test(arguments: ["auto", "none"])
  func `is taken though a child draws without end`(isolation: String) throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
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

  @Test func `of a pane waits for the programs that it runs after a timer, one after the other`()
    throws
  {
    let folder = try ScratchFolder()
    let home = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.needs = ["run"]
    plugin.declarations = """
      static const childplugin_host_run_t *table;
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
        (void)child; run("sleep 0.3; printf 'the first'");
      }
      """
    plugin.extensions = [
      ("RUN", "run_observer", ".ended = ended"), ("WAKE", "wake", ".woke = woke"),
    ]
    plugin.create = "table = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN));"
    plugin.willAppear = "host->wake_after(host, 400000000);"
    plugin.draw = "canvas->text(canvas, 0, 1, canvas->columns, childplugin_text(shown), NULL);"
    try plugin.compile(into: folder)
    let run = try ProgramRun.run(
      [
        "--plugins", folder.path, "--grant", "com.example.small=run", "--snapshot", "-", "--size",
        "30x4", "--", "echo", "a row",
      ], environment: ["HOME": home.path])
    #expect(run.status == 0)
    #expect(run.output.contains("the second"), "\(run)")
  }
}
