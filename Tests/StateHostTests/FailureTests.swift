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

  @Test func `is said to have done so on a thread of its own`() throws {
    var plugin = keyPlugin(
      "pthread_t thread; pthread_create(&thread, NULL, wild, NULL); return true;")
    plugin.declarations = """
      #include <pthread.h>
      static void *wild(void *nothing) { usleep(50000); *(volatile int *)8 = 1; return nothing; }
      """
    try plugin.compile(into: folder, flags: ["-pthread"])
    let terminal = try start()
    try terminal.wait(forText: "a small child")
    try terminal.press("x")
    try terminal.wait(
      forText: "\"Small\" (com.example.small): crashed (SIGSEGV) on a thread of its own")
  }

  @Test func `is said to have closed its link`() throws {
    try keyPlugin("close(3); return true;").compile(into: folder)
    let terminal = try start()
    try terminal.wait(forText: "a small child")
    try terminal.press("x")
    try terminal.wait(forText: "\"Small\" (com.example.small): closed its link to the host")
  }

  @Test func `has rows of its own beside others that have`() throws {
    for index in 1...3 {
      var plugin = SmallPlugin()
      plugin.id = "com.example.small\(index)"
      plugin.name = "Small \(index)"
      plugin.draw = "if (access(\"/nowhere\", F_OK) != 0) abort();"
      try plugin.compile(into: folder, as: "small\(index).so")
    }
    let terminal = try start(rows: 20)
    let rows = try terminal.wait(for: "all three") { rows in
      (1...3).allSatisfy { index in
        rows.contains {
          $0.contains("\"Small \(index)\" (com.example.small\(index)): crashed (SIGABRT) in draw")
        }
      }
    }
    #expect(rows.contains { $0.contains("1/9") }, "\(rows)")
  }

  @Test func `does not push what has happened off the screen with its name`() throws {
    var plugin = keyPlugin("abort();")
    plugin.name = "Everything is fine. " + String(repeating: "A", count: 3000)
    try plugin.compile(into: folder)
    let terminal = try start()
    try terminal.wait(forText: "a small child")
    try terminal.press("x")
    try terminal.wait(
      forText:
        "\"Everything is fine. AAAAAAAAAAAA…\" (com.example.small): crashed (SIGABRT) in input.key")
  }

  @Test func `cannot choose for the user`() throws {
    var plugin = keyPlugin("return host->perform(host, CHILDPLUGIN_ACTION_ACCEPT_ROW, 4);")
    plugin.draw = "host->wake_after(host, 1);"
    plugin.more = """
      static void woke(const childplugin_child_t *child) {
        static bool has_tried;
        (void)child;
        if (!has_tried) host->perform(host, CHILDPLUGIN_ACTION_ACCEPT_ROW, 3);
        has_tried = true;
        host->log(host, CHILDPLUGIN_LOG_INFO, childplugin_text("has woken"));
      }
      static const childplugin_wake_t wake = { .size = sizeof wake, .woke = woke };
      static const void *with_wake(const childplugin_child_t *child, childplugin_text_t id) {
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_WAKE))) return &wake;
        return get_extension(child, id);
      }
      """
    plugin.made = "child->get_extension = with_wake;"
    try plugin.compile(into: folder)
    let terminal = try TmuxTerminal(
      columns: 100,
      command:
        "x=$(statehost --plugins '\(folder.path)' --log '\(folder.path)/log' --pick -- seq 9); "
        + "echo got:$x")
    try terminal.wait(forText: "a small child")
    try wait(for: "it to have woken") {
      (try? String(contentsOfFile: folder.path + "/log", encoding: .utf8))?
        .contains("has woken") == true
    }
    terminal.waitForKeys()
    try terminal.press("x")
    try terminal.wait(forText: "not printed yet; press again to print \"5\"")
    // It counts once that can have been read.
    terminal.waitForKeys()
    try terminal.press("x")
    let rows = try terminal.wait(forText: "ended:0")
    #expect(rows.contains("got:5"), "\(rows)")
    let told = rows.filter { $0.contains("was refused because the user has not used") }
    #expect(told.count == 1, "\(rows)")
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
