import Testing

@testable import HostPlugins

extension PluginTests {
  /// The actions as a child in C asks for them.
  @Suite struct `The actions of a child` {
    private func fixture(_ statements: String) throws -> LoadedFixture {
      var plugin = FixturePlugin(willAppear: statements)
      plugin.declarations = "static const childplugin_host_actions_t *actions;"
      plugin.create =
        "actions = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_ACTIONS));"
      let fixture = try LoadedFixture(plugin)
      _ = fixture.logged()
      fixture.child.send(.willAppear(animated: false))
      return fixture
    }

    @Test func `are passed on as they are`() throws {
      let fixture = try fixture(
        """
        uint64_t rows[] = { 1, 0 };
        note_number("text", actions->accept_text(host, childplugin_text("a\\nb"), 255));
        note_number("rows", actions->accept_rows(host, rows, 2));
        note_number("clipboard", actions->clipboard(host, childplugin_text("copied")));
        note_number("title", actions->title(host, childplugin_text("a\\x1b]2;\\x07title")));
        note_number("bell", actions->bell(host));
        """)
      #expect(
        fixture.logged().dropFirst() == ["text 1", "rows 1", "clipboard 1", "title 1", "bell 1"])
      #expect(
        fixture.services.asked == [
          "perform \(ChildAction.acceptText(Array("a\nb".utf8), exitStatus: 255))",
          "perform acceptRows([1, 0])", "perform \(ChildAction.clipboard(Array("copied".utf8)))",
          "perform title(\"atitle\")", "perform bell",
        ])
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `are passed on as large as they may be`() throws {
      let fixture = try fixture(
        """
        static char text[100 << 10];
        static uint64_t rows[4096];
        memset(text, 'x', sizeof text);
        note_number("text", actions->accept_text(host, (childplugin_text_t){ text, 65536 }, 0));
        note_number("none", actions->accept_text(host, childplugin_text(""), 0));
        note_number("rows", actions->accept_rows(host, rows, 4096));
        note_number("row", actions->accept_rows(host, rows, 1));
        note_number("clipboard", actions->clipboard(host, (childplugin_text_t){ text, sizeof text }));
        """)
      #expect(
        fixture.logged().dropFirst() == ["text 1", "none 1", "rows 1", "row 1", "clipboard 1"])
      #expect(fixture.services.asked.count == 5 && fixture.services.faults.isEmpty)
    }

    @Test func `are refused where they are too much or make no sense`() throws {
      let fixture = try fixture(
        """
        static char text[(100 << 10) + 1];
        static uint64_t rows[4097];
        memset(text, 'x', sizeof text);
        note_number("long", actions->accept_text(host, (childplugin_text_t){ text, 65537 }, 0));
        note_number("low", actions->accept_text(host, childplugin_text(""), -1));
        note_number("high", actions->accept_text(host, childplugin_text(""), 256));
        note_number("many", actions->accept_rows(host, rows, 4097));
        note_number("none", actions->accept_rows(host, rows, 0));
        note_number("null", actions->accept_rows(host, NULL, 1));
        note_number("huge", actions->clipboard(host, (childplugin_text_t){ text, sizeof text }));
        note_number("empty", actions->clipboard(host, childplugin_text("")));
        memset(text, 'w', 300);
        note_number("title", actions->title(host, (childplugin_text_t){ text, 300 }));
        """)
      #expect(
        fixture.logged().dropFirst() == [
          "long 0", "low 0", "high 0", "many 0", "none 0", "null 0", "huge 0", "empty 0", "title 1",
        ])
      #expect(
        fixture.services.asked == ["perform title(\"\(String(repeating: "w", count: 256))\")"])
      #expect(
        fixture.services.faults.map(\.kind) == [
          .exitStatusOutOfRange, .nullArgument(.actionsAcceptRows),
        ])
    }
  }
}
