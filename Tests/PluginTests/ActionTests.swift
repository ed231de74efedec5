import Testing

@testable import HostPlugins

extension PluginTests {
  /// The actions as a child in C asks for them.
  @Suite struct `The actions of a child` {
    @Test func `are passed on as they are`() throws {
      let (fixture, logged) = try LoadedFixture.appearing(
        """
        uint64_t rows[] = { 1, 0 };
        note_number("text", host_actions->accept_text(host, childplugin_text("a\\nb"), 255));
        note_number("rows", host_actions->accept_rows(host, rows, 2));
        note_number("clipboard", host_actions->clipboard(host, childplugin_text("copied")));
        note_number("title", host_actions->title(host, childplugin_text("a\\x1b]2;\\x07title")));
        note_number("bell", host_actions->bell(host));
        """)
      #expect(logged == ["text 1", "rows 1", "clipboard 1", "title 1", "bell 1"])
      let actions: [ChildAction] = [
        .acceptText(Array("a\nb".utf8), exitStatus: 255), .acceptRows([1, 0]),
        .clipboard(Array("copied".utf8)), .title("atitle"), .bell,
      ]
      #expect(fixture.services.asked == actions.map { .action($0) })
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `are passed on as large as they may be`() throws {
      let (fixture, logged) = try LoadedFixture.appearing(
        """
        static char text[100 << 10];
        static uint64_t rows[4096];
        memset(text, 'x', sizeof text);
        note_number("text", host_actions->accept_text(host, BYTES(text, 65536), 0));
        note_number("none", host_actions->accept_text(host, childplugin_text(""), 0));
        note_number("rows", host_actions->accept_rows(host, rows, 4096));
        note_number("row", host_actions->accept_rows(host, rows, 1));
        note_number("clipboard", host_actions->clipboard(host, BYTES(text, sizeof text)));
        """)
      #expect(logged == ["text 1", "none 1", "rows 1", "row 1", "clipboard 1"])
      #expect(fixture.services.asked.count == 5 && fixture.services.faults.isEmpty)
    }

    @Test func `are refused where they are too much or make no sense`() throws {
      let (fixture, logged) = try LoadedFixture.appearing(
        """
        static char text[(100 << 10) + 1];
        static uint64_t rows[4097];
        memset(text, 'x', sizeof text);
        note_number("long", host_actions->accept_text(host, BYTES(text, 65537), 0));
        note_number("low", host_actions->accept_text(host, childplugin_text(""), -1));
        note_number("high", host_actions->accept_text(host, childplugin_text(""), 256));
        note_number("many", host_actions->accept_rows(host, rows, 4097));
        note_number("none", host_actions->accept_rows(host, rows, 0));
        note_number("null", host_actions->accept_rows(host, NULL, 1));
        note_number("wild", host_actions->accept_rows(host, rows, UINT64_MAX));
        note_number("huge", host_actions->clipboard(host, BYTES(text, sizeof text)));
        note_number("empty", host_actions->clipboard(host, childplugin_text("")));
        memset(text, 'w', 300);
        note_number("title", host_actions->title(host, BYTES(text, 300)));
        """)
      #expect(
        logged == [
          "long 0", "low 0", "high 0", "many 0", "none 0", "null 0", "wild 0", "huge 0", "empty 0",
          "title 1",
        ])
      #expect(fixture.services.asked == [.action(.title(String(repeating: "w", count: 256)))])
      #expect(
        fixture.services.faults.map(\.kind) == [
          .exitStatusOutOfRange, .nullArgument(.actionsAcceptRows),
        ])
    }
  }
}
