import Testing

@testable import HostPlugins

extension PluginTests {
  /// The view as a child in C asks for it.
  @Suite struct `The view of a child` {
    private func fixture(_ statements: String) throws -> LoadedFixture {
      var plugin = FixturePlugin(timing: statements)
      plugin.declarations = "static const childplugin_host_view_t *view;"
      plugin.create = """
        view = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW));
        """
      let fixture = try LoadedFixture(plugin)
      fixture.child.send(.willAppear(animated: false))
      _ = fixture.logged()
      _ = fixture.child.timing(appearing: true)
      return fixture
    }

    @Test func `is told whole`() throws {
      let fixture = try fixture(
        """
        childplugin_view_t now = { .size = sizeof now };
        note_number("info", view->info(host, &now));
        note_number("flags", now.flags);
        note_number("revision", now.revision);
        note_number("rows", now.rows);
        note_number("looked", now.looked_rows);
        note_number("all", now.all_rows);
        note_number("finds", now.finds);
        note_number("found", now.found_row);
        childplugin_filter_t filter = { .size = sizeof filter };
        char text[16];
        uint64_t length = view->filter(host, &filter, text, sizeof text);
        text[length] = 0;
        note(text);
        note_number("kind", filter.kind);
        note_number("case", filter.letter_case);
        note_number("column", filter.column);
        note_number("text", filter.text.length);
        childplugin_sort_t sort = { .size = sizeof sort };
        note_number("sort", view->sort(host, &sort));
        note_number("key", sort.key);
        note_number("flags", sort.flags);
        length = view->problem(host, text, sizeof text);
        text[length] = 0;
        note(text);
        """)
      #expect(
        fixture.logged() == [
          "info 1", "flags 87", "revision 7", "rows 2", "looked 3", "all 4", "finds 5", "found 1",
          "né", "kind 3", "case 2", "column 1", "text 0", "sort 1", "key 2", "flags 1",
          "it is too much",
        ])
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `gives rows, places and matches as far as there is room`() throws {
      let fixture = try fixture(
        """
        uint64_t rows[4] = { 9, 9, 9, 9 };
        note_number("rows", view->rows(host, 0, rows, 4));
        note_number("first", rows[0]);
        note_number("second", rows[1]);
        note_number("kept", rows[2]);
        note_number("one", view->rows(host, 1, rows, 1));
        note_number("row", rows[0]);
        note_number("beyond", view->rows(host, UINT64_MAX, rows, 4));
        note_number("none", view->rows(host, 0, NULL, 0));
        note_number("place", view->place(host, 0));
        note_number("no place", view->place(host, 2) == CHILDPLUGIN_NO_ROW);
        childplugin_range_t ranges[3] = { { 9, 9 }, { 9, 9 }, { 9, 9 } };
        note_number("matches", view->matches(host, 0, CHILDPLUGIN_WHOLE_ROW, ranges, 3));
        note_number("start", ranges[1].start);
        note_number("end", ranges[1].end);
        note_number("kept", ranges[2].start);
        note_number("in a cell", view->matches(host, 0, 1, ranges, 3));
        note_number("start", ranges[1].start);
        note_number("one", view->matches(host, 0, 1, ranges, 1));
        note_number("beyond", view->matches(host, 2, 1, ranges, 3));
        """)
      #expect(
        fixture.logged() == [
          "rows 2", "first 1", "second 0", "kept 9", "one 1", "row 0", "beyond 0", "none 0",
          "place 1", "no place 1", "matches 2", "start 3", "end 4", "kept 9", "in a cell 2",
          "start 2", "one 1", "beyond 0",
        ])
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `gives the cells of many rows by one call`() throws {
      let fixture = try fixture(
        """
        uint64_t rows[3] = { 1, 7, 0 };
        childplugin_range_t ranges[7];
        char text[64];
        #define SHOW(count) for (int i = 0; i < count; i++) { \\
          char cell[64] = ""; \\
          memcpy(cell, text + ranges[i].start, (size_t)(ranges[i].end - ranges[i].start)); \\
          note(cell); }
        note_number("all", view->cells(host, rows, 3, 0, 2, 64, ranges, text, sizeof text));
        SHOW(6)
        note_number("cut", view->cells(host, rows, 3, 1, 2, 2, ranges, text, sizeof text));
        SHOW(6)
        note_number("whole", view->cells(host, rows, 1, CHILDPLUGIN_WHOLE_ROW, 2, 64, ranges, text, 64));
        SHOW(2)
        ranges[2] = (childplugin_range_t){ 9, 9 };
        text[4] = '~';
        note_number("room for one", view->cells(host, rows, 3, 0, 1, 2, ranges, text, 3));
        note_number("nothing else", ranges[2].start == 9 && text[4] == '~');
        note_number("no room", view->cells(host, rows, 3, 0, 2, 64, ranges, NULL, 0));
        note_number("nothing of each", view->cells(host, rows, 3, 0, 2, 0, ranges, NULL, 0));
        note_number("no rows", view->cells(host, NULL, 0, 0, 2, 64, NULL, text, 64));
        note_number("no columns", view->cells(host, rows, 3, 0, 0, 64, ranges, text, 64));
        note_number("a wild limit", view->cells(host, rows, 3, 0, 2, UINT64_MAX, ranges, text, 64));
        """)
      #expect(
        fixture.logged() == [
          "all 3", "two", "2", "", "", "one", "1", "cut 3", "2", "", "", "", "1", "",
          "whole 1", "two 2", "", "room for one 2", "nothing else 1", "no room 0",
          "nothing of each 3", "no rows 0", "no columns 0", "a wild limit 3",
        ])
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `gives 4,096 cells at a time, but one row at least of up to 65,536`() throws {
      let fixture = try fixture(
        """
        static uint64_t rows[5000];
        static childplugin_range_t ranges[4097];
        static char text[64 << 10];
        ranges[4096].start = 9;
        note_number("one", view->cells(host, rows, 5000, 0, 1, 8, ranges, text, sizeof text));
        note_number("three", view->cells(host, rows, UINT64_MAX, 0, 3, 8, ranges, text, sizeof text));
        note_number("all", view->cells(host, rows, 5000, 0, 4096, 8, ranges, text, sizeof text));
        note_number("kept", ranges[4096].start);
        note_number("more", view->cells(host, rows, 5000, 0, 4097, 8, ranges, text, sizeof text));
        ranges[0].start = 9;
        note_number("too many", view->cells(host, rows, 5000, 0, 65537, 8, ranges, text, sizeof text));
        note_number("wild", view->cells(host, rows, 5000, 1, UINT32_MAX, 8, ranges, text, sizeof text));
        note_number("kept", ranges[0].start);
        """)
      #expect(
        fixture.logged() == [
          "one 4096", "three 1365", "all 1", "kept 9", "more 1", "too many 0", "wild 0", "kept 9",
        ])
      #expect(fixture.services.faults.isEmpty)
    }

