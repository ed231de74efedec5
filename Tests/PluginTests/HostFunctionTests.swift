import Foundation
import TestSupport
import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `The host's functions` {
    /// Statements, what they log after `will_appear`, what they ask of the runtime.
    struct Call: Sendable {
      let statements: String
      var logged: [String] = []
      var asked: [ChildRequest] = []
    }

    private static let calls = [
      Call(statements: "note_number(\"now\", host->now(host));", logged: ["now 42"]),
      Call(statements: "host->invalidate(host);", asked: [.draw]),
      Call(
        statements: """
          host->wake_after(host, -1); host->wake_after(host, 0); host->wake_after(host, 1);
          note_number("ok", host->wake_after(host, 5000000));
          """,
        logged: ["ok 1"],
        asked: [nil, 0, 1, 5_000_000].map { .timer(afterNanoseconds: $0) }),
      Call(
        statements: """
          note_number("known", host->request_state(host, childplugin_text("error"), true));
          note_number("unknown", host->request_state(host, childplugin_text("unknown"), false));
          """,
        logged: ["known 1", "unknown 0"],
        asked: [.state("error", animated: true), .state("unknown", animated: false)]),
      Call(
        statements: """
          note_number("row", host->perform(host, CHILDPLUGIN_ACTION_ACCEPT_ROW, 7));
          note_number("quit", host->perform(host, CHILDPLUGIN_ACTION_QUIT, 0));
          note_number("reload", host->perform(host, CHILDPLUGIN_ACTION_RELOAD, 0));
          note_number("negative", host->perform(host, CHILDPLUGIN_ACTION_ACCEPT_ROW, -1));
          note_number("argument", host->perform(host, CHILDPLUGIN_ACTION_QUIT, 1));
          note_number("no action", host->perform(host, 99, 0));
          """,
        logged: ["row 1", "quit 1", "reload 1", "negative 0", "argument 0", "no action 0"],
        asked: [.action(.acceptRow(7)), .action(.quit), .action(.reload)]),
      Call(
        statements: """
          childplugin_content_t content = { .size = sizeof content };
          note_number("content", host->content(host, &content));
          note_number("rows", content.rows);
          note_number("percent", content.fraction * 100);
          """,
        logged: ["content 1", "rows 2", "percent 50"]),
      Call(
        statements: """
          childplugin_content_t content;
          memset(&content, 0xAA, sizeof content);
          content.size = offsetof(childplugin_content_t, rows);
          note_number("content", host->content(host, &content));
          note_number("revision kept", content.revision == 0xAAAAAAAAAAAAAAAA);
          note_number("kept", content.rows == 0xAAAAAAAAAAAAAAAA);
          note_number("size", content.size == offsetof(childplugin_content_t, rows));
          """,
        logged: ["content 0", "revision kept 1", "kept 1", "size 1"]),
      Call(
        statements: """
          struct { childplugin_content_t now; uint64_t later; } wide;
          memset(&wide, 0xAA, sizeof wide);
          wide.now.size = sizeof wide;
          note_number("content", host->content(host, &wide.now));
          note_number("rows", wide.now.rows);
          note_number("later", wide.later);
          """,
        logged: ["content 1", "rows 2", "later 0"]),
      Call(
        statements: """
          char text[4] = "....";
          note_number("length", host->content_text(host, CHILDPLUGIN_CONTENT_TEXT_TITLE, text, 3));
          note(text[3] == '.' && memcmp(text, "tit", 3) == 0 ? "cut" : "not cut");
          note_number("no buffer", host->content_text(host, CHILDPLUGIN_CONTENT_TEXT_TITLE, NULL, 0));
          note_number("no text", host->content_text(host, 99, text, 3));
          """,
        logged: ["length 5", "cut", "no buffer 5", "no text 0"]),
      Call(
        statements: """
          char text[20];
          childplugin_column_t column = { .size = sizeof column };
          note_number("length", host->content_column(host, 1, &column, text, sizeof text));
          note_number("alignment", column.alignment);
          note_number("width", column.width);
          note_number("without", host->content_column(host, 1, NULL, text, sizeof text));
          column.width = 77;
          note_number("beyond", host->content_column(host, 2, &column, text, sizeof text));
          note_number("kept", column.width);
          """,
        logged: ["length 8", "alignment 1", "width 3", "without 8", "beyond 0", "kept 77"]),
      Call(
        statements: """
          childplugin_row_t row = { .size = sizeof row };
          note_number("row", host->content_row(host, 1, &row));
          note_number("length", row.length);
          note_number("full", row.full_length);
          note_number("cut", row.flags == CHILDPLUGIN_ROW_CUT);
          note_number("beyond", host->content_row(host, UINT64_MAX, &row));
          """,
        logged: ["row 1", "length 5", "full 9", "cut 1", "beyond 0"]),
      Call(
        statements: """
          char text[20] = "";
          note_number("cell", host->content_cell(host, 0, 0, text, sizeof text));
          note(text);
          note_number("row", host->content_cell(host, 1, CHILDPLUGIN_WHOLE_ROW, text, sizeof text));
          note(text);
          note_number("beyond", host->content_cell(host, 9, 0, text, sizeof text));
          note_number("no column", host->content_cell(host, 0, 9, text, sizeof text));
          note_number("huge", host->content_cell(host, 0, 0, NULL, UINT64_MAX));
          """,
        logged: ["cell 3", "one", "row 5", "two 2", "beyond 0", "no column 0", "huge 3"]),
      Call(
        statements: """
          childplugin_terminal_t terminal = { .size = sizeof terminal };
          note_number("terminal", host->terminal(host, &terminal));
          note_number("columns", terminal.columns);
          note_number("colours", terminal.colours);
          """,
        logged: ["terminal 1", "columns 80", "colours 256"]),
      Call(
        statements: """
          note_number("red", host->theme_colour(host, CHILDPLUGIN_ROLE_ERROR) ==
            CHILDPLUGIN_COLOUR_RGB(255, 0, 0));
          note_number("text", host->theme_colour(host, CHILDPLUGIN_ROLE_TEXT) ==
            CHILDPLUGIN_COLOUR_DEFAULT);
          note_number("none", host->theme_colour(host, 0) == CHILDPLUGIN_COLOUR_DEFAULT);
          note_number("unknown", host->theme_colour(host, 300) == CHILDPLUGIN_COLOUR_DEFAULT);
          """,
        logged: ["red 1", "text 1", "none 1", "unknown 1"]),
      Call(
        statements: """
          char text[20] = "";
          note_number("length", host->option(host, childplugin_text("a"), text, sizeof text));
          note(text);
          note_number("not given",
            host->option(host, childplugin_text("b"), text, sizeof text) == UINT64_MAX);
          """,
        logged: ["length 5", "value", "not given 1"]),
      Call(
        statements: """
          note_number("ascii", host->text_columns(host, childplugin_text("abc")));
          note_number("wide", host->text_columns(host, childplugin_text("\\xE6\\xBC\\xA2x")));
          note_number("tab", host->text_columns(host, childplugin_text("a\\tb")));
          note_number("line", host->text_columns(host, childplugin_text("abc\\ndef")));
          note_number("nothing", host->text_columns(host, BYTES(NULL, 5)));
          """,
        logged: ["ascii 3", "wide 3", "tab 3", "line 3", "nothing 0"]),
      Call(
        statements: """
          note_number("extension",
            host->get_extension(host, childplugin_text("statehost.none/1")) != NULL);
          note_number("abi", host->abi_major * 100 + host->abi_minor);
          note_number("size", host->size == sizeof *host);
          note(host->name.bytes);
          note(host->version.bytes);
          """,
        logged: ["extension 0", "abi 102", "size 1", "StateHost", "1.0.0"]),
    ]

    @Test func `answer, fill and pass on`() throws {
      let services = RecordingServices()
      services.options = ["a": "value"]
      let fixture = try LoadedFixture(
        FixturePlugin(willAppear: FixturePlugin.turns(Self.calls.map(\.statements))),
        services: services)
      for call in Self.calls {
        let before = services.asked.count
        fixture.child.send(.willAppear(animated: false))
        #expect(Array(fixture.logged().dropFirst()) == call.logged, "\(call.statements)")
        #expect(Array(services.asked[before...]) == call.asked, "\(call.statements)")
      }
      #expect(
        services.faults.map(\.kind) == [
          .refused(.requestState, .unknownState("unknown")), .structSize(.content),
          .nullArgument(.contentCell),
          .malformedText(.textColumns),
        ])
    }

    @Test func `say that there is no content, and leave zeros`() throws {
      let services = RecordingServices()
      services.rows = nil
      let (_, logged) = try LoadedFixture.appearing(
        """
        childplugin_content_t content;
        memset(&content, 0xAA, sizeof content);
        content.size = sizeof content;
        note_number("content", host->content(host, &content));
        note_number("rows", content.rows);
        note_number("size", content.size == sizeof content);
        """, services: services)
      #expect(logged == ["content 0", "rows 0", "size 1"])
    }

    @Test func `do nothing after destroy, on any thread`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          pluginFields: ".deinit = late",
          declarations: """
            static void *late_calls(void *nothing) {
              host->log(host, 1, childplugin_text("late"));
              host->wake(host);
              \(EveryHostFunction.calls(measured: 0))
              if (!quiet) abort();
              return nothing;
            }
            static void late(void) {
              pthread_t thread;
              late_calls(NULL);
              pthread_create(&thread, NULL, late_calls, NULL);
              pthread_join(thread, NULL);
            }
            """))
      fixture.child.destroy()
      _ = fixture.logged()
      let asked = fixture.services.asked
      fixture.catalogue.end()
      #expect(fixture.services.asked == asked)
      #expect(fixture.logged().isEmpty)
      #expect(fixture.services.faults.isEmpty)
      #expect(fixture.inbox.isEmpty)
      let code = try #require(fixture.catalogue["com.example.right"])
      let next = try fixture.catalogue.makeChild(code, services: fixture.services)
      next.send(.willAppear(animated: false))
      #expect(fixture.logged() == ["will_appear 0"])
    }

    @Test func `are called in messages what they are called in the header`() throws {
      let header = try String(
        contentsOfFile: BuiltProducts.repository
          + "/Sources/ChildPluginAPI/include/childplugin.h", encoding: .utf8)
      for function in HostFunction.allCases {
        let name = try #require("\(function)".split(separator: ".").last)
        #expect(header.contains("(*\(name))("), "\(function)")
      }
      let names = Set(HostFunction.allCases.map { "\($0)" })
      #expect(names.count == HostFunction.allCases.count)
    }
  }
}
