import Foundation
import TestSupport
import Testing

/// What the user sees of plugins that fail in workers, and what these cannot do unasked.
@Suite struct `A plugin that fails` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func start(_ options: String = "", rows: Int = 12) throws -> TmuxTerminal {
    try TmuxTerminal(
      columns: 100, rows: rows,
      command: "statehost --plugins '\(folder.path)' --log '\(folder.path)/log' \(options) -- seq 9"
    )
  }

  private func keyPlugin(_ statements: String) -> SmallPlugin {
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.key = "if (key->code != 'x') return false;\n\(statements)"
    return plugin
  }

  @Test func `is quoted with what it logged in its last call`() throws {
    try keyPlugin(
      "host->log(host, CHILDPLUGIN_LOG_INFO, childplugin_text(\"the last words\")); abort();"
    ).compile(into: folder)
    let terminal = try start()
    try terminal.wait(forText: "a small child")
    try terminal.press("x")
    let rows = try terminal.wait(forText: "R starts it now")
    #expect(rows.contains { $0.contains("the last words") }, "\(rows)")
    let log = try String(contentsOfFile: folder.path + "/log", encoding: .utf8)
    #expect(log.contains("the last words"), "\(log)")
  }

  @Test func `is left alone while its own thread reads`() throws {
    var plugin = keyPlugin("host->invalidate(host); return true;")
    plugin.declarations = """
      #include <pthread.h>
      static int ends[2];
      static void *reading(void *nothing) {
        char line[8];
        FILE *file = fdopen(ends[0], "r");
        while (file && fgets(line, sizeof line, file)) {}
        return nothing;
      }
      """
    plugin.create = """
      pthread_t thread;
      if (pipe(ends) == 0) pthread_create(&thread, NULL, reading, NULL);
      """
    plugin.draw = """
      static int draws;
      char text[32];
      snprintf(text, sizeof text, "drawn %d", draws += 1);
      canvas->text(canvas, 0, 1, 20, childplugin_text(text), NULL);
      """
    try plugin.compile(into: folder, flags: ["-pthread"])
    let terminal = try start()
    try terminal.wait(forText: "drawn 1")
    try terminal.press("x")
    try terminal.wait(forText: "drawn 2")
    try terminal.press("x")
    try terminal.wait(forText: "drawn 3")
    #expect(!(try terminal.screen().contains { $0.contains("did not come back") }))
  }
}
