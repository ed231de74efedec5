import Foundation
import HostSurface
import TestSupport
import Testing

/// A plugin whose key has the host run `edit` of its folder on the terminal.
private func editingPlugin(in folder: ScratchFolder) throws {
  var plugin = SmallPlugin()
  plugin.needs = ["run"]
  plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
  plugin.text = ""
  plugin.draw = "canvas->text(canvas, 0, 0, canvas->columns, childplugin_text(shown), NULL);"
  plugin.declarations = """
    static char shown[200] = "nothing has run", keys[40];
    static void say(const char *text) {
      snprintf(shown, sizeof shown, "%s, keys [%s]", text, keys);
      host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text(shown));
      host->invalidate(host);
    }
    static uint64_t run(void) {
      const childplugin_host_run_t *table =
        host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN));
      const childplugin_text_t words[] = {
        CHILDPLUGIN_TEXT("\(folder.path)/edit"), CHILDPLUGIN_TEXT("file") };
      const childplugin_program_t asked = { .size = sizeof asked, .words = words, .word_count = 2,
        .flags = CHILDPLUGIN_PROGRAM_ON_TERMINAL };
      return table->run(host, &asked);
    }
    static void ended(const childplugin_child_t *child, const childplugin_program_end_t *end) {
      char text[100];
      (void)child;
      snprintf(text, sizeof text, "end %u %d %.*s", end->kind, end->status,
               end->errors.length > 30 ? 30 : (int)end->errors.length, end->errors.bytes);
      say(text);
    }
    """
  plugin.key = """
    switch (key->code) {
    case 'e': say(run() != 0 ? "it runs" : "refused"); return true;
    case 'q': return false;
    default:
      if (key->code < 'a' || key->code > 'z') return false;
      if (strlen(keys) + 1 < sizeof keys) keys[strlen(keys)] = (char)key->code;
      say("a key");
      return true;
    }
    """
  plugin.extensions = [("RUN", "run_observer", ".ended = ended")]
  try plugin.compile(into: folder)
}

/// The program in a job-control shell on a terminal, and a script for its plugin's child to run.
private struct EditedRun {
  let terminal: TmuxTerminal
  let folder: ScratchFolder

  /// - Parameters:
  ///   - script: what runs on the terminal, in `sh`; `$1` is a file of the folder.
  ///   - isEndless: the command goes on after its rows.
  /// - Throws: what the terminal, the compiler and the folder throw.
  init(_ script: String, isEndless: Bool = false) throws {
    terminal = try TmuxTerminal(columns: 60, rows: 10)
    folder = try ScratchFolder()
    try editingPlugin(in: folder)
    try folder.write("#!/bin/sh\necho $$ >group\n" + script, to: "edit")
    try folder.write("echo $$ >source; seq 5\(isEndless ? "; exec sleep 1000" : "")", to: "rows.sh")
    _ = unsafe chmod(folder.path + "/edit", 0o700)
    try terminal.run(
      "statehost --reduced-motion --plugins . --grant com.example.small=run -- sh rows.sh",
      recordedIn: folder)
    try terminal.wait(forText: "nothing has run")
  }

  /// The group of the script, when that runs.
  func group() throws -> Int32 { try folder.number(in: "group") }

  func wait(forFile name: String) throws {
    try TestSupport.wait(for: name) {
      FileManager.default.fileExists(atPath: folder.path + "/" + name)
    }
  }

  func contents(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  /// Lets a script go on that waits for it.
  func go() throws { try folder.write("", to: "go") }

  /// What a script does until it may go on.
  static let waits = "while [ ! -e go ]; do sleep 0.02; done"

  /// Leaves the program, which still hears keys, and looks whether the shell finds all as it was.
  func expectOrderlyEnd() throws {
    try terminal.type("q")
    #expect(try folder.number(in: "status") == 0)
    try expectSettings()
    try terminal.waitForPrompt()
  }

  /// The settings are soon as they were before: the same end wakes the guardian and the shell.
  func expectSettings() throws {
    try wait(forFile: "done")
    #expect(try contents("before") == contents("after"))
  }
}

@Suite struct `A program that has the terminal` {
  @Test func `reads a line from it, and all is drawn anew when it has ended`() throws {
    let run = try EditedRun(
      """
      stty -a | tr ';' '\\n' >settings; stty size >size
      printf 'edit: '; read line; echo "$line" >"$1"; exit 4
      """)
    try run.terminal.press("e")
    let rows = try run.terminal.wait(forText: "edit:")
    #expect(!rows.contains { $0.contains("runs") }, "nothing of the host's is there: \(rows)")
    try run.terminal.enter("a line")
    let whole = try run.terminal.wait(forText: "end 1 4 , keys []")
    #expect(!whole.contains { $0.contains("edit") || $0.contains("line") }, "\(whole)")
    #expect(try run.contents("file") == "a line\n")
    #expect(try run.contents("size") == "10 60\n")
    let settings = try run.contents("settings").split(whereSeparator: \.isWhitespace)
    #expect(settings.contains("icanon") && settings.contains("echo") && settings.contains("opost"))
    #expect(try run.terminal.fact("#{alternate_on} #{cursor_flag}") == "1 0")
    try run.expectOrderlyEnd()
  }

