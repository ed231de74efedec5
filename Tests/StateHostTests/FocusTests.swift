import TestSupport
import Testing

/// Which children have the keys, and when they are told.
@Suite struct `Keys and focus` {
  /// A child that logs the keys and the focus that it gets, as warnings, which are told at the end.
  private static func listening(_ id: String, uses: Bool) -> SmallPlugin {
    var plugin = SmallPlugin()
    plugin.id = id
    plugin.places = []
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.declarations = """
      static const childplugin_host_t *host;
      static void note(const char *what, char which) {
        char line[64];
        snprintf(line, sizeof line, "%s %c", what, which);
        host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text(line));
      }
      static bool on_key(const childplugin_child_t *child, const childplugin_key_t *key) {
        (void)child; note("key", (char)key->code); return \(uses);
      }
      static void on_focus(const childplugin_child_t *child, bool focused) {
        (void)child; note("focus", focused ? '1' : '0');
      }
      static void leave(const childplugin_child_t *child, bool animated) {
        (void)child; (void)animated; note("leaves", ' ');
      }
      static const void *extensions(const childplugin_child_t *child, childplugin_text_t id) {
        static const childplugin_input_t input = {
          .size = sizeof input, .key = on_key, .focus = on_focus };
        (void)child;
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_INPUT))) return &input;
        return NULL;
      }
      """
    plugin.made = "child->get_extension = extensions; child->will_disappear = leave;"
    return plugin
  }

  /// What `play` tells of the children `com.example.above` and `com.example.below`.
  private func notes(
    states: String, actions: String, aboveUses: Bool
  ) throws -> [String] {
    let folder = try ScratchFolder()
    try Self.listening("com.example.above", uses: aboveUses).compile(into: folder, as: "above.so")
    try Self.listening("com.example.below", uses: true).compile(into: folder, as: "below.so")
    let file = try folder.write(
      """
      { "initial": "one", "states": \(states),
        "children": { "above": { "use": "com.example.above" },
                      "below": { "use": "com.example.below" } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" }, \(actions) ] }
      """, to: "scenario.json")
    let run = try ProgramRun.run(["play", "--plugins", folder.path, file])
    #expect(run.status == 0)
    return run.errors.split(separator: "\n").map {
      String($0).replacing("statehost: com.example.", with: "").replacing(": ", with: " ")
    }
  }

  @Test(.needsSandbox) func `a child has the focus before its first key, also on its way in`()
    throws
  {
    let notes = try notes(
      states: #"{"one": [], "two": ["above"]}"#,
      actions: """
        { "at": "100ms", "do": "request", "state": "two", "animated": true },
        { "at": "110ms", "do": "key", "key": "a" }
        """, aboveUses: true)
    #expect(notes.prefix(2) == ["above focus 1", "above key a"])
  }

  @Test(.needsSandbox) func `every child that gets keys has been told of it`() throws {
    let notes = try notes(
      states: #"{"one": ["below", "above"]}"#,
      actions: #"{ "at": "100ms", "do": "key", "key": "a" }"#, aboveUses: false)
    #expect(
      notes.prefix(4) == ["below focus 1", "above focus 1", "above key a", "below key a"])
  }

  @Test(.needsSandbox) func `a child on its way out has lost the focus and gets no key`() throws {
    let notes = try notes(
      states: #"{"one": ["below", "above"], "two": ["below"]}"#,
      actions: """
        { "at": "100ms", "do": "request", "state": "two", "animated": true },
        { "at": "110ms", "do": "key", "key": "a" }
        """, aboveUses: true)
    #expect(
      notes.dropFirst(2).prefix(3) == ["above focus 0", "above leaves  ", "below key a"],
      "\(notes)")
  }

  /// The states that a burst of keys leads to while a list is shown.
  private func states(after bytes: String) throws -> [String] {
    let folder = try ScratchFolder()
    let file = try folder.write(
      """
      { "initial": "content", "states": { "content": ["list"], "other": [] },
        "children": { "list": { "use": "org.statehost.list" } }, "keys": { "5": "other" },
        "actions": [ { "at": "0ms", "do": "output", "text": "one\\ntwo 5\\n" },
                     { "at": "1s", "do": "input", "bytes": "\(bytes)" } ] }
      """, to: "scenario.json")
    let run = try ProgramRun.run(["play", file])
    #expect(run.status == 0)
    return run.output.split(separator: "\n").filter { $0.contains("willTransition") }.map {
      $0.contains(#""to":"other""#) ? "other" : "content"
    }
  }

  @Test func `what is typed in one burst is text, also where a key is bound`() throws {
    #expect(try states(after: "35") == ["content", "other"])
    #expect(try states(after: "2f35") == ["content"])
    // Escape ends the search, so what follows is a key again.
    #expect(try states(after: "2f350d1b5b4135") == ["content", "other"])
  }
}
