import HostSurface
import Testing

@testable import HostPlugins

extension PluginTests {
  @Suite struct `A canvas` {
    /// Statements of a draw on 10×3, the rows that show, what is logged.
    struct Draw: Sendable {
      let statements: String
      let rows: [String]
      var logged: [String] = []

      /// Text at a place, and the columns that it takes.
      static func text(_ arguments: String, _ rows: [String], used: Int) -> Draw {
        Draw(
          statements: "note_number(\"used\", canvas->text(canvas, \(arguments), NULL));",
          rows: rows, logged: ["used \(used)"])
      }
    }

    private static let draws = [
      Draw.text("1, 1, 10, childplugin_text(\"ab\")", ["", " ab", ""], used: 2),
      Draw.text("0, 0, 3, childplugin_text(\"abcdef\")", ["abc", "", ""], used: 3),
      Draw.text("0, 0, 0, childplugin_text(\"abc\")", ["", "", ""], used: 0),
      Draw.text("0, 0, -5, childplugin_text(\"abc\")", ["", "", ""], used: 0),
      Draw.text("-2, 0, 10, childplugin_text(\"abcd\")", ["cd", "", ""], used: 4),
      Draw.text("INT32_MIN, 0, 10, childplugin_text(\"abcd\")", ["", "", ""], used: 0),
      Draw.text("INT32_MAX, INT32_MAX, INT32_MAX, childplugin_text(\"a\")", ["", "", ""], used: 0),
      Draw.text("0, 0, 10, childplugin_text(\"a\\tb\")", ["a b", "", ""], used: 3),
      Draw.text("0, 0, 2, childplugin_text(\"a\\tb\")", ["a", "", ""], used: 2),
      Draw.text("0, 0, 10, childplugin_text(\"ab\\ncd\")", ["ab", "", ""], used: 2),
      Draw.text(
        "0, 0, 3, childplugin_text(\"\\xE6\\xBC\\xA2\\xE6\\xBC\\xA2\")", ["漢", "", ""], used: 2),
      Draw.text("0, 0, 10, childplugin_text(\"a\\x1b[2Jb\")", ["ab", "", ""], used: 2),
      Draw.text("0, 0, 10, childplugin_text(\"\\xff\")", ["\u{FFFD}", "", ""], used: 1),
      Draw.text("0, 0, 10, (BYTES(NULL, 7))", ["", "", ""], used: 0),
      Draw.text("0, 0, 10, (BYTES(\"a\", UINT64_MAX))", ["", "", ""], used: 0),
      Draw(
        statements: "canvas->fill(canvas, 1, 1, 3, 5, childplugin_text(\"x\"), NULL);",
        rows: ["", " xxx", " xxx"]),
      Draw(
        statements: """
          canvas->fill(canvas, INT32_MIN, INT32_MIN, INT32_MAX, INT32_MAX, childplugin_text("x"), NULL);
          canvas->fill(canvas, 0, 0, -1, 3, childplugin_text("x"), NULL);
          canvas->fill(canvas, 8, 2, INT32_MAX, INT32_MAX, childplugin_text("x"), NULL);
          """,
        rows: ["", "", "        xx"]),
      Draw(
        statements: """
          canvas->fill(canvas, 0, 0, 9, 1, childplugin_text("x"), NULL);
          canvas->fill(canvas, 2, 0, 2, 1, childplugin_text(NULL), NULL);
          """,
        rows: ["xx  xxxxx", "", ""]),
      Draw(
        statements: """
          note_number("columns", canvas->columns);
          note_number("rows", canvas->rows);
          note_number("time", canvas->time_nanoseconds);
          note_number("size", canvas->size == sizeof *canvas);
          """,
        rows: ["", "", ""], logged: ["columns 10", "rows 3", "time 77", "size 1"]),
      Draw(
        statements: "canvas->text(NULL, 0, 0, 9, childplugin_text(\"a\"), NULL);",
        rows: ["", "", ""]),
    ]