    @Test(
      arguments: [
        "view->cells(host, NULL, 1, 0, 1, 8, &range, text, 8)",
        "view->cells(host, &row, 1, 0, 1, 8, NULL, text, 8)",
        "view->cells(host, &row, 1, 0, 1, 8, &range, NULL, 8)",
      ])
    func `gives no cells where there is a count and no place, which is told`(call: String) throws {
      let fixture = try fixture(
        """
        uint64_t row = 0;
        childplugin_range_t range;
        char text[8];
        (void)row, (void)range, (void)text;
        note_number("cells", \(call));
        """)
      #expect(fixture.logged() == ["cells 0"])
      #expect(fixture.services.faults.map(\.kind) == [.nullArgument(.viewCells)])
    }

    @Test func `is asked for another one`() throws {
      let fixture = try fixture(
        """
        childplugin_filter_t filter = { .size = sizeof filter, .kind = CHILDPLUGIN_MATCH_EXPRESSION,
          .letter_case = CHILDPLUGIN_CASE_SENSITIVE, .column = 2, .text = CHILDPLUGIN_TEXT("a|b") };
        childplugin_sort_t sort = { .size = sizeof sort, .key = CHILDPLUGIN_SORT_SCORE,
          .column = CHILDPLUGIN_WHOLE_ROW, .flags = CHILDPLUGIN_SORT_DESCENDING | 64 };
        bool all = view->show(host, &filter, &sort) && view->show(host, NULL, &sort) &&
          view->show(host, &filter, NULL) && view->show(host, NULL, NULL) &&
          view->find(host, &filter, 3, 0) &&
          view->find(host, &filter, CHILDPLUGIN_NO_ROW, CHILDPLUGIN_FIND_BACKWARD) &&
          view->find(host, NULL, 0, 0);
        filter.text.length = 0;
        note_number("all", all && view->show(host, &filter, NULL));
        """)
      #expect(fixture.logged() == ["all 1"])
      #expect(
        fixture.services.asked == [
          "show a|b expression sensitive 2, by score all down", "show every row, by score all down",
          "show a|b expression sensitive 2, in order", "show every row, in order",
          "find a|b expression sensitive 2 from 3",
          "find a|b expression sensitive 2 from the end backward", "end find",
          "show every row, in order",
        ])
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `is not asked for with numbers that nobody knows, and wrong arguments are told`()
      throws
    {
      let fixture = try fixture(
        """
        static char much[2000];
        childplugin_filter_t filter = { .size = sizeof filter, .kind = 99 };
        childplugin_sort_t sort = { .size = sizeof sort, .key = 0 };
        bool any = view->show(host, &filter, NULL) || view->show(host, NULL, &sort) ||
          view->find(host, &filter, 0, 0);
        filter.kind = 1;
        filter.letter_case = 3;
        any = any || view->find(host, &filter, 0, 0);
        filter.letter_case = 0;
        filter.text = (childplugin_text_t){ much, 1025 };
        any = any || view->show(host, &filter, NULL) || view->find(host, &filter, 0, 0);
        note_number("any", any);
        filter.text = (childplugin_text_t){ NULL, 3 };
        note_number("no text", view->find(host, &filter, 0, 0));
        note_number("rows", view->rows(host, 0, NULL, 3));
        note_number("matches", view->matches(host, 0, 0, NULL, 3));
        note_number("info", view->info(host, NULL));
        """)
      #expect(fixture.logged() == ["any 0", "no text 1", "rows 0", "matches 0", "info 0"])
      #expect(fixture.services.asked == ["find  text smart 0 from 0"])
      #expect(
        fixture.services.faults.map(\.kind) == [
          .malformedText(.viewFind), .nullArgument(.viewRows), .nullArgument(.viewMatches),
          .nullArgument(.viewInfo),
        ])
    }

    @Test func `is nothing without a content, and is not changed in draw or off screen`() throws {
      var plugin = FixturePlugin(draw: "note_number(\"shown\", view->show(host, NULL, NULL));")
      plugin.declarations = "static const childplugin_host_view_t *view;"
      plugin.create = """
        view = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW));
        childplugin_view_t now = { .size = sizeof now, .rows = 9 };
        note_number("info", view->info(host, &now));
        note_number("found", view->find(host, NULL, 0, 0));
        """
      let fixture = try LoadedFixture(plugin)
      fixture.services.rows = nil
      fixture.child.send(.willAppear(animated: false))
      _ = fixture.drawn()
      #expect(fixture.logged() == ["info 1", "found 0", "will_appear 0", "shown 0"])
      #expect(
        fixture.services.faults.map(\.kind) == [.offScreen(.viewFind), .insideDraw(.viewShow)])
      let bare = try self.fixture(
        """
        childplugin_view_t now = { .size = sizeof now, .rows = 9 };
        uint64_t row;
        note_number("info", view->info(host, &now));
        note_number("rows", now.rows + view->rows(host, 0, &row, 1));
        """)
      bare.services.rows = nil
      _ = bare.logged()
      _ = bare.child.timing(appearing: true)
      #expect(bare.logged() == ["info 0", "rows 0"])
    }
  }
}

