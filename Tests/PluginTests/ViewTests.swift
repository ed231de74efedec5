import HostContent
import Testing

@testable import HostPlugins

extension PluginTests {
  /// The view as a child in C asks for it.
  @Suite struct `The view of a child` {
    @Test func `is told whole`() throws {
      let (fixture, logged) = try LoadedFixture.appearing(
        """
        childplugin_view_t now = { .size = sizeof now };
        note_number("info", host_view->info(host, &now));
        note_number("revision", now.revision);
        note_number("found", now.found_row);
        childplugin_filter_t filter = { .size = sizeof filter };
        char text[16];
        uint64_t length = host_view->filter(host, &filter, text, sizeof text);
        text[length] = 0;
        note(text);
        note_number("kind", filter.kind);
        note_number("text", filter.text.length);
        childplugin_sort_t sort = { .size = sizeof sort };
        note_number("sort", host_view->sort(host, &sort));
        note_number("key", sort.key);
        length = host_view->problem(host, text, sizeof text);
        text[length] = 0;
        note(text);
        """)
      #expect(
        logged == [
          "info 1", "revision 7", "found 1", "né", "kind 3", "text 0", "sort 1", "key 2",
          "it is too much",
        ])
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `gives rows, places and matches as far as there is room`() throws {
      let (fixture, logged) = try LoadedFixture.appearing(
        """
        uint64_t rows[4] = { 9, 9, 9, 9 };
        note_number("rows", host_view->rows(host, 0, rows, 4));
        note_number("first", rows[0]);
        note_number("second", rows[1]);
        note_number("kept", rows[2]);
        note_number("one", host_view->rows(host, 1, rows, 1));
        note_number("row", rows[0]);
        note_number("beyond", host_view->rows(host, UINT64_MAX, rows, 4));
        note_number("none", host_view->rows(host, 0, NULL, 0));
        note_number("place", host_view->place(host, 0));
        note_number("no place", host_view->place(host, 2) == CHILDPLUGIN_NO_ROW);
        childplugin_range_t ranges[3] = { { 9, 9 }, { 9, 9 }, { 9, 9 } };
        note_number("matches", host_view->matches(host, 0, CHILDPLUGIN_WHOLE_ROW, ranges, 3));
        note_number("start", ranges[1].start);
        note_number("end", ranges[1].end);
        note_number("kept", ranges[2].start);
        note_number("in a cell", host_view->matches(host, 0, 1, ranges, 3));
        note_number("start", ranges[1].start);
        note_number("one", host_view->matches(host, 0, 1, ranges, 1));
        note_number("beyond", host_view->matches(host, 2, 1, ranges, 3));
        """)
      #expect(
        logged == [
          "rows 2", "first 1", "second 0", "kept 9", "one 1", "row 0", "beyond 0", "none 0",
          "place 1", "no place 1", "matches 2", "start 3", "end 4", "kept 9", "in a cell 2",
          "start 2", "one 1", "beyond 0",
        ])
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `gives the cells of many rows by one call`() throws {
      let (fixture, logged) = try LoadedFixture.appearing(
        """
        uint64_t rows[3] = { 1, 7, 0 };
        childplugin_range_t ranges[7];
        char text[64];
        #define SHOW(count) for (int i = 0; i < count; i++) { \\
          char cell[64] = ""; \\
          memcpy(cell, text + ranges[i].start, (size_t)(ranges[i].end - ranges[i].start)); \\
          note(cell); }
        note_number("all", host_view->cells(host, rows, 3, 0, 2, 64, ranges, text, sizeof text));
        SHOW(6)
        note_number("cut", host_view->cells(host, rows, 3, 1, 2, 2, ranges, text, sizeof text));
        SHOW(6)
        uint32_t whole = CHILDPLUGIN_WHOLE_ROW;
        note_number("whole", host_view->cells(host, rows, 1, whole, 2, 64, ranges, text, 64));
        SHOW(2)
        ranges[2] = (childplugin_range_t){ 9, 9 };
        text[4] = '~';
        note_number("room for one", host_view->cells(host, rows, 3, 0, 1, 2, ranges, text, 3));
        note_number("nothing else", ranges[2].start == 9 && text[4] == '~');
        note_number("no room", host_view->cells(host, rows, 3, 0, 2, 64, ranges, NULL, 0));
        note_number("nothing of each", host_view->cells(host, rows, 3, 0, 2, 0, ranges, NULL, 0));
        note_number("no rows", host_view->cells(host, NULL, 0, 0, 2, 64, NULL, text, 64));
        note_number("no columns", host_view->cells(host, rows, 3, 0, 0, 64, ranges, text, 64));
        note_number("wild", host_view->cells(host, rows, 3, 0, 2, UINT64_MAX, ranges, text, 64));
        """)
      #expect(
        logged == [
          "all 3", "two", "2", "", "", "one", "1", "cut 3", "2", "", "", "", "1", "",
          "whole 1", "two 2", "", "room for one 2", "nothing else 1", "no room 0",
          "nothing of each 3", "no rows 0", "no columns 0", "wild 3",
        ])
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `gives 4,096 cells at a time, but one row at least of up to 65,536`() throws {
      let (fixture, logged) = try LoadedFixture.appearing(
        """
        static uint64_t rows[5000];
        static childplugin_range_t ranges[4097];
        static char text[64 << 10];
        #define CELLS(count, first, columns) \\
          host_view->cells(host, rows, count, first, columns, 8, ranges, text, sizeof text)
        ranges[4096].start = 9;
        note_number("one", CELLS(5000, 0, 1));
        note_number("three", CELLS(UINT64_MAX, 0, 3));
        note_number("all", CELLS(5000, 0, 4096));
        note_number("kept", ranges[4096].start);
        note_number("more", CELLS(5000, 0, 4097));
        ranges[0].start = 9;
        note_number("too many", CELLS(5000, 0, 65537));
        note_number("wild", CELLS(5000, 1, UINT32_MAX));
        note_number("kept", ranges[0].start);
        """)
      #expect(
        logged == [
          "one 4096", "three 1365", "all 1", "kept 9", "more 1", "too many 0", "wild 0", "kept 9",
        ])
      #expect(fixture.services.faults.isEmpty)
    }

