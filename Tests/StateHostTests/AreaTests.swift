import HostSurface
import TestSupport
import Testing

/// Children that dock at an edge, and those that share what is left.
@Suite struct `An area` {
  /// What two children are told, `side` and `main`; `main` claims the left edge with `c`, and with `i` has its
  /// insets asked anew, which are one row more then.
  private func heard(
    area: String, sidePlace: String = "", actions: [String], isolation: String
  ) throws -> [String] {
    let folder = try ScratchFolder()
    for id in ["side", "main"] {
      var plugin = SmallPlugin()
      plugin.id = "com.example.\(id)"
      plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
      plugin.places = [("both", 0, "0")]
      plugin.placeFields = id == "side" ? sidePlace : ""
      plugin.declarations = """
        static const childplugin_host_t *host;
        static const childplugin_host_place_t *place;
        static int top;
        static const void *extension(const childplugin_child_t *child, childplugin_text_t id);
        """
      plugin.create = "place = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_PLACE));"
      plugin.made = "child->get_extension = extension;"
      plugin.key = """
        if (\(id == "side")) {
          if (key->code == 'k')
            host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text("has the key"));
          return false;
        }
        if (key->code == 'c') return place->claim(host, CHILDPLUGIN_EDGE_LEFT, 0, 10, 0);
        if (key->code == 'i') { top = 1; place->refresh(host); return true; }
        """
      plugin.more = """
        static void insets(const childplugin_child_t *child, childplugin_insets_t *insets) {
          (void)child; insets->top = top;
        }
        static void resized(const childplugin_child_t *child, int32_t columns, int32_t rows) {
          (void)child;
          char line[64];
          snprintf(line, sizeof line, "%dx%d", (int)columns, (int)rows);
          host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text(line));
        }
        static const void *extension(const childplugin_child_t *child, childplugin_text_t id) {
          static const childplugin_layout_t layout = {
            .size = sizeof layout, .insets = insets, .resized = resized };
          if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_LAYOUT)))
            return &layout;
          return get_extension(child, id);
        }
        """
      try plugin.compile(into: folder, as: "\(id).so")
    }
    let timed = actions.enumerated().map { #"{ "at": "\#(500 * ($0 + 1))ms", \#($1) }"# }
    let file = try folder.write(
      """
      { "initial": "both", "states": { "both": ["main", "side"], "alone": ["main"] },
        "children": { "side": { "use": "com.example.side" \(area) },
                      "main": { "use": "com.example.main" } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" }, \(timed.joined(separator: ", ")) ] }
      """, to: "scenario.json")
    let run = try ProgramRun.run([
      "play", "--isolation", isolation, "--plugins", folder.path, file,
    ])
    try #require(run.status == 0, "\(run.errors)")
    return run.errors.split(separator: "\n").map {
      String($0).replacing("statehost: com.example.", with: "").replacing(":", with: "")
    }
  }

  private func resize(_ columns: Int) -> String {
    #""do": "resize", "columns": \#(columns), "rows": 24"#
  }

  private func state(_ name: String) -> String {
    #""do": "request", "state": "\#(name)", "animated": true"#
  }

  private func key(_ name: String) -> String { #""do": "key", "key": "\#(name)""# }

  @Test(arguments: ["none", "auto"])
  func `of the states file is taken first, where there is room; the others have the rest`(
    isolation: String
  ) throws {
    let heard = try heard(
      area: #", "area": { "dock": "right", "size": "40%", "min": 20 }"#,
      actions: [resize(45), resize(39), resize(100), state("alone"), state("both")],
      isolation: isolation)
    #expect(
      heard.filter { $0.hasPrefix("side") } == [
        "side 32x23", "side 20x23", "side 0x0", "side 40x23",
      ])
    #expect(
      heard.filter { $0.hasPrefix("main") } == [
        "main 48x23", "main 25x23", "main 39x23", "main 60x23", "main 100x23", "main 60x23",
      ])
  }

