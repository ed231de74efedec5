import Foundation
import TestSupport
import Testing

/// `--watch`: a plugin whose file changes is loaded again while the program runs.
@Suite struct `A watched plugin` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func start(_ options: String = "") throws -> TmuxTerminal {
    try TmuxTerminal(
      columns: 110, rows: 10,
      command: "statehost --watch --plugins '\(folder.path)' --events '\(folder.path)/events' "
        + "\(options) -- seq 9")
  }

  private func plugin(_ text: String) -> SmallPlugin {
    var plugin = SmallPlugin()
    plugin.text = text
    return plugin
  }

  private func events() throws -> [Substring] {
    try String(contentsOfFile: folder.path + "/events", encoding: .utf8).split(separator: "\n")
  }

  /// A child that counts its keys, shows how many, and saves the number.
  private func counting(_ text: String) -> SmallPlugin {
    var plugin = plugin(text)
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.declarations = """
      static uint32_t keys;
      static uint64_t save(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
        (void)child;
        if (capacity > 0) *buffer = (char)('0' + keys);
        return 1;
      }
      static bool restore(const childplugin_child_t *child, const char *bytes, uint64_t length) {
        (void)child;
        if (length == 1) keys = (uint32_t)(*bytes - '0');
        return true;
      }
      """
    plugin.extensions = [("STATE", "saved_state", ".save = save, .restore = restore")]
    plugin.key = """
      if (key->code != 'x') return false;
      keys += 1;
      host->invalidate(host);
      return true;
      """
    plugin.draw = """
      char line[32];
      snprintf(line, sizeof line, "%u keys", keys);
      canvas->text(canvas, 20, 0, 10, childplugin_text(line), NULL);
      """
    return plugin
  }

  @Test func `is one that was looked into while the program ran, too`() throws {
    var slow = plugin("before")
    // Longer than the run waits for it.
    slow.initialise = "usleep(700000);"
    try slow.compile(into: folder)
    let terminal = try start()
    let first = try terminal.wait(forText: "1/9")
    #expect(!first.contains { $0.contains("before") })
    try terminal.wait(forText: "before")
    try plugin("after").compile(into: folder)
    try terminal.wait(forText: "after")
    try terminal.press("q")
  }

  @Test func `takes the place of the one before by a transition, with its state`() throws {
    try counting("the first").compile(into: folder)
    let terminal = try start()
    try terminal.wait(forText: "the first")
    try terminal.type("xxx")
    try terminal.wait(forText: "3 keys")
    try counting("the second").compile(into: folder)
    try terminal.wait(forText: "small.so was loaded again")
    let rows = try terminal.wait(forText: "the second")
    #expect(rows[0].contains("3 keys") && rows.contains { $0.hasPrefix("4 ") }, "\(rows)")
    terminal.waitForKeys()
    try terminal.type("x")
    try terminal.wait(forText: "4 keys")
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
    let told = try events()
    let reloaded = try #require(told.firstIndex { $0.contains(#""event":"pluginReloaded""#) })
    #expect(
      told[reloaded...].contains {
        $0.contains(#""event":"childDidDisappear","child":"com.example.small""#)
      })
    #expect(
      told.contains {
        $0.contains(#""event":"order""#) && $0.contains(#""com.example.small""#)
          && $0.contains(#""com.example.small (reload 1)""#)
      }, "the two are told apart while both are there")
  }

  @Test func `may be a symbolic link to where it is built`() throws {
    let build = try ScratchFolder()
    try plugin("the first").compile(into: build)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/small.so", withDestinationPath: build.path + "/small.so")
    let terminal = try start()
    try terminal.wait(forText: "the first")
    try plugin("the second").compile(into: build)
    try terminal.wait(for: "the second") { $0[0].hasPrefix("the second") }
  }

  @Test func `needs a worker`() throws {
    let run = try ProgramRun.run(["--watch", "--isolation", "none", "--", "true"])
    #expect(run.status == 2)
    #expect(
      run.errors
        == "statehost: plugins are reloaded only in workers: --watch: "
        + "leave out --isolation none\n")
  }
}