  @Test func `gets no key that was typed before, and leaves none that was typed into it`() throws {
    let run = try EditedRun("read line; echo \"$line\" >read; \(EditedRun.waits)")
    // All at once, so that the first is not handled when the others are there.
    try run.terminal.type("exyz\n")
    _ = try run.group()
    try run.terminal.enter("for the program")
    try run.wait(forFile: "read")
    try run.terminal.type("qw")
    try run.go()
    try run.terminal.wait(forText: "end 1 0 , keys []")
    #expect(try run.contents("read") == "for the program\n")
    try run.expectOrderlyEnd()
  }

  @Test func `stops with the host, and goes on with it`() throws {
    let run = try EditedRun("stty -echo; printf 'edit: '; read line; echo \"$line\" >\"$1\"")
    try run.terminal.press("e")
    try run.terminal.wait(forText: "edit:")
    try run.terminal.press("C-z")
    try run.terminal.waitForPrompt()
    try run.terminal.enter("stty -g >stopped")
    try run.terminal.waitForPrompt()
    #expect(try run.contents("stopped") == run.contents("before"))
    try run.terminal.enter("fg")
    try run.terminal.wait(forText: "run.sh")
    try run.terminal.enter("again")
    try run.terminal.wait(forText: "end 1 0")
    #expect(try run.contents("file") == "again\n")
    try run.expectOrderlyEnd()
  }

  @Test func `goes on at once where nobody could continue the host`() throws {
    let folder = try ScratchFolder()
    try editingPlugin(in: folder)
    try folder.write("#!/bin/sh\nkill -STOP $$\necho >on; echo went on\nread line\n", to: "edit")
    _ = unsafe chmod(folder.path + "/edit", 0o700)
    let terminal = try TmuxTerminal(
      columns: 60, rows: 10,
      command: """
        cd '\(folder.path)'; exec statehost --reduced-motion --plugins . \
        --grant com.example.small=run -- seq 5
        """)
    try terminal.wait(forText: "nothing has run")
    try terminal.press("e")
    try terminal.wait(forText: "went on")
    try terminal.press("Enter")
    try terminal.wait(forText: "end 1 0")
  }

  @Test func `that is killed leaves nothing on that the host does not know of`() throws {
    let folder = try ScratchFolder()
    try editingPlugin(in: folder)
    // The shell is not killed by its own word, but as a program that shows something is.
    try folder.write("#!/bin/sh\nprintf '%s%s' be gan; kill -KILL $$\n", to: "edit")
    _ = unsafe chmod(folder.path + "/edit", 0o700)
    let terminal = try PlayedTerminal(
      [
        "--reduced-motion", "--plugins", folder.path, "--grant", "com.example.small=run", "--",
        "sh", "-c", "seq 5",
      ], environment: ["HOME": folder.path])
    try terminal.wait(forText: "nothing has run")
    terminal.type("e")
    try terminal.wait(forText: "end 2 9")
    let sent = String(decoding: terminal.taken, as: UTF8.self).components(separatedBy: "began")
    #expect(sent.count == 2 && sent.last?.contains(EscapeSequence.restoreTerminal()) == true)
    terminal.type("q")
    #expect(try terminal.waitForEnd() == 0)
  }

  @Test(arguments: [SIGTERM, SIGKILL, SIGSEGV])
  func `ends with the host, however that ends, and with the command`(signal: Int32) throws {
    let run = try EditedRun(
      "stty raw -echo; echo >ready; sleep 1000 & sleep 1000; :", isEndless: true)
    try run.terminal.press("e")
    try run.wait(forFile: "ready")
    let groups = [try run.group(), try run.folder.number(in: "source")]
    kill(try run.folder.number(in: "host"), signal)
    #expect(try run.folder.number(in: "status") == 128 + signal)
    try wait(for: "the end of both groups") {
      groups.allSatisfy { kill(-$0, 0) == -1 && errno == ESRCH }
    }
    try run.expectSettings()
  }

  @Test func `is refused where nobody is at a terminal`() throws {
    let folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.needs = ["run"]
    plugin.willAppear = """
      const childplugin_host_run_t *table =
        host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN));
      const childplugin_text_t words[] = { CHILDPLUGIN_TEXT("true") };
      const childplugin_program_t asked = { .size = sizeof asked, .words = words, .word_count = 1,
        .flags = CHILDPLUGIN_PROGRAM_ON_TERMINAL };
      table->run(host, &asked);
      """
    try plugin.compile(into: folder)
    let run = try ProgramRun.run([
      "--plugins", folder.path, "--grant", "com.example.small=run", "--isolation", "none",
      "--snapshot", "-", "--", "seq", "2",
    ])
    #expect(run.errors.contains("there is no terminal"), "\(run.errors)")
  }
}