    @Test(
      arguments: [
        "host_view->cells(host, NULL, 1, 0, 1, 8, &range, text, 8)",
        "host_view->cells(host, &row, 1, 0, 1, 8, NULL, text, 8)",
        "host_view->cells(host, &row, 1, 0, 1, 8, &range, NULL, 8)",
      ])
    func `gives no cells where there is a count and no place, which is told`(call: String) throws {
      let (fixture, logged) = try LoadedFixture.appearing(
        """
        uint64_t row = 0;
        childplugin_range_t range;
        char text[8];
        note_number("cells", \(call));
        """)
      #expect(logged == ["cells 0"])
      #expect(fixture.services.faults.map(\.kind) == [.nullArgument(.viewCells)])
    }

    @Test func `is asked for another one`() throws {
      let (fixture, logged) = try LoadedFixture.appearing(
        """
        childplugin_filter_t filter = { .size = sizeof filter, .kind = CHILDPLUGIN_MATCH_EXPRESSION,
          .letter_case = CHILDPLUGIN_CASE_SENSITIVE, .column = 2, .text = CHILDPLUGIN_TEXT("a|b") };
        childplugin_sort_t sort = { .size = sizeof sort, .key = CHILDPLUGIN_SORT_SCORE,
          .column = CHILDPLUGIN_WHOLE_ROW, .flags = CHILDPLUGIN_SORT_DESCENDING | 64 };
        bool all = host_view->show(host, &filter, &sort) && host_view->show(host, NULL, &sort) &&
          host_view->show(host, &filter, NULL) && host_view->show(host, NULL, NULL) &&
          host_view->find(host, &filter, 3, 0) &&
          host_view->find(host, &filter, CHILDPLUGIN_NO_ROW, CHILDPLUGIN_FIND_BACKWARD) &&
          host_view->find(host, NULL, 0, 0);
        filter.text.length = 0;
        note_number("all", all && host_view->show(host, &filter, NULL));
        """)
      #expect(logged == ["all 1"])
      let filter = RowFilter(
        Array("a|b".utf8), kind: .expression, letterCase: .sensitive, column: 2)
      let sort = RowSort(by: .score, column: nil, isDescending: true)
      func show(_ filter: RowFilter?, _ sort: RowSort?) -> ChildRequest {
        var request = ViewRequest()
        (request.filter, request.sort) = (filter, sort)
        return .show(request)
      }
      #expect(
        fixture.services.asked == [
          show(filter, sort), show(nil, sort), show(filter, nil), show(nil, nil),
          .find(filter, fromPlace: 3, isBackward: false),
          .find(filter, fromPlace: nil, isBackward: true), .endFind, show(nil, nil),
        ])
      #expect(fixture.services.faults.isEmpty)
    }

    @Test func `is not asked for with numbers that nobody knows or a text that is too long`() throws
    {
      let (fixture, logged) = try LoadedFixture.appearing(
        """
        static char much[2000];
        childplugin_filter_t filter = { .size = sizeof filter, .kind = 99 };
        childplugin_sort_t sort = { .size = sizeof sort, .key = 0 };
        bool any = host_view->show(host, &filter, NULL) || host_view->show(host, NULL, &sort) ||
          host_view->find(host, &filter, 0, 0);
        filter.kind = 1;
        filter.letter_case = 3;
        any = any || host_view->find(host, &filter, 0, 0);
        filter.letter_case = 0;
        filter.text = (childplugin_text_t){ much, 1025 };
        any = any || host_view->show(host, &filter, NULL) || host_view->find(host, &filter, 0, 0);
        note_number("any", any);
        filter.text = (childplugin_text_t){ NULL, 3 };
        note_number("no text", host_view->find(host, &filter, 0, 0));
        """)
      #expect(logged == ["any 0", "no text 1"])
      let empty = RowFilter([], kind: .text, letterCase: .smart, column: 0)
      #expect(fixture.services.asked == [.find(empty, fromPlace: 0, isBackward: false)])
      #expect(fixture.services.faults.map(\.kind) == [.malformedText(.viewFind)])
    }

    @Test func `is nothing without a content, and is not changed in draw or off screen`() throws {
      var plugin = FixturePlugin(draw: "note_number(\"shown\", host_view->show(host, NULL, NULL));")
      plugin.create = """
        childplugin_view_t now = { .size = sizeof now, .rows = 9 };
        note_number("info", host_view->info(host, &now));
        note_number("found", host_view->find(host, NULL, 0, 0));
        """
      let fixture = try LoadedFixture(plugin)
      fixture.services.rows = nil
      fixture.child.send(.willAppear(animated: false))
      _ = fixture.drawn()
      #expect(fixture.logged() == ["info 1", "found 0", "will_appear 0", "shown 0"])
      #expect(
        fixture.services.faults.map(\.kind) == [.offScreen(.viewFind), .insideDraw(.viewShow)])
      let services = RecordingServices()
      services.rows = nil
      let (_, logged) = try LoadedFixture.appearing(
        """
        childplugin_view_t now = { .size = sizeof now, .rows = 9 };
        uint64_t row;
        note_number("info", host_view->info(host, &now));
        note_number("rows", now.rows + host_view->rows(host, 0, &row, 1));
        """, services: services)
      #expect(logged == ["info 0", "rows 0"])
    }
  }
}

