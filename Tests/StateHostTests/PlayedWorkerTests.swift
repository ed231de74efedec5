import Foundation
import TestSupport
import Testing

/// Plugins of others in a run that is played: in workers, for which its clock stands still.
@Suite struct `A plugin that is played` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// A state with the plugin's child, and one without; it is pressed `x` at 100 ms.
  private static let scenario = """
    { "initial": "one", "states": { "one": ["c"], "two": ["d"] },
      "children": { "c": { "use": "com.example.small" }, "d": {} },
      "actions": [ { "at": "0ms", "do": "willAppear", "animated": false },
                   { "at": "0ms", "do": "didAppear" },
                   { "at": "100ms", "do": "key", "key": "x" } ] }
    """

  private func play(
    _ plugin: SmallPlugin, _ options: [String] = [], scenario: String = scenario
  ) throws -> ProgramRun {
    try plugin.compile(into: folder)
    let file = try folder.write(scenario, to: "scenario.json")
    return try ProgramRun.run(["play", "--plugins", folder.path] + options + [file])
  }

  /// It has the keys, and does that with `x`.
  private func plugin(onX statements: String) -> SmallPlugin {
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.key = "if (key->code != 'x') return false;\n\(statements)\nreturn true;"
    return plugin
  }

  private func lines(_ run: ProgramRun, of events: String...) -> [String] {
    run.output.split(separator: "\n").map(String.init).filter { line in
      events.contains { line.contains(#""event":"\#($0)""#) }
    }
  }

  @Test(
    .needsSandbox,
    arguments: [
      ("abort();", "crashed (SIGABRT) in input.key"),
      ("_exit(3);", "ended its process with status 3 in input.key"),
    ])
  func `that ends makes place at that instant, and comes back, as in a run`(
    deed: String, words: String
  ) throws {
    let run = try play(plugin(onX: deed), ["--check", "--events", "-"])
    #expect(run.status == 0, "\(run.errors)")
    let failure = #"{"t":100,"event":"pluginFailed","child":"c","file":"\#(folder.path)/small.so""#
    let told = lines(run, of: "pluginFailed", "pluginRestarted")
    #expect(
      told.first == failure + #","what":"\#(words)"}"#
        && told.dropFirst().first?.hasPrefix(#"{"t":450,"event":"pluginRestarted""#) == true,
      "\(run.output)")
    #expect(
      lines(run, of: "childWillAppear", "childDidDisappear") == [
        #"{"t":0,"event":"childWillAppear","child":"c","animated":false}"#,
        #"{"t":100,"event":"childWillAppear","child":"c (failed)","animated":true}"#,
        #"{"t":450,"event":"childDidDisappear","child":"c","animated":true}"#,
        #"{"t":450,"event":"childWillAppear","child":"c","animated":true}"#,
        #"{"t":450,"event":"childDidDisappear","child":"c (failed)","animated":true}"#,
      ], "\(run.output)")
    #expect(run.errors.hasPrefix("statehost: child c: \(words): /"), "\(run.errors)")
  }

  @Test func `that hangs is ended when it is time by the clock of the run`() throws {
    let run = try play(plugin(onX: "for (;;) pause();"), ["--deadline", "end=1500ms"])
    #expect(run.status == 0)
    let failures = lines(run, of: "pluginFailed")
    #expect(failures.count == 1)
    #expect(failures.first?.hasPrefix(#"{"t":1600,"#) == true, "\(run.output)")
    #expect(
      failures.first?.hasSuffix(#""did not come back within 1500 ms in input.key"}"#) == true,
      "\(run.output)")
  }

  @Test func `that takes its time takes none of the run's`() throws {
    let own = try play(plugin(onX: "usleep(300000);"), ["--isolation", "none"])
    let other = try play(plugin(onX: "usleep(300000);"))
    #expect(lines(other, of: "pluginFailed").isEmpty)
    #expect(own.output == other.output && own.errors == other.errors && !own.output.isEmpty)
  }

  @Test(arguments: ["auto", "each"])
  func `tells, asks and draws the same as in the program's own process`(
    isolation: String
  ) throws {
    var plugin = SmallPlugin.listening
    plugin.willAppear += #"host->request_state(host, childplugin_text("two"), true);"#
    plugin.draw += #"puts("it draws");"#
    let frames = ["--frames", "0ms,50ms,101ms,555ms", "--events", "-"]
    let actions = Self.scenario.dropLast(4)
    let scenario =
      actions + #"""
        , { "at": "500ms", "do": "request", "state": "one" },
          { "at": "550ms", "do": "resize", "columns": 40, "rows": 10 },
          { "at": "600ms", "do": "paste", "text": "words" } ] }
        """#
    let own = try play(plugin, frames + ["--isolation", "none"], scenario: String(scenario))
    let other = try play(plugin, frames + ["--isolation", isolation], scenario: String(scenario))
    #expect(own.status == 0 && own.output.contains(#""to":"two""#), "\(own.output)")
    #expect(other.output == own.output)
    #expect(
      other.errors.split(separator: "\n").filter { !$0.contains("printed") }
        == own.errors.split(separator: "\n").filter { !$0.contains("printed") })
  }

  /// The host calls `progress` once a frame, and the child may draw each time.
  @Test(arguments: ["", "host->invalidate(host);"])
  func `that follows its transition comes to rest`(deed: String) throws {
    var plugin = SmallPlugin()
    plugin.declarations = """
      static void moved(const childplugin_child_t *child, bool appearing, double progress) {
        (void)child; (void)appearing; (void)progress;
        \(deed)
      }
      """
    plugin.extensions = [("TRANSITION", "transition", ".progress = moved")]
    let leaves = #", { "at": "200ms", "do": "request", "state": "two" } ] }"#
    let scenario = Self.scenario.dropLast(4) + leaves
    let run = try play(plugin, ["--frames", "300ms", "--events", "-"], scenario: String(scenario))
    #expect(run.status == 0, "\(run.errors)")
    let ends = lines(run, of: "didTransition")
    #expect(ends.last?.hasPrefix(#"{"t":550,"#) == true, "\(run.output)")
  }

  @Test(.needsSandbox)
  func `that crashes in the program's own process ends it, after the events before it`()
    throws
  {
    var plugin = SmallPlugin()
    plugin.willAppear = "*(volatile int *)8 = 1;"
    let run = try play(plugin, ["--isolation", "none"])
    #expect(run.status == 128 + SIGSEGV)
    #expect(
      run.output.hasSuffix(#"{"t":0,"event":"childWillAppear","child":"c","animated":false}\#n"#))
    #expect(run.errors.hasPrefix("statehost: a plugin crashed (SIGSEGV): "))
    #expect(run.errors.contains("in will_appear: update "))
  }
}