    @Test func `draws what it is told, clipped`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(draw: FixturePlugin.turns(Self.draws.map(\.statements))))
      for draw in Self.draws {
        #expect(fixture.drawn(time: 77) == draw.rows, "\(draw.statements)")
        #expect(fixture.logged() == draw.logged, "\(draw.statements)")
      }
      #expect(fixture.services.faults.map(\.kind) == [.malformedText(.canvasText)])
    }

    @Test func `takes colours and attributes, and leaves out what it does not know`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          draw: """
            childplugin_style_t styles[] = {
              { .size = 16, .attributes = CHILDPLUGIN_ATTRIBUTE_BOLD | (1u << 31),
                .foreground = CHILDPLUGIN_COLOUR_RGB(1, 2, 3),
                .background = CHILDPLUGIN_COLOUR_DEFAULT },
              { .size = 16, .foreground = CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_ERROR),
                .background = CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_BACKGROUND) },
              { .size = 16, .foreground = 0x09000001u,
                .background = CHILDPLUGIN_COLOUR_ROLE(99) },
              { .size = 8, .attributes = CHILDPLUGIN_ATTRIBUTE_STRIKE,
                .foreground = CHILDPLUGIN_COLOUR_RGB(1, 2, 3) },
              { .size = 0, .attributes = CHILDPLUGIN_ATTRIBUTE_STRIKE },
            };
            for (int i = 0; i < 5; i += 1)
              canvas->text(canvas, i, 0, 1, childplugin_text("x"), &styles[i]);
            canvas->text(canvas, 5, 0, 1, childplugin_text("x"), NULL);
            """))
      _ = fixture.drawn()
      let expected: [Style] = [
        Style(foreground: .rgb(1, 2, 3), background: .default, attributes: .bold),
        Style(foreground: .role(.error), background: .role(.background)),
        Style(), Style(), Style(), Style(),
      ]
      for (column, style) in expected.enumerated() {
        let cell = try #require(fixture.layer.cell(column: column, row: 0))
        #expect(
          Style(
            foreground: cell.foreground, background: cell.background, attributes: cell.attributes)
            == style, "column \(column)")
      }
    }

    @Test func `takes entries of the palette, lines of any kind, and links`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          draw: """
            uint32_t link = canvas->link(canvas, childplugin_text("https://a.example/"));
            note_number("link", link);
            note_number("again", canvas->link(canvas, childplugin_text("https://a.example/")));
            childplugin_style_t styles[] = {
              { .size = sizeof styles[0], .foreground = CHILDPLUGIN_COLOUR_INDEX(200),
                .background = CHILDPLUGIN_COLOUR_INDEX(9), .link = link },
              { .size = sizeof styles[0], .attributes = CHILDPLUGIN_ATTRIBUTE_UNDERLINE,
                .underline = CHILDPLUGIN_UNDERLINE_CURLY,
                .underline_colour = CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_ERROR) },
              { .size = sizeof styles[0], .attributes = CHILDPLUGIN_ATTRIBUTE_UNDERLINE,
                .underline = 99, .underline_colour = CHILDPLUGIN_COLOUR_INDEX(3) },
              { .size = sizeof styles[0], .underline = CHILDPLUGIN_UNDERLINE_DASHED },
              { .size = sizeof styles[0], .link = 2 },
              { .size = 16, .underline = CHILDPLUGIN_UNDERLINE_DASHED, .link = link },
            };
            for (int i = 0; i < 6; i += 1)
              canvas->text(canvas, i, 0, 1, childplugin_text("x"), &styles[i]);
            """))
      _ = fixture.drawn()
      #expect(fixture.logged() == ["link 1", "again 1"])
      #expect(fixture.layer.cell(column: 0, row: 0)?.foreground == .indexed(200))
      #expect(fixture.layer.cell(column: 0, row: 0)?.background == .indexed(9))
      // The terminal of the fixture has 256 colours, and the role is FF0000.
      let expected = [
        Decoration(link: LinkAddress(Array("https://a.example/".utf8))),
        Decoration(underline: .curly, underlineColour: .indexed(196)),
        Decoration(underlineColour: .indexed(3)), Decoration(), Decoration(), Decoration(),
      ]
      for (column, decoration) in expected.enumerated() {
        let cell = try #require(fixture.layer.cell(column: column, row: 0))
        #expect(fixture.layer.decoration(cell.decoration) == decoration, "column \(column)")
      }
      #expect(fixture.services.faults.map(\.kind) == [.linkUnknown(.canvasText)])
    }

    @Test func `makes links of harmless addresses alone, and not of too many`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          draw: """
            char text[3000];
            const char *addresses[] = {
              "http://a", "HTTPS://a", "file:///etc", "mailto:a@b", "http://", "javascript:a",
              "https://a b", "https://a\\x1b]8;;", "https://\\xc3\\xa4", "", "a" };
            for (int i = 0; i < 11; i += 1)
              note_number(addresses[i], canvas->link(canvas, childplugin_text(addresses[i])));
            memset(text, 'a', sizeof text);
            memcpy(text, "http://", 7);
            note_number("2048", canvas->link(canvas, BYTES(text, 2048)) != 0);
            note_number("2049", canvas->link(canvas, BYTES(text, 2049)));
            uint32_t last = 0, most = 0;
            for (uint64_t length = 100; length < 400; length += 1) {
              last = canvas->link(canvas, BYTES(text, length));
              if (last > most) most = last;
            }
            note_number("last", last);
            note_number("most", most);
            // What the draw has added already stays known.
            note_number("again", canvas->link(canvas, childplugin_text("HTTPS://a")));
            """))
      _ = fixture.drawn()
      #expect(
        fixture.logged().map { $0.split(separator: " ").last } == [
          "1", "2", "3", "4", "0", "0", "0", "0", "0", "0", "0", "1", "0", "0", "256", "2",
        ])
      #expect(fixture.services.faults.map(\.kind) == [.linkMalformed, .tooMuch(.links)])
      // The next draw begins anew.
      _ = fixture.drawn()
      #expect(fixture.logged().first == "http://a 1")
    }

    @Test func `dims rectangles, and not too many`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          draw: """
            canvas->dim(canvas, -5, 1, 8, 1);
            canvas->dim(canvas, 0, 0, 0, 5);
            canvas->dim(canvas, INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX);
            static int draws;
            if (draws++ > 0)
              for (int i = 0; i < 16; i += 1) canvas->dim(canvas, 0, 0, 1, 1);
            """))
      _ = fixture.drawn()
      #expect(fixture.layer.dimmed == [CellRectangle(column: 0, row: 1, columns: 3, rows: 1)])
      #expect(fixture.services.faults.isEmpty)
      _ = fixture.drawn()
      #expect(fixture.layer.dimmed.count == 16)
      #expect(fixture.services.faults.map(\.kind) == [.tooMuch(.dimmedAreas)])
    }

    @Test func `is empty and without a cursor at the start of each draw`() throws {
      let fixture = try LoadedFixture(
        FixturePlugin(
          draw: """
            canvas->text(canvas, draws * 2, 0, 9, childplugin_text("a"), NULL);
            if (draws++ == 0) canvas->cursor(canvas, 4, 2);
            """, declarations: "static int draws;"))
      #expect(fixture.drawn()[0] == "a" && fixture.layer.cursor == CellPlace(column: 4, row: 2))
      #expect(fixture.drawn()[0] == "  a" && fixture.layer.cursor == nil)
    }

    @Test func `of no size is drawn on without harm`() throws {
      let fixture = try LoadedFixture(FixturePlugin(draw: FixturePlugin.drawHello))
      for (columns, rows) in [(0, 0), (1, 0), (0, 1), (1, 1), (1, 500), (4096, 2048)] {
        fixture.layer.resize(columns: columns, rows: rows)
        fixture.child.draw(into: fixture.layer, timeNanoseconds: 0)
      }
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `that is used after draw or on another thread does nothing and is told`() throws {
      var plugin = FixturePlugin(
        draw: """
          kept = canvas;
          pthread_t thread;
          pthread_create(&thread, NULL, elsewhere, NULL);
          pthread_join(thread, NULL);
          """,
        willAppear: """
          if (kept == NULL) return;
          note_number("late", use());
          """)
      plugin.declarations = """
        static const childplugin_canvas_t *kept;
        static int use(void) {
          kept->fill(kept, 0, 0, 9, 9, childplugin_text("x"), NULL);
          kept->cursor(kept, 0, 0);
          return kept->text(kept, 0, 0, 9, childplugin_text("x"), NULL);
        }
        static void *elsewhere(void *nothing) {
          note_number("elsewhere", use());
          return NULL;
        }
        """
      let fixture = try LoadedFixture(plugin)
      for _ in 0..<2 {
        #expect(fixture.drawn() == ["", "", ""])
        fixture.child.send(.willAppear(animated: false))
        #expect(fixture.layer.cursor == nil)
      }
      let (logged, faults) = fixture.inbox.heard()
      #expect(logged.filter { $0 == "elsewhere 0" || $0 == "late 0" }.count == 4)
      #expect(
        faults == [
          .wrongThread(.canvasText), .wrongThread(.canvasFill), .wrongThread(.canvasCursor),
        ])
      #expect(
        fixture.services.faults.map(\.kind) == [
          .outsideDraw(.canvasFill), .outsideDraw(.canvasCursor), .outsideDraw(.canvasText),
        ])
    }
  }
}
