import HostSurface
import TestSupport
import Testing

/// What a plugin in a worker draws, and what it hears of the mouse, through the whole program.
@Suite struct `What a plugin of others draws` {
  private static var following: SmallPlugin {
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_FOLLOWS_MOUSE"
    plugin.declarations = """
      static int at_column = -1, at_row = -1, sideways = 0;
      static bool on_mouse(const childplugin_child_t *child, const childplugin_mouse_t *mouse) {
        (void)child;
        if (mouse->kind == CHILDPLUGIN_MOUSE_MOVE) {
          at_column = mouse->column;
          at_row = mouse->row;
        }
        sideways += mouse->wheel_columns;
        host->invalidate(host);
        return true;
      }
      """
    plugin.extensions = [("INPUT", "input", ".mouse = on_mouse")]
    plugin.draw = """
      char line[64];
      childplugin_style_t style = {
        .size = sizeof style, .attributes = CHILDPLUGIN_ATTRIBUTE_UNDERLINE,
        .foreground = CHILDPLUGIN_COLOUR_INDEX(200), .underline = CHILDPLUGIN_UNDERLINE_CURLY,
        .underline_colour = CHILDPLUGIN_COLOUR_RGB(1, 2, 3),
        .link = canvas->link(canvas, childplugin_text("https://a.example/")) };
      canvas->dim(canvas, 0, 1, canvas->columns, 2);
      snprintf(line, sizeof line, "mouse %d %d, sideways %d", at_column, at_row, sideways);
      canvas->text(canvas, 0, 3, canvas->columns, childplugin_text(line), &style);
      """
    return plugin
  }

  @Test func `is decorated, dims what is beneath, and follows the mouse`() throws {
    let folder = try ScratchFolder()
    try Self.following.compile(into: folder)
    let terminal = try PlayedTerminal(
      ["--reduced-motion", "--plugins", folder.path, "--", "seq", "100"])
    let shown = try terminal.wait(for: "the drawing") {
      $0.rows[3].hasPrefix("mouse -1 -1") && $0.rows[1].contains("2")
    }
    #expect(shown.modes.contains(1003))
    #expect(shown.unknownSequences.isEmpty)
    #expect(shown.screen.cell(column: 0, row: 3)?.foreground == .indexed(200))
    #expect(
      shown.screen.decoration(column: 0, row: 3)
        == Decoration(
          underline: .curly, underlineColour: .rgb(1, 2, 3),
          link: LinkAddress(Array("https://a.example/".utf8))))
    let column = try #require(shown.rows[1].firstIndex(of: "2")?.utf16Offset(in: shown.rows[1]))
    #expect(shown.screen.cell(column: column, row: 1)?.foreground.kind == .rgb)
    #expect(shown.screen.cell(column: column, row: 4)?.foreground.kind == .default)
    terminal.type("\u{1B}[<35;4;2M\u{1B}[<35;6;7M")
    try terminal.wait(for: "the mouse's last place") { $0.rows[3].hasPrefix("mouse 5 6") }
    terminal.type("\u{1B}[<67;1;1M\u{1B}[<67;1;1M\u{1B}[<66;1;1M")
    try terminal.wait(for: "the wheel") { $0.rows[3].contains("sideways 3") }
    terminal.type("q")
    #expect(try terminal.waitForEnd() == 0)
    #expect(terminal.screen.modes == [7, 25])
  }

  @Test func `is plain where the terminal chokes on more`() throws {
    let folder = try ScratchFolder()
    try Self.following.compile(into: folder)
    let terminal = try PlayedTerminal(
      ["--reduced-motion", "--plugins", folder.path, "--", "seq", "100"],
      environment: ["TERM": "linux", "COLORTERM": ""])
    let shown = try terminal.wait(for: "the drawing") { $0.rows[3].hasPrefix("mouse -1 -1") }
    #expect(shown.screen.decoration(column: 0, row: 3) == Decoration())
    #expect(shown.screen.cell(column: 0, row: 3)?.attributes == .underline)
    #expect(shown.modes.isDisjoint(with: [1002, 1003]))
  }
}