  @Test(arguments: ["none", "auto"])
  func `of the descriptor holds, and another one that a child asks for`(isolation: String) throws {
    let heard = try heard(
      area: "", sidePlace: ".edge = CHILDPLUGIN_EDGE_BOTTOM, .extent = 5, .minimum = 5",
      actions: [key("i"), key("c")], isolation: isolation)
    #expect(heard.filter { $0.hasPrefix("side") } == ["side 80x5", "side 70x5"])
    #expect(
      heard.filter { $0.hasPrefix("main") } == ["main 80x18", "main 80x17", "main 10x22"])
  }

  @Test(arguments: ["none", "auto"])
  func `without room takes no keys, and has them again with it`(isolation: String) throws {
    let heard = try heard(
      area: #", "area": { "dock": "right", "size": "40%", "min": 20 }"#,
      actions: [key("k"), resize(39), key("k"), resize(100), key("k")], isolation: isolation)
    #expect(
      heard.filter { $0.hasPrefix("side") } == [
        "side 32x23", "side has the key", "side 0x0", "side 40x23", "side has the key",
      ])
  }

  private func mouse(_ kind: String, _ column: Int) -> String {
    #""do": "mouse", "kind": "\#(kind)", "column": \#(column), "row": 4"#
  }

  @Test(arguments: ["none", "auto"])
  func `is as large as the user makes it by its border`(isolation: String) throws {
    let heard = try heard(
      area: #", "area": { "dock": "right", "size": "40%", "min": 20 }"#,
      actions: [
        mouse("press", 48), mouse("drag", 38), mouse("release", 40), state("alone"),
        state("both"), key("ctrl-left"), key("c"), mouse("press", 9), mouse("release", 70),
        resize(160),
      ], isolation: isolation)
    // Then the other one docks too, lower, and takes all but what this one cannot do without.
    #expect(heard.filter { $0.hasPrefix("main") }.suffix(2) == ["main 10x23", "main 40x23"])
    #expect(
      heard.filter { $0.hasPrefix("side") } == [
        "side 32x23", "side 42x23", "side 40x23", "side 41x23", "side 36x23", "side 20x23",
        "side 62x23",
      ])
  }

  @Test func `keeps its size over a run, and to the next one`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.placeFields = ".edge = CHILDPLUGIN_EDGE_RIGHT, .unit = 1, .extent = 50, .minimum = 10"
    try plugin.compile(into: folder)
    let words = [
      "--plugins", folder.path, "--remember", folder.path + "/memory", "--", "seq", "11", "19",
    ]
    func waitForChild(at column: Int, in terminal: PlayedTerminal) throws {
      try terminal.wait(for: "the child in column \(column)") {
        $0.rows[0].dropFirst(column).hasPrefix("a small child")
      }
    }
    let terminal = try PlayedTerminal(words)
    try waitForChild(at: 30, in: terminal)
    // The button goes down on the border, and moves; the mouse counts from 1.
    terminal.type("\u{1B}[<0;31;5M\u{1B}[<32;28;5M\u{1B}[<32;25;5M")
    try waitForChild(at: 24, in: terminal)
    terminal.type("\u{1B}[<32;41;6M")
    try waitForChild(at: 40, in: terminal)
    terminal.type("\u{1B}[<0;36;6m")
    try waitForChild(at: 35, in: terminal)
    terminal.type("\u{1B}[1;5D")
    try waitForChild(at: 34, in: terminal)
    // In mid-drag, too, the program ends as ever.
    terminal.type("\u{1B}[<0;35;5M\u{1B}[<32;33;5M")
    try waitForChild(at: 32, in: terminal)
    terminal.send(2)
    #expect(try terminal.waitForEnd() == 130)
    #expect(terminal.screen.modes == [7, 25])
    let next = try PlayedTerminal(words)
    try waitForChild(at: 32, in: next)
    next.type("q")
    #expect(try next.waitForEnd() == 0)
  }

  @Test func `that has no room is named with the children of the state`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.placeFields = ".edge = CHILDPLUGIN_EDGE_RIGHT, .unit = 1, .extent = 50, .minimum = 30"
    try plugin.compile(into: folder)
    let terminal = try TmuxTerminal(
      columns: 60, rows: 12, command: "statehost --plugins '\(folder.path)' -- seq 11 19")
    try terminal.wait(for: "the child at the right") {
      $0.contains { $0.hasSuffix("a small child") }
    }
    try terminal.press("F12")
    try terminal.wait(forText: "\"Small\"")
    try terminal.resize(columns: 49, rows: 12)
    try terminal.wait(forText: "(no room)")
    let report = try ProgramRun.run(["inspect", folder.path + "/small.so"])
    #expect(report.output.contains("content (place 20, 50% at the right, 30 cells at least)"))
  }
}
