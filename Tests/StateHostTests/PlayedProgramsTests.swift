import Foundation
import TestSupport
import Testing

/// What programs of children do in a scenario.
@Suite struct `Programs that are played` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Each key runs `git` with the key's character, `T` on the terminal, `c` cancels the last; how
  /// each ends is logged with its time.
  private static var plugin: SmallPlugin {
    var plugin = SmallPlugin()
    plugin.needs = ["run"]
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.create = "table = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN));"
    plugin.declarations = """
      static const childplugin_host_run_t *table;
      static uint64_t last;
      static void ended(const childplugin_child_t *child, const childplugin_program_end_t *end) {
        char line[400];
        (void)child;
        snprintf(line, sizeof line, "%d ms: %u %d %.*s|%.*s", (int)(host->now(host) / 1000000),
                 end->kind, end->status, (int)end->output.length, end->output.bytes,
                 (int)end->errors.length, end->errors.bytes);
        for (char *byte = line; *byte; byte += 1) if (*byte == '\\n') *byte = '/';
        host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text(line));
      }
      """
    plugin.key = """
      childplugin_text_t words[] = {CHILDPLUGIN_TEXT("git"), key->text};
      childplugin_program_t program = {
        .size = sizeof program, .words = words, .word_count = 2,
        .flags = key->code == 'T' ? CHILDPLUGIN_PROGRAM_ON_TERMINAL : 0};
      if (key->code == 'c') table->cancel(host, last);
      else last = table->run(host, &program);
      return true;
      """
    plugin.extensions = [("RUN", "run_observer", ".ended = ended")]
    return plugin
  }

  /// What the child tells of ends, where these keys are pressed, a second between them.
  private func ends(_ programs: String, keys: [String]) throws -> [String] {
    try Self.plugin.compile(into: folder)
    let actions = keys.enumerated().map { number, key in
      #", { "at": "\#(number + 1)s", "do": "key", "key": "\#(key)" }"#
    }
    let file = try folder.write(
      """
      { "initial": "content", "states": { "content": ["c"] }, "programs": \(programs),
        "children": { "c": { "use": "com.example.small" } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" } \(actions.joined()) ] }
      """, to: "scenario.json")
    let home = try ScratchFolder()
    let run = try ProgramRun.run(
      ["play", "--plugins", folder.path, file],
      environment: ["HOME": home.path])
    #expect(run.status == 0)
    return run.errors.split(separator: "\n").map {
      $0.replacingOccurrences(of: "statehost: com.example.small: ", with: "")
        .replacingOccurrences(of: folder.path + "/", with: "")
    }
  }

  @Test(.needsSandbox) func `end as the script says, at their instants`() throws {
    let programs = """
      [ { "program": "git a", "output": "one\\n", "errorOutput": "no\\n", "status": 3, "after": "200ms" },
        { "program": "git b", "times": 1, "found": false }, { "program": "git b", "signal": 9 },
        { "program": "git T", "status": 2, "after": "300ms" },
        { "program": "git d", "does": [ { "do": "output", "text": "1" },
            { "after": "250ms", "do": "errorOutput", "text": "2" },
            { "after": "500ms", "do": "output", "text": "3" }, { "after": "1500ms", "do": "end" } ] } ]
      """
    #expect(
      try ends(programs, keys: ["a", "b", "b", "d", "a", "T"]) == [
        "1200 ms: 1 3 one/|no/",
        "2000 ms: 3 0 |the command was not found: git: check the name and PATH, or give the path of the "
          + "program",
        "3000 ms: 2 9 |", "5200 ms: 1 3 one/|no/", "5500 ms: 1 0 13|2", "6300 ms: 1 2 |",
      ])
  }

  @Test(.needsSandbox) func `go on for ever without an end, until they are cancelled`() throws {
    let endless = #"[ { "program": "git ?", "does": [ { "do": "output", "text": "x" } ] } ]"#
    #expect(try ends(endless, keys: ["a"]) == [])
    #expect(try ends(endless, keys: ["a", "b", "a", "c"]) == ["4000 ms: 2 15 x|"])
  }

  @Test(.needsSandbox) func `are not run where the script has none of them, which is said`() throws
  {
    let lines = try ends(#"[ { "program": "git b" } ]"#, keys: ["a", "b"])
    #expect(
      lines.sorted() == [
        "1000 ms: 3 0 |run.run was refused because it is not in the \"programs\" of the script: "
          + "add one for \"git a\"", "2000 ms: 1 0 |",
        "statehost: child com.example.small: run.run was refused because it is not in the "
          + "\"programs\" of the script: small.so: add one for \"git a\"",
      ])
  }

  @Test func `frames after the last action show what timers have brought`() throws {
    var plugin = SmallPlugin()
    plugin.declarations = """
      static char shown[32] = "0";
      static void woke(const childplugin_child_t *child) {
        (void)child;
        snprintf(shown, sizeof shown, "%d", (int)(host->now(host) / 1000000));
        host->invalidate(host);
        if (host->now(host) < 800000000) host->wake_after(host, 400000000);
      }
      """
    plugin.extensions = [("WAKE", "wake", ".woke = woke")]
    plugin.willAppear = "host->wake_after(host, 400000000);"
    plugin.draw = "canvas->text(canvas, 0, 1, canvas->columns, childplugin_text(shown), NULL);"
    try plugin.compile(into: folder)
    let file = try folder.write(
      """
      { "initial": "content", "states": { "content": ["c"] },
        "children": { "c": { "use": "com.example.small" } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" } ] }
      """, to: "timer.json")
    let home = try ScratchFolder()
    let run = try ProgramRun.run(
      ["play", "--plugins", folder.path, "--frames", "300ms,500ms,2s", file],
      environment: ["HOME": home.path])
    let lines = run.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.filter { Int($0) != nil } == ["0", "400", "800"], "\(run)")
  }
}