extension PluginTests {
  /// The styles of cells as a child in C asks for them.
  @Suite struct `The styles of a cell` {
    /// A child that notes the runs of a column of the first row, with more room than it has runs.
    private static func fixture() throws -> LoadedFixture {
      var plugin = FixturePlugin(
        timing: """
          childplugin_style_run_t runs[9];
          uint64_t count = styles->of_cell(host, 0, column, runs, 9);
          for (uint64_t i = 0; i < count && i < 9; i += 1) {
            char text[160];
            snprintf(
              text, sizeof text, "%d-%d %x %x %x %u %x %d-%d", (int)runs[i].bytes.start,
              (int)runs[i].bytes.end, runs[i].foreground, runs[i].background, runs[i].attributes,
              runs[i].underline, runs[i].underline_colour, (int)runs[i].link.start,
              (int)runs[i].link.end);
            note(text);
          }
          column = column == CHILDPLUGIN_WHOLE_ROW ? 0 : column == 0 ? 1 : CHILDPLUGIN_WHOLE_ROW;
          """)
      plugin.declarations = """
        #include <stdio.h>
        static const childplugin_host_styles_t *styles;
        static uint32_t column = CHILDPLUGIN_WHOLE_ROW;
        """
      plugin.create = """
        styles = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_STYLES));
        """
      let fixture = try LoadedFixture(plugin)
      fixture.child.send(.willAppear(animated: false))
      _ = fixture.logged()
      return fixture
    }

