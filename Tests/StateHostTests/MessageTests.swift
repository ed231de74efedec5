import TestSupport
import Testing

/// What children say to one another.
@Suite struct `A message between children` {
  /// A child that logs what it is told; its key says something, and two bytes are answered.
  private static func telling(
    _ id: String, on key: String, _ statements: String, answering received: String = ""
  ) -> SmallPlugin {
    var plugin = SmallPlugin()
    plugin.id = "com.example.\(id)"
    plugin.places = []
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.declarations = """
      static const childplugin_host_t *host;
      static int heard;
      static const childplugin_host_messages_t *messages;
      static const void *extension(const childplugin_child_t *child, childplugin_text_t id);
      static bool say(const char *to, const char *body) {
        return messages->send(
          host, childplugin_text(to), childplugin_text("com.example.words/1"),
          childplugin_text(body));
      }
      """
    plugin.create =
      "messages = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_MESSAGES));"
    plugin.made = "child->get_extension = extension;"
    plugin.key = "if (key->code == '\(key)') { \(statements) return true; }"
    plugin.more = """
      static void received(const childplugin_child_t *child, childplugin_text_t from,
                           childplugin_text_t subject, childplugin_text_t body) {
        (void)child;
        heard += 1;
        if (body.length == 2) { \(received) return; }
        char line[200];
        snprintf(line, sizeof line, "%.*s %.*s %.*s", (int)from.length, from.bytes,
                 (int)subject.length, subject.bytes, (int)body.length, body.bytes);
        host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text(line));
        if (heard < 10) return;
        snprintf(line, sizeof line, "has heard %d", heard);
        host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text(line));
      }
      static const childplugin_messages_t listening = {
        .size = sizeof listening, .received = received };
      static const void *extension(const childplugin_child_t *child, childplugin_text_t id) {
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_MESSAGES)))
          return &listening;
        return get_extension(child, id);
      }
      """
    return plugin
  }

  /// What the children logged that `play` showed one after the other: `one` and `two` first, then `three`.
  private func logged(
    _ plugins: [SmallPlugin], keys: [String], isolation: String
  ) throws -> [String] {
    let folder = try ScratchFolder()
    for plugin in plugins { try plugin.compile(into: folder, as: "\(plugin.id).so") }
    let actions = keys.enumerated().map {
      #"{ "at": "\#(500 * ($0 + 1))ms", "do": "key", "key": "\#($1)" }"#
    }
    let file = try folder.write(
      """
      { "initial": "both", "states": { "both": ["one", "two"], "alone": ["three"] },
        "keys": { "x": "alone", "y": "both" },
        "children": { "one": { "use": "com.example.one" }, "two": { "use": "com.example.two" },
                      "three": { "use": "com.example.three" } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" }, \(actions.joined(separator: ", ")) ] }
      """, to: "scenario.json")
    let run = try ProgramRun.run([
      "play", "--isolation", isolation, "--plugins", folder.path, file,
    ])
    try #require(run.status == 0, "\(run.errors)")
    return run.errors.split(separator: "\n").map {
      String($0).replacing("statehost: ", with: "").replacing("com.example.", with: "")
        .replacing("words/1 ", with: "")
    }
  }

  private static let both = [
    telling("one", on: "a", #"say("", "to all"); say("com.example.two", "to two");"#),
    telling(
      "two", on: "b", #"say("com.example.two", "to itself"); say("com.example.nobody", "?");"#),
    telling("three", on: "c", #"say("com.example.one", "from alone");"#),
  ]

  @Test(.needsSandbox, arguments: ["none", "each"])
  func `reaches those it is for, in order, but never who sends it`(isolation: String) throws {
    #expect(
      try logged(Self.both, keys: ["a", "b"], isolation: isolation) == [
        "two: one to all", "two: one to two",
      ])
  }

  @Test(arguments: ["none", "each"])
  func `reaches children that are off screen`(isolation: String) throws {
    let lines = try logged(Self.both, keys: ["x", "c", "y", "a"], isolation: isolation)
    #expect(lines.filter { $0.hasPrefix("one") } == ["one: three from alone"])
    #expect(lines.filter { $0.hasPrefix("two") } == ["two: one to all", "two: one to two"])
    #expect(lines.filter { $0.hasPrefix("three") } == ["three: one to all"])
  }

  @Test(arguments: ["none", "each"])
  func `is answered without end no more than 250 times a second, and the program goes on`(
    isolation: String
  ) throws {
    let lines = try logged(
      [
        Self.telling(
          "one", on: "a", #"say("com.example.two", "so");"#,
          answering: #"say("com.example.two", "so");"#),
        Self.telling("two", on: "b", "", answering: #"say("com.example.one", "so");"#),
        Self.telling("three", on: "c", #"say("", "still there");"#),
      ], keys: ["a", "x", "c"], isolation: isolation)
    // The answer to the last one is refused; then the third is heard.
    #expect(lines.contains("one: has heard 251") && lines.contains("two: has heard 251"))
    #expect(lines.contains { $0.contains("messages.send was refused") })
    #expect(lines.contains("one: three still there"))
  }
}
