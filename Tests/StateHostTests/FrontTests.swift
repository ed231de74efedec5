import TestSupport
import Testing

/// Which of the children that take keys is in front: it is offered them first.
@Suite struct `The child in front` {
  /// A child that logs the keys and the news that it gets; `f` asks to be in front, `t` and `T` say whether it
  /// takes text.
  private static func telling(_ id: String, asks: Bool = false) -> SmallPlugin {
    var plugin = SmallPlugin()
    plugin.id = "com.example.\(id)"
    plugin.places = []
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.declarations = """
      static const childplugin_host_t *host;
      static const childplugin_host_focus_t *focus;
      static bool takes_text;
      static void note(const char *what, unsigned which) {
        char line[64];
        snprintf(line, sizeof line, "%s %c", what, (char)which);
        host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text(line));
      }
      static const void *extension(const childplugin_child_t *child, childplugin_text_t id);
      """
    plugin.create = "focus = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_FOCUS));"
    plugin.made = "child->get_extension = extension;"
    plugin.key = """
      if (key->code > 127) return false;
      note("key", key->code);
      if (\(asks) && key->code == 'f') note("asks", focus->ask(host) ? '1' : '0');
      if (key->code == 't' || key->code == 'T')
        focus->take_text(host, takes_text = key->code == 't');
      if (takes_text) return true;
      """
    plugin.more = """
      static void changed(const childplugin_child_t *child) {
        (void)child;
        note(focus->in_front(host) ? "in front of" : "behind", '0' + focus->count(host));
      }
      static const childplugin_focus_observer_t observer = {
        .size = sizeof observer, .changed = changed };
      static const void *extension(const childplugin_child_t *child, childplugin_text_t id) {
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_FOCUS)))
          return &observer;
        return get_extension(child, id);
      }
      """
    return plugin
  }

