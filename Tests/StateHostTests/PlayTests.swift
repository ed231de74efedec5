import Foundation
import TestSupport
import Testing

@Suite struct `Playing a scenario` {
  static let folder = BuiltProducts.repository + "/Tests/Scenarios"

  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  @Test func `the worked examples are there`() {
    #expect(Self.names.count >= 31)
  }

  @Test(arguments: names)
  func `prints exactly the events of the worked example`(name: String) throws {
    let expected = try String(
      contentsOfFile: "\(Self.folder)/\(name).events.jsonl", encoding: .utf8)
    let run = try ProgramRun.run(["play", "\(Self.folder)/\(name).json"])
    #expect(run.output == expected)
    #expect(run.errors.isEmpty)
    #expect(run.status == 0)
  }

  @Test func `writes the events to a file when asked`() throws {
    let folder = try ScratchFolder()
    let name = "animated-basic"
    let run = try ProgramRun.run([
      "play", "--events", folder.path + "/events", "\(Self.folder)/\(name).json",
    ])
    #expect(run.output.isEmpty && run.errors.isEmpty && run.status == 0)
    #expect(
      try String(contentsOfFile: folder.path + "/events", encoding: .utf8)
        == String(contentsOfFile: "\(Self.folder)/\(name).events.jsonl", encoding: .utf8))
  }

  private static let bundled = """
    { "initial": "loading",
      "states": { "loading": ["list", "spinner"], "content": ["list"], "error": ["failure"],
                  "empty": ["nothing"] },
      "children": { "list": { "use": "org.statehost.list" },
                    "spinner": { "use": "org.statehost.loading" },
                    "failure": { "use": "org.statehost.error" },
                    "nothing": { "use": "org.statehost.empty" } },
      "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                   { "at": "0ms", "do": "didAppear" },
                   { "at": "50ms", "do": "resize", "columns": 1, "rows": 1 },
                   { "at": "60ms", "do": "key", "key": "down" },
                   { "at": "100ms", "do": "request", "state": "content", "animated": true },
                   { "at": "1s", "do": "request", "state": "error", "animated": true },
                   { "at": "2s", "do": "request", "state": "empty", "animated": false } ] }
    """

  @Test func `takes the bundled children and their own timing`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write(Self.bundled, to: "bundled.json")
    let run = try ProgramRun.run(["play", file])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    let lines = run.output.split(separator: "\n").map(String.init)
    // The spinner says that it leaves in 200 ms, the error takes the usual 350 ms.
    #expect(
      lines.contains(
        #"{"t":300,"event":"didTransition","from":"loading","to":"content","animated":true}"#))
    #expect(
      lines.contains(#"{"t":300,"event":"childDidDisappear","child":"spinner","animated":true}"#))
    #expect(
      lines.contains(
        #"{"t":1350,"event":"didTransition","from":"content","to":"error","animated":true}"#))
    #expect(
      lines.last
        == #"{"t":2000,"event":"didTransition","from":"error","to":"empty","animated":false}"#)
  }

  @Test func `a child that no plugin offers is named with the nearest one`() throws {
    let folder = try ScratchFolder()
    let text = Self.bundled.replacingOccurrences(
      of: "org.statehost.list", with: "org.statehost.lst")
    let file = try folder.write(text, to: "wrong.json")
    let run = try ProgramRun.run(["play", file])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(
      run.errors
        == "statehost: no plugin offers the child org.statehost.lst: \(file) (children.list.use): "
        + "did you mean org.statehost.list?\n")
  }

  @Test(arguments: [
    ("{\n  \"initial\": \"a\",\n  \"states\": {\"a\": [}\n}", ":3:"),
    ("{\n  \"initial\": \"a\",\n  \"states\": {\"a\": []}, \"stats\": 1\n}", ":3:"),
    ("", ":1:1"), ("[]", ":1:1"),
  ])
  func `a file that is wrong is told with line and column`(text: String, place: String) throws {
    let folder = try ScratchFolder()
    let file = try folder.write(text, to: "wrong.json")
    let run = try ProgramRun.run(["play", file])
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(run.errors.hasPrefix("statehost: "))
    #expect(run.errors.contains(file + place), "\(run.errors)")
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func `a scenario that is not there is told`() throws {
    let run = try ProgramRun.run(["play", "/nowhere/scenario.json"])
    #expect(run.status == 2)
    #expect(run.errors.contains("/nowhere/scenario.json"))
  }

  @Test func `a plugin that prints does not disturb the events`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.willAppear = #"printf("printed words\n"); fflush(stdout);"#
    try plugin.compile(into: folder)
    let file = try folder.write(
      """
      { "initial": "a", "states": { "a": ["c"] }, "children": { "c": { "use": "\(plugin.id)" } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" } ] }
      """, to: "scenario.json")
    let run = try ProgramRun.run(["play", "--plugins", folder.path, file])
    #expect(run.status == 0)
    #expect(!run.output.contains("printed words"))
    #expect(run.output.split(separator: "\n").allSatisfy { $0.hasPrefix("{\"t\":0,\"event\":") })
    #expect(run.errors == "statehost: com.example.small: printed: printed words\n")
  }

  /// Plays one appearance of a plugin's child.
  private func play(_ plugin: SmallPlugin) throws -> ProgramRun {
    let folder = try ScratchFolder()
    try plugin.compile(into: folder)
    let file = try folder.write(
      """
      { "initial": "a", "states": { "a": ["c"] }, "children": { "c": { "use": "\(plugin.id)" } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" } ] }
      """, to: "scenario.json")
    return try ProgramRun.run(["play", "--plugins", folder.path, file])
  }

  @Test func `a plugin that crashes is named, after the events before it`() throws {
    var plugin = SmallPlugin()
    plugin.willAppear = "*(volatile int *)8 = 1;"
    let run = try play(plugin)
    #expect(run.status == 128 + SIGSEGV)
    #expect(
      run.output.hasSuffix(#"{"t":0,"event":"childWillAppear","child":"c","animated":false}\#n"#))
    #expect(run.errors.hasPrefix("statehost: a plugin crashed (SIGSEGV): "))
    #expect(run.errors.contains("in will_appear: update "))
  }

  @Test func `what a plugin may not do is told once each`() throws {
    var plugin = SmallPlugin()
    plugin.willAppear = """
      for (int i = 0; i < 3; i += 1) {
        host->request_state(host, childplugin_text("nowhere"), false);
        host->wake_after(host, -7);
      }
      """
    let run = try play(plugin)
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n")
    #expect(lines.count { $0.contains("asks for the state nowhere, which is not there") } == 1)
  }

  /// Logs all that a child can be told, as warnings, which are told at the end of a run.
  private static var listening: SmallPlugin {
    var plugin = SmallPlugin()
    plugin.text = "👨‍👩‍👧‍👦 e\u{301}"
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.declarations = """
      static const childplugin_host_t *host;
      static void note(const char *what, long one, long other) {
        char line[64];
        snprintf(line, sizeof line, "%s %ld %ld", what, one, other);
        host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text(line));
      }
      static bool on_key(const childplugin_child_t *child, const childplugin_key_t *key) {
        (void)child; note("key", key->code, 0); return true;
      }
      static bool on_mouse(const childplugin_child_t *child, const childplugin_mouse_t *mouse) {
        (void)child; note("mouse", mouse->column, mouse->row); return true;
      }
      static bool on_paste(const childplugin_child_t *child, childplugin_text_t text) {
        (void)child; note("paste", (long)text.length, 0); return true;
      }
      static void on_focus(const childplugin_child_t *child, bool focused) {
        (void)child; note("focus", focused, 0);
      }
      static void on_size(const childplugin_child_t *child, int32_t columns, int32_t rows) {
        (void)child; note("size", columns, rows);
      }
      static void on_content(const childplugin_child_t *child) {
        childplugin_content_t content = { .size = sizeof content };
        (void)child;
        if (host->content(host, &content)) note("content", (long)content.rows, 0);
      }
      static void on_wake(const childplugin_child_t *child) {
        (void)child; note("woke", (long)(host->now(host) / 1000000), 0);
      }
      static const void *extensions(const childplugin_child_t *child, childplugin_text_t id) {
        static const childplugin_input_t input = { .size = sizeof input, .key = on_key,
          .mouse = on_mouse, .paste = on_paste, .focus = on_focus };
        static const childplugin_layout_t layout = { .size = sizeof layout, .resized = on_size };
        static const childplugin_content_observer_t content = {
          .size = sizeof content, .changed = on_content };
        static const childplugin_wake_t wake = { .size = sizeof wake, .woke = on_wake };
        (void)child;
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_INPUT))) return &input;
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_LAYOUT))) return &layout;
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_CONTENT))) return &content;
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_WAKE))) return &wake;
        return NULL;
      }
      """
    plugin.made = "child->get_extension = extensions;"
    plugin.willAppear = "host->wake_after(host, 250000000);"
    return plugin
  }

  private static let told = """
    { "initial": "content", "states": { "content": ["c"] },
      "children": { "c": { "use": "com.example.small" } },
      "actions": [ { "at": "100ms", "do": "output", "text": "one\\ntwo\\n" },
                   { "at": "200ms", "do": "key", "key": "x" },
                   { "at": "300ms", "do": "mouse", "kind": "press", "column": 3, "row": 4 },
                   { "at": "400ms", "do": "paste", "text": "words" },
                   { "at": "500ms", "do": "resize", "columns": 40, "rows": 10 },
                   { "at": "600ms", "do": "output", "text": "three\\n" },
                   { "at": "700ms", "do": "end" } ] }
    """

  @Test func `a child is told all that it is told in a run, at its time`() throws {
    let folder = try ScratchFolder()
    try Self.listening.compile(into: folder)
    let file = try folder.write(Self.told, to: "scenario.json")
    let run = try ProgramRun.run(["play", "--plugins", folder.path, file])
    #expect(run.status == 0)
    let lines = run.errors.split(separator: "\n").map {
      $0.replacingOccurrences(of: "statehost: com.example.small: ", with: "")
    }
    let inputs = lines.filter { !$0.hasPrefix("content") }
    #expect(
      inputs == [
        "size 80 24", "focus 1 0", "key 120 0", "mouse 3 4", "woke 350 0", "paste 5 0",
        "size 40 10", "focus 0 0",
      ], "\(run.errors)")
    // The first rows were there before it was.
    #expect(lines.filter { $0.hasPrefix("content") }.first == "content 3 0", "\(run.errors)")
  }

  @Test func `its frames have the size of the terminal and the graphemes that were drawn`() throws {
    let folder = try ScratchFolder()
    try Self.listening.compile(into: folder)
    let file = try folder.write(Self.told, to: "scenario.json")
    let run = try ProgramRun.run([
      "play", "--plugins", folder.path, "--frames", "450ms,550ms", file,
    ])
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 1 + 24 + 1 + 10 + 1)
    #expect(lines.first?.hasPrefix("── 450 ms, content ──") == true)
    #expect(lines.count > 26 && lines[1] == "👨‍👩‍👧‍👦 e\u{301}" && lines[26] == "👨‍👩‍👧‍👦 e\u{301}")
  }

  @Test func `rows are shown as they come, while loading has its time`() throws {
    let folder = try ScratchFolder()
    let file = try folder.write(
      """
      { "initial": "loading", "states": { "loading": ["list", "spinner"], "content": ["list"] },
        "children": { "list": { "use": "org.statehost.list" },
                      "spinner": { "use": "org.statehost.loading" } },
        "actions": [ { "at": "200ms", "do": "output", "text": "one\\ntwo\\n" },
                     { "at": "2s", "do": "end" } ] }
      """, to: "scenario.json")
    let run = try ProgramRun.run(["play", "--frames", "190ms,220ms,300ms,450ms", file])
    let frames = run.output.split(separator: "── ", omittingEmptySubsequences: true)
      .filter { $0.contains("\n") }
    try #require(frames.count == 4)
    #expect(frames[0].contains("╭") && !frames[0].contains("two"))
    for frame in frames.dropFirst() {
      #expect(frame.contains("two") && !frame.contains("╭"), "\(frame)")
    }
  }

  @Test func `a drag goes to the child under it once the pressed one has gone`() throws {
    let folder = try ScratchFolder()
    try Self.listening.compile(into: folder)
    let mouse = #""do": "mouse", "column": 3, "row": 4, "kind""#
    let file = try folder.write(
      """
      { "initial": "one", "states": { "one": ["c"], "two": ["d"] },
        "children": { "c": { "use": "com.example.small" }, "d": { "use": "com.example.small" } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" }, { "at": "1ms", \(mouse): "press" },
                     { "at": "2ms", "do": "request", "state": "two", "animated": false },
                     { "at": "3ms", \(mouse): "drag" }, { "at": "4ms", \(mouse): "release" } ] }
      """, to: "scenario.json")
    let run = try ProgramRun.run(["play", "--plugins", folder.path, file])
    #expect(run.errors.split(separator: "\n").count { $0.hasSuffix("mouse 3 4") } == 3)
  }
}