extension PluginTests {
  /// The styles of cells as a child in C asks for them.
  @Suite struct `The styles of a cell` {
    /// A child that notes the runs of a column of the first row, with more room than it has runs.
    private static func fixture() throws -> LoadedFixture {
      let fixture = try LoadedFixture(
        FixturePlugin(
          timing: """
            childplugin_style_run_t runs[9];
            uint64_t count = host_styles->of_cell(host, 0, column, runs, 9);
            for (uint64_t i = 0; i < count && i < 9; i += 1)
              NOTE(
                "%d-%d %x %x %x %u %x %d-%d", (int)runs[i].bytes.start, (int)runs[i].bytes.end,
                runs[i].foreground, runs[i].background, runs[i].attributes, runs[i].underline,
                runs[i].underline_colour, (int)runs[i].link.start, (int)runs[i].link.end);
            column = column == CHILDPLUGIN_WHOLE_ROW ? 0 : column == 0 ? 1 : CHILDPLUGIN_WHOLE_ROW;
            """, declarations: "static uint32_t column = CHILDPLUGIN_WHOLE_ROW;"))
      fixture.child.send(.willAppear(animated: false))
      _ = fixture.logged()
      return fixture
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
      #expect(runs(["a\u{1B}[31mb", "c"]) == ["6-9 \(red) 0-0", "-", "6-7 \(red) 0-0", "-", "-"])
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
