import Foundation
import HostSurface
import TestSupport
import Testing

/// What a plugin does for the user, through the whole program.
@Suite struct `A plugin acts for the user` {
  private static var acting: SmallPlugin {
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.declarations = "static const childplugin_host_actions_t *actions;"
    plugin.create = """
      actions = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_ACTIONS));
      """
    plugin.willAppear = """
      actions->title(host, childplugin_text("a\\x1b]2;x\\x07 title"));
      """
    plugin.key = """
      uint64_t rows[] = { 4, 0, 2 }, missing = 999;
      switch (key->code) {
      case 't': return actions->accept_text(host, childplugin_text("chosen \\xc3\\xa9"), 7);
      case 'r': return actions->accept_text(host, childplugin_text("5"), 0);
      case 'o': return actions->accept_rows(host, rows, 3);
      case 'm': return !actions->accept_rows(host, &missing, 1) && actions->bell(host);
      case 'c': return actions->clipboard(host, childplugin_text("foob")) && actions->bell(host);
      default: return false;
      }
      """
    return plugin
  }

  private func terminal() throws -> (PlayedTerminal, ScratchFolder) {
    let folder = try ScratchFolder()
    try Self.acting.compile(into: folder)
    let terminal = try PlayedTerminal(
      ["--reduced-motion", "--plugins", folder.path, "--", "seq", "100"])
    try terminal.wait(forText: "a small child")
    try terminal.wait(forText: "1/100")
    return (terminal, folder)
  }

  @Test func `with a text of its own and its status`() throws {
    let (terminal, _) = try terminal()
    try terminal.wait(for: "the title") { $0.title == "a title" }
    terminal.type("t")
    #expect(try terminal.waitForEnd() == 7)
    #expect(terminal.screen.rows.contains("chosen é"))
    #expect(
      terminal.screen.rows.joined().contains(
        #"the chosen text is not a row of the content: "Small" (com.example.small): it comes from a plugin"#
      ))
    #expect(terminal.screen.title == "")
  }

  @Test func `with a text that is a row, of which nothing is said`() throws {
    let (terminal, _) = try terminal()
    terminal.type("r")
    #expect(try terminal.waitForEnd() == 0)
    #expect(terminal.screen.rows.contains("5"))
    #expect(!terminal.screen.rows.joined().contains("the chosen text"))
  }

  @Test(.needsSandbox) func `on the clipboard of the terminal, and with rows in its order`() throws
  {
    let (terminal, _) = try terminal()
    terminal.type("c")
    let shown = try terminal.wait(for: "the clipboard") { $0.clipboard == "Zm9vYg==" }
    #expect(shown.unknownSequences.isEmpty)
    terminal.type("m")
    // The program goes on where a row is not there.
    try terminal.wait(for: "the second bell") { $0.bellCount == 2 }
    terminal.type("o")
    #expect(try terminal.waitForEnd() == 0)
    #expect(Array(terminal.screen.rows.filter { !$0.isEmpty }.prefix(3)) == ["5", "1", "3"])
  }
}

/// A C plugin built with the header of 1.0, through the whole program: its keys do what they did.
@Suite struct `A plugin of ABI 1.0 acts for the user` {
  private func terminal() throws -> (PlayedTerminal, ScratchFolder) {
    let folder = try ScratchFolder()
    let frozen = BuiltProducts.repository + "/Tests/ABI/1.0"
    let build = try ProgramRun.run(
      [
        "cc", "-std=c11", "-shared", "-fPIC", "-fvisibility=hidden", "-I", frozen, "-o",
        folder.path + "/rows.so", frozen + "/rows.c",
      ], program: "/usr/bin/env")
    try #require(build.status == 0, "\(build.errors)")
    let terminal = try PlayedTerminal(
      [
        "--reduced-motion", "--plugins", folder.path, "--", "sh",
        try folder.write(
          "cd '\(folder.path)'; echo alpha >>loads; cat loads; echo beta", to: "script"),
      ])
    try terminal.wait(for: "its rows") { screen in
      ["beta", "has the keyboard"].allSatisfy { text in
        screen.rows.contains { $0.contains(text) }
      }
    }
    return (terminal, folder)
  }

  @Test func `accepts the row that its arrows lead to`() throws {
    let (terminal, _) = try terminal()
    terminal.type("\u{1B}[B\r")
    #expect(try terminal.waitForEnd() == 0)
    #expect(terminal.screen.rows.contains("beta"))
  }

  @Test func `loads again and asks for a state by its keys`() throws {
    let (terminal, folder) = try terminal()
    terminal.type("\u{12}")
    try terminal.wait(for: "the second load") { $0.rows.count { $0.contains("alpha") } == 2 }
    #expect(try String(contentsOfFile: folder.path + "/loads", encoding: .utf8) == "alpha\nalpha\n")
    terminal.type("\u{1B}e")
    try terminal.wait(for: "the other state") { !$0.rows.contains { $0.contains("alpha") } }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == 0)
  }
}
