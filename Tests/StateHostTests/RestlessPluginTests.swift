import TestSupport
import Testing

/// What a child may ask of the container without end, and how long it may keep others waiting.
@Suite struct `Restless plugins` {
  private struct Told {
    /// When a transition began, in milliseconds, and to which state.
    let begins: [(time: Int, state: String)]
    let complaints: [String]
  }

  private func play(
    _ plugin: SmallPlugin, child: String = "", actions: String
  ) throws -> Told {
    let folder = try ScratchFolder()
    try plugin.compile(into: folder)
    let file = try folder.write(
      """
      { "initial": "one", "states": { "one": ["c"], "two": [], "three": [] },
        "children": { "c": { "use": "com.example.small"\(child) } },
        "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                     { "at": "0ms", "do": "didAppear" }, \(actions) ] }
      """, to: "scenario.json")
    let run = try ProgramRun.run(["play", "--plugins", folder.path, file])
    #expect(run.status == 0, "\(run.errors)")
    let begins = run.output.split(separator: "\n").filter { $0.contains("willTransition") }
    return Told(
      begins: begins.compactMap { line in
        let parts = line.split(whereSeparator: { ":,\"{}".contains($0) })
        guard let time = Int(parts[1]), let to = parts.firstIndex(of: "to") else { return nil }
        return (time, String(parts[to + 1]))
      },
      complaints: run.errors.split(separator: "\n").map(String.init))
  }

  /// Whenever it appears it asks for another state, and as it leaves for its own again.
  private static var restless: SmallPlugin {
    var plugin = SmallPlugin()
    plugin.declarations = """
      static const childplugin_host_t *host;
      static void left(const childplugin_child_t *child, bool animated) {
        (void)child; (void)animated;
        host->request_state(host, childplugin_text("one"), false);
      }
      """
    plugin.made = "child->did_disappear = left;"
    plugin.willAppear = #"host->request_state(host, childplugin_text("two"), false);"#
    return plugin
  }

  @Test(.needsSandbox) func `two states that send each other away are slowed, and it is told once`()
    throws
  {
    let told = try play(Self.restless, actions: #"{ "at": "10s", "do": "pace" }"#)
    // Some at once, then ten a second.
    #expect((100...130).contains(told.begins.count { $0.time <= 10_000 }))
    #expect(told.begins.count { $0.time == 0 } < 30)
    #expect(told.complaints.count == 1)
    #expect(
      told.complaints.first?.contains(
        "child com.example.small: repeated host.request_state was slowed") == true)
  }

  private static let soon = """
    { "at": "100ms", "do": "request", "state": "two", "animated": true },
    { "at": "200ms", "do": "request", "state": "three", "animated": true }
    """

  private static var slow: SmallPlugin {
    var plugin = SmallPlugin()
    plugin.declarations = """
      static void slowly(const childplugin_child_t *child, bool appearing,
                         childplugin_timing_t *timing) {
        (void)child; (void)appearing;
        timing->duration_nanoseconds = 20000000000;
      }
      """
    plugin.made = "child->timing = slowly;"
    return plugin
  }

  @Test(.needsSandbox) func `a plugin's long transition makes way for a state that waits`() throws {
    let told = try play(Self.slow, actions: Self.soon)
    // 350 ms it would have taken by default, and two seconds of patience.
    #expect(told.begins.map(\.time) == [0, 100, 2450])
    #expect(told.complaints.count == 1)
    #expect(
      told.complaints.first?.contains(
        "child com.example.small: its transition was ended because another state was waiting")
        == true)
  }

  @Test func `a state that comes late finds a transition that has had its time`() throws {
    let told = try play(
      Self.slow,
      actions: """
        { "at": "100ms", "do": "request", "state": "two", "animated": true },
        { "at": "10s", "do": "request", "state": "three", "animated": true }
        """)
    #expect(told.begins.map(\.time) == [0, 100, 10_000])
  }

  @Test(.needsSandbox) func `nobody waits: a long transition goes on`() throws {
    let told = try play(
      Self.slow,
      actions: """
        { "at": "100ms", "do": "request", "state": "two", "animated": true },
        { "at": "15s", "do": "pace" }
        """)
    #expect(told.begins.map(\.time) == [0, 100])
    #expect(told.complaints.isEmpty)
  }

  @Test(.needsSandbox) func `what the user's file asks for is waited for`() throws {
    let told = try play(
      Self.slow, child: #", "disappear": { "duration": "10s" }"#, actions: Self.soon)
    #expect(told.begins.map(\.time) == [0, 100, 10_100])
    #expect(told.complaints.isEmpty)
  }
}