  /// What `play` tells of the children `low`, `mid` and `top`, and its event log; each action comes 100 ms after
  /// the one before.
  private func played(
    states: String, actions: [String], isolation: String
  ) throws -> (notes: [String], events: String) {
    let folder = try ScratchFolder()
    for id in ["low", "mid", "top"] {
      try Self.telling(id, asks: id == "low").compile(into: folder, as: "\(id).so")
    }
    let timed = actions.enumerated().map { #"{ "at": "\#(100 * ($0 + 1))ms", \#($1) }"# }
    let file = try folder.write(
      """
      { "initial": "one", "states": \(states), "keys": { "x": "other" },
        "children": { "low": { "use": "com.example.low" },
                      "mid": { "use": "com.example.mid", "insets": [4, 0, 0, 0] },
                      "top": { "use": "com.example.top", "insets": [8, 0, 0, 0] } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" }, \(timed.joined(separator: ", ")) ] }
      """, to: "scenario.json")
    let run = try ProgramRun.run(
      ["play", "--isolation", isolation, "--plugins", folder.path, file] + patientDeadlines)
    try #require(run.status == 0, "\(run.errors)")
    let notes = run.errors.split(separator: "\n").map {
      String($0).replacing("statehost: com.example.", with: "").replacing(":", with: "")
    }
    return (notes, run.output)
  }

  private func key(_ name: String) -> String { #""do": "key", "key": "\#(name)""# }

  /// Who was offered these keys, in order.
  private func offered(_ keys: String, in notes: [String]) -> [String] {
    keys.map { key in
      notes.filter { $0.hasSuffix(" key \(key)") }.map { String($0.prefix(3)) }
        .joined(separator: " ")
    }
  }

  private static let states = #"{ "one": ["low", "mid", "top"], "other": [] }"#

  @Test(arguments: ["none", "auto"])
  func `is the topmost at first; Tab and Shift-Tab that nobody uses go on from it`(
    isolation: String
  ) throws {
    let keys = ["a", "tab", "b", "shift-tab", "c", "shift-tab", "d"]
    let notes = try played(
      states: Self.states, actions: keys.map(key), isolation: isolation
    ).notes
    #expect(
      offered("abcd", in: notes) == ["top mid low", "mid top low", "top mid low", "low top mid"])
    let news = notes.filter { !$0.contains(" key ") }
    #expect(
      news.filter { $0.hasPrefix("mid") } == [
        "mid behind 3", "mid in front of 3", "mid behind 3",
      ], "\(notes)")
    #expect(
      news.filter { $0.hasPrefix("low") } == ["low behind 3", "low in front of 3"], "\(notes)")
  }

  @Test(arguments: ["none", "auto"])
  func `is who asks for it`(isolation: String) throws {
    let notes = try played(
      states: Self.states, actions: [key("f"), key("a")], isolation: isolation
    ).notes
    #expect(notes.contains("low asks 1"))
    #expect(offered("fa", in: notes) == ["top mid low", "low top mid"])
  }

  @Test func `is who is clicked, also where it does not use the mouse`() throws {
    func click(_ row: Int) -> String {
      #""do": "mouse", "kind": "press", "column": 3, "row": \#(row)"#
    }
    let notes = try played(
      states: Self.states,
      actions: [click(2), key("a"), click(5), key("b"), click(9), key("c")], isolation: "none"
    ).notes
    #expect(offered("abc", in: notes) == ["low top mid", "mid top low", "top mid low"])
  }

  @Test func `stays in front in the next state, until another child comes there`() throws {
    func state(_ name: String) -> String {
      #""do": "request", "state": "\#(name)", "animated": false"#
    }
    let notes = try played(
      states: """
        { "one": ["low", "mid"], "two": ["mid", "low"], "three": ["low", "mid", "top"],
          "other": [] }
        """,
      actions: [key("tab"), key("a"), state("two"), key("b"), state("three"), key("c")],
      isolation: "none"
    ).notes
    #expect(offered("abc", in: notes) == ["low mid", "low mid", "top mid low"])
  }

  @Test(arguments: ["none", "auto"])
  func `gets what is typed as text where it says so, though the key is bound`(
    isolation: String
  ) throws {
    func bytes(_ text: String) throws -> (notes: [String], events: String) {
      let hexadecimal = text.utf8.map { String(0x100 + Int($0), radix: 16).dropFirst() }
        .joined(separator: " ")
      return try played(
        states: Self.states, actions: [#""do": "input", "bytes": "\#(hexadecimal)""#],
        isolation: isolation)
    }
    let typed = try bytes("txyTx")
    #expect(offered("txy", in: typed.notes) == ["top", "top", "top"])
    #expect(typed.events.contains(#""to":"other""#))
    #expect(try !bytes("tx").events.contains(#""to":"other""#))
    // Another one is in front now, which does not say so.
    #expect(try bytes("t\tx").events.contains(#""to":"other""#))
  }

  @Test(arguments: ["auto", "none", "each"])
  func `is the list while something is typed into its search`(isolation: String) throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.key = "return key->code == '5';"
    try plugin.compile(into: folder)
    let states = try folder.write(
      """
      { "initial": "loading", "keys": { "6": "aside" },
        "states": { "loading": ["list"], "content": ["list", "small"], "aside": ["small"] },
        "children": { "list": { "use": "org.statehost.list" },
                      "small": { "use": "com.example.small" } } }
      """, to: "states.json")
    let terminal = try TmuxTerminal(
      columns: 80, rows: 10,
      command: "statehost --isolation \(isolation) --plugins '\(folder.path)' --states '\(states)' "
        + "\(patientDeadlines.joined(separator: " ")) -- seq 99")
    try terminal.wait(forText: "a small child")
    try terminal.wait(forText: "1/99")
    // Both would be for others if it were not text.
    try terminal.type("/56")
    try terminal.wait(forText: "/56")
    try terminal.press("Enter")
    try terminal.wait(forText: "56/99")
  }

  @Test(arguments: ["auto", "none", "each"])
  func `is to be seen: the list behind it is dimmer, and after Tab takes text`(
    isolation: String
  ) throws {
    let folder = try ScratchFolder()
    var plugin = Self.telling("small")
    plugin.places = [("content", 20, "0")]
    plugin.draw = "canvas->text(canvas, 30, 1, 20, childplugin_text(\"a small child\"), NULL);"
    plugin.text = ""
    try plugin.compile(into: folder)
    let terminal = try TmuxTerminal(
      columns: 80, rows: 10,
      command: "statehost --isolation \(isolation) --plugins '\(folder.path)' "
        + "\(patientDeadlines.joined(separator: " ")) -- seq 11 19")
    try terminal.wait(forText: "a small child")
    try terminal.wait(forText: "1/9")
    let underlined = "\u{1b}[4m"
    try terminal.wait(for: "the list behind") { _ in
      try terminal.styledScreen().contains(underlined)
    }
    try terminal.type("?")
    try terminal.wait(forText: "next child")
    try terminal.type("?")
    try terminal.press("Tab")
    try terminal.wait(for: "the list in front") { _ in
      try !terminal.styledScreen().contains(underlined)
    }
    try terminal.type("/15")
    try terminal.wait(forText: "/15")
    try terminal.wait(for: "a cursor") { _ in try terminal.fact("#{cursor_flag}") == "1" }
  }
}