    @Test func `are those of SGR and OSC 8, by its bytes`() throws {
      let fixture = try Self.fixture()
      func style(_ sequence: String) -> String {
        fixture.services.rows = [["\u{1B}[\(sequence)mx", ""]]
        _ = fixture.child.timing(appearing: true)
        let runs = fixture.logged()
        _ = fixture.child.timing(appearing: true)
        _ = fixture.child.timing(appearing: true)
        _ = fixture.logged()
        return runs.map { $0.split(separator: " ").dropFirst().dropLast().joined(separator: " ") }
          .joined()
      }
      for (sequence, wanted) in [
        ("31", "4000001 0 0 0 0"), ("0;31", "4000001 0 0 0 0"),
        ("1;31;41", "4000001 4000001 1 0 0"),
        ("91", "4000009 0 0 0 0"), ("107", "0 400000f 0 0 0"), ("38;5;1", "4000001 0 0 0 0"),
        ("48:5:1", "0 4000001 0 0 0"), ("38;2;1;2;3", "1010203 0 0 0 0"),
        ("38:2::1:2:3", "1010203 0 0 0 0"), ("38;5;1;4", "4000001 0 8 0 0"),
        ("2;3;9", "0 0 26 0 0"), ("7", "0 0 10 0 0"), ("4:3;58;5;2", "0 0 8 2 4000002"),
        ("4:3;24", "0 0 0 0 0"), ("21", "0 0 8 1 0"), ("58:5:2;59;1", "0 0 1 0 0"),
        ("1;2;22", ""), ("3;4;7;9;23;24;27;29", ""), ("31;39;41;49", ""), ("31;0", ""), ("31;", ""),
        ("38;5", ""), ("38;5;300", ""), ("99999999999999999999;31", "4000001 0 0 0 0"), ("?31", ""),
        ("31 ", ""), ("", ""), ("31;;1", "0 0 1 0 0"),
      ] {
        let plain = wanted == "0 0 0 0 0" ? "" : wanted
        #expect(style(sequence) == plain, "\(sequence)")
      }
    }

    @Test func `are those of its own sequences, and none where there is no ESC`() throws {
      let fixture = try Self.fixture()
      func runs(_ cells: [String]) -> [String] {
        fixture.services.rows = [cells]
        return (0..<3).flatMap { _ in
          _ = fixture.child.timing(appearing: true)
          return fixture.logged() + ["-"]
        }
      }
      let red = "4000001 0 0 0 0"
      #expect(
        runs(["a\u{1B}[31mb", "c"]) == ["6-9 \(red) 0-0", "-", "6-7 \(red) 0-0", "-", "-"])
      let link = "\u{1B}]8;;http://a.b\u{7}"
      #expect(
        runs(["\(link)a", "\u{1B}[1mb"]) == [
          "16-18 0 0 0 0 0 5-15", "22-23 0 0 1 0 0 5-15", "-", "16-17 0 0 0 0 0 5-15", "-",
          "4-5 0 0 1 0 0 0-0", "-",
        ])
      #expect(runs(["a", "b"]) == ["-", "-", "-"])
      fixture.services.isPlain = true
      #expect(runs(["\u{1B}[31ma", "b"]) == ["-", "-", "-"])
      #expect(fixture.services.faults.isEmpty)
    }
  }
}
