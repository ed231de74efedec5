import Foundation
import HostSurface
import TestSupport
import Testing

/// A plugin that has programs run, through the whole program.
@Suite struct `A plugin runs a program` {
  private let folder: ScratchFolder
  private let home: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    home = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.needs = ["run"]
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.text = ""
    plugin.draw = """
      canvas->text(canvas, 0, 0, canvas->columns, childplugin_text(shown), NULL);
      """
    plugin.declarations = """
      static const childplugin_host_t *host;
      static char shown[400] = "nothing has run";
      static uint64_t last;
      static bool run(const char *script, uint32_t flags, const char *input) {
        const childplugin_host_run_t *table =
          host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN));
        const childplugin_text_t words[] = { CHILDPLUGIN_TEXT("sh"), CHILDPLUGIN_TEXT("-c"),
          childplugin_text(script), CHILDPLUGIN_TEXT("sh") };
        const childplugin_program_t program = { .size = sizeof program, .flags = flags,
          .words = words, .word_count = 4, .input = childplugin_text(input) };
        last = table->run(host, &program);
        snprintf(shown, sizeof shown, last == 0 ? "refused" : "running");
        host->invalidate(host);
        return true;
      }
      static bool on_key(const childplugin_child_t *child, const childplugin_key_t *key) {
        (void)child;
        switch (key->code) {
        case 'e': return run("cat; echo oh >&2; exit 3", 0, "given");
        case 'a': return run("printf '<%s>' \\"$@\\"", CHILDPLUGIN_PROGRAM_ROWS_AS_ARGUMENTS, "");
        case 'i': return run("cat -A", CHILDPLUGIN_PROGRAM_ROWS_AS_INPUT, "");
        case 'l': return run("echo $$ >\(folder.path)/group; sleep 1000 & sleep 1000", 0, "");
        case 'x': abort();
        default: return false;
        }
      }
      static void ended(const childplugin_child_t *child, const childplugin_program_end_t *end) {
        (void)child;
        snprintf(shown, sizeof shown, "%s: kind %u, status %d: %.*s|%.*s",
          end->number == last ? "the last" : "another", end->kind, end->status,
          (int)end->output.length, end->output.bytes, (int)end->errors.length, end->errors.bytes);
        for (char *byte = shown; *byte; byte += 1) if (*byte == '\\n') *byte = '/';
      }
      static const void *extensions(const childplugin_child_t *child, childplugin_text_t id) {
        static const childplugin_input_t input = { .size = sizeof input, .key = on_key };
        static const childplugin_run_observer_t run = { .size = sizeof run, .ended = ended };
        (void)child;
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_INPUT))) return &input;
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_RUN))) return &run;
        return NULL;
      }
      """
    plugin.made = "child->get_extension = extensions;"
    try plugin.compile(into: folder)
  }

  private static let grant = ["--grant", "com.example.small=run"]

  private func terminal(_ words: [String], source: [String] = ["seq", "5"]) throws -> PlayedTerminal
  {
    let terminal = try PlayedTerminal(
      ["--reduced-motion", "--plugins", folder.path] + words + ["--"] + source, columns: 80,
      environment: ["HOME": home.path])
    try terminal.wait(forText: "nothing has run")
    return terminal
  }

  @Test(arguments: ["auto", "none"])
  func `with an input, and is told its end`(isolation: String) throws {
    let terminal = try terminal(Self.grant + ["--isolation", isolation])
    terminal.type("e")
    try terminal.wait(forText: "the last: kind 1, status 3: given|oh/")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == 0)
  }

  @Test(arguments: ["auto", "none"])
  func `only where that is granted`(isolation: String) throws {
    let terminal = try terminal(["--isolation", isolation])
    terminal.type("e")
    try terminal.wait(forText: "refused")
    terminal.type("q")
    #expect(try terminal.waitForEnd() == 0)
    #expect(
      terminal.screen.rows.joined(separator: "").replacing(" ", with: "")
        .contains("--grantcom.example.small=run=")
    )
  }

  @Test(arguments: ["auto", "none"])
  func `with the rows that are marked, or the one that the user is on`(isolation: String) throws {
    let terminal = try terminal(
      Self.grant + ["--isolation", isolation],
      source: ["printf", "%b\\n", "a b", "ü\\0377", "$(c)"])
    try terminal.wait(forText: "$(c)")
    terminal.type("a")
    try terminal.wait(forText: "<a b>|")
    terminal.type("\u{1B}[Bi")
    try terminal.wait(forText: "M-CM-<M-^?$/|")
    terminal.type("m\u{1B}[Fma")
    try terminal.wait(forText: "<ü\u{FFFD}><$(c)>|")
  }

  @Test func `that ends with the child`() throws {
    let terminal = try terminal(Self.grant)
    terminal.type("l")
    let group = try folder.number(in: "group")
    terminal.type("x")
    try terminal.wait(forText: "SIGABRT")
    try wait(for: "the end of the group") { kill(-group, 0) == -1 && errno == ESRCH }
    terminal.type("q")
    _ = try terminal.waitForEnd()
  }

  @Test(arguments: ["q", "kill"])
  func `that ends with the program`(how: String) throws {
    let terminal = try terminal(Self.grant)
    terminal.type("l")
    let group = try folder.number(in: "group")
    if how == "q" { terminal.type("q") } else { terminal.send(SIGKILL) }
    _ = try terminal.waitForEnd()
    try wait(for: "the end of the group") { kill(-group, 0) == -1 && errno == ESRCH }
  }
}
