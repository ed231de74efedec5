import TestSupport
import Testing

/// The cells of many rows that a plugin reads by one call, beside the same read one by one.
@Suite struct `Cells of many rows` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Reads random batches and compares each cell with what content_cell gives, and shows the first that differs.
  private var comparer: SmallPlugin {
    var plugin = SmallPlugin()
    plugin.declarations = #"""
      #include <string.h>
      static const childplugin_host_view_t *view;
      enum { MOST_ROWS = 90, MOST_COLUMNS = 5, MOST_CELLS = MOST_ROWS * MOST_COLUMNS, LONGEST = 4096 };
      enum { ALL_ROWS = 900, WHOLE = 4 };
      /* What content_cell gives of the four columns and of the whole row, read row by row. */
      static struct { uint64_t length; char bytes[LONGEST]; } known[ALL_ROWS][WHOLE + 1];

      static void read_known(void) {
        for (uint64_t row = 0; row < ALL_ROWS; row++)
          for (uint32_t cell = 0; cell <= WHOLE; cell++)
            known[row][cell].length = host->content_cell(
                host, row, cell == WHOLE ? CHILDPLUGIN_WHOLE_ROW : cell, known[row][cell].bytes, LONGEST);
      }
      static uint64_t seed;

      static uint64_t below(uint64_t bound) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        return (seed >> 33) % bound;
      }

      /* What is wrong with a batch; NULL: nothing. */
      static const char *wrong(uint64_t all, uint64_t *cells) {
        static char text[20001];
        static childplugin_range_t ranges[MOST_CELLS + 1];
        uint64_t rows[MOST_ROWS], count = below(MOST_ROWS + 1), first = below(all);
        bool are_scattered = below(2);
        for (uint64_t i = 0; i < count; i++) {
          rows[i] = are_scattered ? below(all) : first + i;
          if (below(30) == 0) rows[i] = below(2) ? all + below(3) : UINT64_MAX - below(2);
        }
        uint32_t width = 1 + (uint32_t)below(MOST_COLUMNS), column = (uint32_t)below(6);
        if (below(8) == 0) column = CHILDPLUGIN_WHOLE_ROW - (uint32_t)below(3);
        uint64_t limit = below(4) == 0 ? below(LONGEST) : below(40);
        uint64_t capacity = below(2) ? below(90) : below(sizeof text);
        memset(text, '~', sizeof text);
        memset(ranges, '~', sizeof ranges);
        uint64_t done = view->cells(host, rows, count, column, width, limit, ranges, text, capacity);
        if (done > count) return "too many rows";
        for (uint64_t i = capacity; i < sizeof text; i++)
          if (text[i] != '~') return "beyond the buffer";
        for (uint64_t i = count * width; i <= MOST_CELLS; i++)
          if (ranges[i].start != 0x7e7e7e7e7e7e7e7e) return "beyond the ranges";
        uint64_t used = 0;
        for (uint64_t i = 0; i < count; i++) {
          uint64_t needed = 0;
          for (uint32_t m = 0; m < width; m++) {
            const uint64_t cell = m == 0 && column == CHILDPLUGIN_WHOLE_ROW ? WHOLE
                : (uint64_t)column + m < WHOLE ? column + m : WHOLE + 1;
            bool is_none = cell > WHOLE || rows[i] >= all;
            uint64_t length = is_none ? 0 : known[rows[i]][cell].length;
            if (length > limit) length = limit;
            if (i < done) {
              childplugin_range_t range = ranges[i * width + m];
              if (range.start != used || range.end != used + length) return "another range";
              if (length > 0 && memcmp(text + used, known[rows[i]][cell].bytes, length) != 0) return "other bytes";
              used += length;
              *cells += 1;
            }
            needed += length;
          }
          if (i == done) return used + needed <= capacity ? "it ends too soon" : NULL;
        }
        return NULL;
      }
      """#
    plugin.create = """
      view = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW));
      if (view->size < sizeof *view) return NULL;
      """
    plugin.draw = #"""
      childplugin_content_t content = { .size = sizeof content };
      if (!host->content(host, &content) || content.rows != ALL_ROWS) return;
      uint64_t cells = 0;
      char line[128] = "";
      seed = SEED;
      read_known();
      for (int batch = 0; batch < 30 && line[0] == 0; batch++) {
        const char *what = wrong(content.rows, &cells);
        if (what != NULL)
          snprintf(line, sizeof line, "seed %lld batch %d: %s", (long long)SEED, batch, what);
      }
      if (line[0] == 0)
        snprintf(line, sizeof line, "%d columns, %s cells are the same", (int)content.columns,
                 cells > 500 ? "many" : "few");
      canvas->text(canvas, 2, 2, 60, childplugin_text(line), NULL);
      """#
    return plugin
  }

  /// Delivers rows with cells of all sizes, some of them wide, some no UTF-8, some longer than a worker is sent
  /// unasked.
  private var source: SmallPlugin {
    var plugin = SmallPlugin()
    plugin.id = "com.example.rows"
    plugin.declarations = #"""
      #include <string.h>
      static uint64_t seed = SEED;
      static uint64_t below(uint64_t bound) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        return (seed >> 33) % bound;
      }
      """#
    plugin.read = #"""
      static const char *const parts[] = {
        "a", "b c", "\xc3\xa9", "\xe4\xbd\xa0", "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80", "\xff", "\xe4\xbd"};
      const childplugin_text_t names[] = {CHILDPLUGIN_TEXT("a"), CHILDPLUGIN_TEXT("b"),
                                          CHILDPLUGIN_TEXT("c"), CHILDPLUGIN_TEXT("d")};
      if (!reading->columns(reading, names, 4)) return false;
      for (int row = 0; row < 900; row++) {
        static char text[4][16000];
        childplugin_text_t cells[4];
        uint32_t count = 1 + (uint32_t)below(4);
        for (uint32_t cell = 0; cell < count; cell++) {
          size_t length = 0;
          for (uint64_t i = row % 90 == 7 ? 1000 : below(12); i > 0; i--) {
            const char *part = parts[below(sizeof parts / sizeof parts[0])];
            memcpy(text[cell] + length, part, strlen(part));
            length += strlen(part);
          }
          cells[cell] = (childplugin_text_t){text[cell], length};
        }
        if (!reading->row(reading, cells, count)) return true;
      }
      return true;
      """#
    return plugin
  }

  @Test(
    .needsSandbox,
    arguments: ["none", "auto"], [UInt64.random(in: 0..<1 << 31), UInt64.random(in: 0..<1 << 31)])
  func `are what they are one by one`(isolation: String, seed: UInt64) throws {
    for (plugin, name) in [(comparer, "comparer.so"), (source, "source.so")] {
      var plugin = plugin
      plugin.declarations = "#define SEED \(seed)\n" + plugin.declarations
      try plugin.compile(into: folder, as: name)
    }
    let run = try ProgramRun.run([
      "--isolation", isolation, "--plugins", folder.path, "--source", "com.example.rows",
      "--snapshot", "-", "--size", "80x9",
    ])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(
      run.output.contains("4 columns, many cells are the same"), "seed \(seed): \(run.output)")
  }
}
