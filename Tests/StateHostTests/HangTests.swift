import Foundation
import TestSupport
import Testing

@Suite struct `A plugin that hangs` {
  @Test func `is named on the screen, and the row goes when it comes back`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.key = """
      (void)key;
      while (access("\(folder.path)/go-on", F_OK) != 0) usleep(1000);
      """
    try plugin.compile(into: folder)
    let terminal = try TmuxTerminal(
      columns: 72, command: "statehost --isolation none --plugins '\(folder.path)' -- seq 9")
    let before = try terminal.wait(for: "the child over the list") { rows in
      rows[0].hasPrefix("a small child") && rows.contains { $0.contains("1/9") }
        && !rows.contains { $0.contains("loading") }
    }
    try terminal.press("x")
    let rows = try terminal.wait(forText: "Ctrl-C twice ends it")
    #expect(
      rows.last?.hasPrefix(" Ctrl-C twice ends it: waiting for com.example.small in input.key: /")
        == true, "\(rows)")
    #expect(rows.dropLast() == before.dropLast())
    try folder.write("", to: "go-on")
    try terminal.wait(for: "the screen as it was") { $0 == before }
    try terminal.press("q")
    try terminal.wait(forText: "ended:0")
  }
}

@Suite struct `A thread of a plugin's` {
  @Test func `prints nothing onto the shell's screen when the program has left`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.declarations = """
      #include <pthread.h>
      static void *print(void *nothing) {
        for (;;) {
          if (write(1, "scribble\\n", 9) + write(2, "scribble\\n", 9) == 0) return nothing;
          usleep(1000);
        }
      }
      static void later(void) { usleep(200000); }
      """
    plugin.willAppear = """
      pthread_t thread;
      if (pthread_create(&thread, NULL, print, NULL) == 0) pthread_detach(thread);
      """
    plugin.deinitialise = "usleep(200000); atexit(later);"
    try plugin.compile(into: folder)
    let terminal = try TmuxTerminal()
    try terminal.waitForPrompt()
    try terminal.record(to: folder.path + "/stream")
    try terminal.enter(
      "clear; statehost --isolation none --plugins '\(folder.path)' -- seq 9 2>'\(folder.path)/errors'"
    )
    try terminal.wait(forText: "a small child")
    try terminal.press("q")
    try terminal.waitForPrompt()
    let stream = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/stream"))
    #expect(stream.range(of: Data("scribble".utf8)) == nil)
    let errors = try String(contentsOfFile: folder.path + "/errors", encoding: .utf8)
    #expect(
      errors.split(separator: "\n").allSatisfy { $0.hasPrefix("statehost: ") }, "\(errors)")
  }
}

@Suite struct `The terminal itself` {
  @Test func `is refused as a file, in one line`() throws {
    let terminal = try TmuxTerminal(columns: 120, command: "statehost /dev/tty")
    let rows = try terminal.wait(forText: "ended:2")
    #expect(
      rows[0]
        == "statehost: this is a terminal, not a file: /dev/tty: give a file, or -- COMMAND")
  }
}
