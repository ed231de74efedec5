import TestSupport
import Testing

/// The rows as they are shown, for a plugin that knows nothing of the list.
@Suite struct `The view` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Shows what the view has, with the places of matches; keys ask for filters, orders and finds.
  private var viewer: SmallPlugin {
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.declarations = """
      static const childplugin_host_t *host;
      static const childplugin_host_view_t *view;
      static const void *extension(const childplugin_child_t *child, childplugin_text_t id);
      """
    plugin.create = "view = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW));"
    plugin.made = "child->get_extension = extension;"
    plugin.key = """
      childplugin_filter_t filter = { .size = sizeof filter, .kind = CHILDPLUGIN_MATCH_TEXT,
        .column = CHILDPLUGIN_WHOLE_ROW, .text = CHILDPLUGIN_TEXT("1") };
      childplugin_sort_t sort = { .size = sizeof sort, .key = CHILDPLUGIN_SORT_NUMBER,
        .column = CHILDPLUGIN_WHOLE_ROW, .flags = CHILDPLUGIN_SORT_DESCENDING };
      if (key->code == '1') return view->show(host, &filter, NULL);
      if (key->code == '2') return view->show(host, &filter, &sort);
      if (key->code == '3') return view->show(host, NULL, NULL);
      filter.kind = CHILDPLUGIN_MATCH_EXPRESSION;
      filter.text = childplugin_text("2$|0$");
      if (key->code == '4') return view->show(host, &filter, NULL);
      if (key->code == '5') return view->find(host, &filter, CHILDPLUGIN_NO_ROW, 0);
      if (key->code == '6') return view->find(host, &filter, 12, CHILDPLUGIN_FIND_BACKWARD);
      if (key->code == '7') return view->find(host, NULL, 0, 0);
      filter.text = childplugin_text("(");
      if (key->code == '8') return view->show(host, &filter, NULL);
      filter.kind = CHILDPLUGIN_MATCH_TEXT;
      if (key->code == '9') {
        childplugin_view_t now = { .size = sizeof now };
        return view->find(host, &filter, 0, 0) && view->info(host, &now) && now.finds > 0;
      }
      """
    plugin.draw = """
      childplugin_view_t now = { .size = sizeof now };
      char line[256], text[64];
      uint64_t rows[8], length;
      childplugin_range_t ranges[4];
      view->info(host, &now);
      int end = snprintf(line, sizeof line, "%d of %d%s:", (int)now.rows, (int)now.all_rows,
                         now.flags & CHILDPLUGIN_VIEW_COMPLETE ? "" : "?");
      uint64_t count = view->rows(host, 0, rows, 8);
      for (uint64_t i = 0; i < count; i++) {
        length = host->content_cell(host, rows[i], CHILDPLUGIN_WHOLE_ROW, text, sizeof text);
        end += snprintf(line + end, sizeof line - (size_t)end, " %.*s", (int)length, text);
        uint64_t matches = view->matches(host, rows[i], CHILDPLUGIN_WHOLE_ROW, ranges, 4);
        for (uint64_t j = 0; j < matches; j++)
          end += snprintf(line + end, sizeof line - (size_t)end, "[%d-%d]", (int)ranges[j].start,
                          (int)ranges[j].end);
      }
      canvas->text(canvas, 20, 0, 80, childplugin_text(line), NULL);
      if (now.flags & CHILDPLUGIN_VIEW_FOUND) {
        snprintf(line, sizeof line, "found row %d at place %d", (int)now.found_row,
                 (int)view->place(host, now.found_row));
        canvas->text(canvas, 20, 1, 80, childplugin_text(line), NULL);
      }
      if (now.flags & CHILDPLUGIN_VIEW_NO_MATCH)
        canvas->text(canvas, 20, 1, 80, childplugin_text("no match"), NULL);
      length = view->problem(host, text, sizeof text);
      canvas->text(canvas, 20, 2, 80, (childplugin_text_t){text, length}, NULL);
      """
    plugin.more = """
      static void changed(const childplugin_child_t *child) { (void)child; }
      static const childplugin_view_observer_t observer = {
        .size = sizeof observer, .changed = changed };
      static const void *extension(const childplugin_child_t *child, childplugin_text_t id) {
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_VIEW))) return &observer;
        return get_extension(child, id);
      }
      """
    return plugin
  }

  @Test(arguments: ["auto", "none", "each"])
  func `is filtered, sorted and searched for a child`(isolation: String) throws {
    try viewer.compile(into: folder)
    let terminal = try TmuxTerminal(
      columns: 110, rows: 14,
      command: "statehost --isolation \(isolation) --plugins '\(folder.path)' -- seq 1 21")
    try terminal.wait(forText: "21 of 21: 1 2 3 4 5 6 7 8")
    try terminal.type("1")
    try terminal.wait(forText: "12 of 21: 1[0-1] 10[0-1] 11[0-2] 12[0-1] 13[0-1]")
    try terminal.type("2")
    try terminal.wait(forText: "12 of 21: 21[1-2] 19[0-1] 18[0-1] 17[0-1]")
    try terminal.type("6")
    try terminal.wait(forText: "found row 9 at place 10")
    try terminal.wait(forText: "12 of 21: 21[1-2] 19")
    try terminal.type("4")
    try terminal.wait(forText: "4 of 21: 2[0-1] 10[1-2] 12[1-2] 20[1-2]")
    // What is no expression changes nothing, and says why.
    try terminal.type("8")
    try terminal.wait(forText: "invalid regular expression:")
    try terminal.wait(forText: "4 of 21: 2[0-1]")
    // What was looked for stays marked until the find is ended.
    try terminal.type("3")
    try terminal.wait(forText: "21 of 21: 1 2[0-1] 3 4")
    try terminal.type("7")
    try terminal.wait(forText: "21 of 21: 1 2 3 4")
    try terminal.wait(for: "no problem") { !$0.contains { $0.contains("no regular") } }
    try terminal.type("5")
    try terminal.wait(forText: "found row 1 at place 1")
    try terminal.wait(forText: "21 of 21: 1 2[0-1] 3")
    try terminal.type("9")
    try terminal.wait(forText: "no match")
    try terminal.type("7")
    try terminal.wait(forText: "21 of 21: 1 2 3")
    try terminal.wait(for: "no find") { !$0.contains { $0.contains("no match") } }
    // What arrives with a reload is filtered, too.
    try terminal.type("1r")
    try terminal.wait(forText: "12 of 21: 1[0-1]")
  }
}
