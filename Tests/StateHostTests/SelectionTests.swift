import Foundation
import TestSupport
import Testing

/// The row that the user is on and those that are marked: the list's and those of a plugin that knows
/// nothing of the list.
@Suite struct `The selection` {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Shows the text of the row that the user is on, and what is marked; `9` puts the user on row 8, `8`
  /// marks the rows 1 to 3.
  private var details: SmallPlugin {
    var plugin = SmallPlugin()
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.declarations = """
      static const childplugin_host_t *host;
      static const childplugin_host_selection_t *selection;
      static int told;
      static const void *extension(const childplugin_child_t *child, childplugin_text_t id);
      """
    plugin.create =
      "selection = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_SELECTION));"
    plugin.made = "child->get_extension = extension;"
    plugin.key = """
      if (key->code == '9') return selection->set_row(host, 8) && selection->row(host) == 8
        && !selection->set_row(host, 9);
      if (key->code == '8') return selection->mark(host, 1, 3, true)
        && selection->marked_count(host) >= 3 && selection->is_marked(host, 2)
        && !selection->mark(host, 8, 2, true);
      """
    plugin.draw = """
      char text[64], line[128];
      uint64_t row = selection->row(host);
      uint64_t length = row == CHILDPLUGIN_NO_ROW
        ? 0 : host->content_cell(host, row, UINT32_MAX, text, sizeof text);
      uint64_t rows[8], count = selection->marked_rows(host, 0, rows, 8);
      int end = snprintf(line, sizeof line, "on:%.*s told:%s marked:", (int)length, text,
                         told > 0 ? "yes" : "no");
      for (uint64_t i = 0; i < count; i++)
        end += snprintf(line + end, sizeof line - (size_t)end, " %d%s", (int)rows[i],
                        selection->is_marked(host, rows[i]) ? "" : "?");
      canvas->text(canvas, 20, 0, 60, childplugin_text(line), NULL);
      """
    plugin.more = """
      static void changed(const childplugin_child_t *child) { (void)child; told += 1; }
      static const childplugin_selection_observer_t observer = {
        .size = sizeof observer, .changed = changed };
      static const void *extension(const childplugin_child_t *child, childplugin_text_t id) {
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_SELECTION)))
          return &observer;
        return get_extension(child, id);
      }
      """
    return plugin
  }

  @Test(arguments: ["auto", "none", "each"])
  func `is the same for all children`(isolation: String) throws {
    try details.compile(into: folder)
    let terminal = try TmuxTerminal(
      columns: 100, rows: 14,
      command: "statehost --isolation \(isolation) --plugins '\(folder.path)' -- seq 11 19")
    try terminal.wait(forText: "on:11 told:no marked:")
    try terminal.press("Down", "Down")
    try terminal.wait(forText: "on:13 told:yes marked:")
    // What another child asks for, the list follows.
    try terminal.type("9")
    try terminal.wait(forText: "on:19 ")
    try terminal.wait(forText: "9/9")
    try terminal.type("8")
    try terminal.wait(forText: "marked: 1 2 3")
    try terminal.wait(forText: "9/9, 3 marked")
    try terminal.wait(forText: "•12")
    // The list marks a row and goes on to the next.
    try terminal.press("g", "m", "m")
    try terminal.wait(forText: "marked: 0 2 3")
    try terminal.wait(forText: "on:13 ")
    try terminal.type("M")
    try terminal.wait(for: "no marks") { $0.contains { $0.hasSuffix("marked:") } }
    try terminal.type("M")
    try terminal.wait(forText: "marked: 0 1 2 3 4 5 6 7")
  }

  @Test func `is what --pick prints, in the order of the rows`() throws {
    let terminal = try TmuxTerminal(
      command: "seq 9 | statehost --pick --print0 >'\(folder.path)/picked'")
    try terminal.wait(forText: "1/9")
    try terminal.press("End", "Tab", "Home", "Down", "Tab")
    try terminal.wait(forText: "2 marked")
    try terminal.press("Enter")
    try terminal.wait(forText: "ended:0")
    let picked = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/picked"))
    #expect(picked == Data("2\u{0}9\u{0}".utf8))
  }

  @Test(arguments: ["auto", "none"])
  func `has the situation beside it: the state, and the one before`(isolation: String) throws {
    var plugin = SmallPlugin()
    plugin.places = [("content", 20, "0"), ("other", 20, "0")]
    plugin.declarations = """
      static const childplugin_host_t *host;
      static const childplugin_host_situation_t *situation;
      """
    plugin.create = """
      if (host->get_extension(host, childplugin_text("childplugin.host.situation/2")) != NULL) abort();
      situation = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_SITUATION));
      """
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.key = """
      char name[32];
      if (key->code == 'o') return host->request_state(host, childplugin_text("other"), true);
      if (key->code != 'p') return false;
      uint64_t length = situation->state(host, CHILDPLUGIN_STATE_PREVIOUS, name, sizeof name);
      return host->request_state(host, (childplugin_text_t){name, length}, true);
      """
    plugin.made = "child->get_extension = extension;"
    plugin.declarations +=
      "static const void *extension(const childplugin_child_t *child, childplugin_text_t id);"
    plugin.more = """
      static void changed(const childplugin_child_t *child) { (void)child; }
      static const childplugin_situation_observer_t observer = {
        .size = sizeof observer, .changed = changed };
      static const void *extension(const childplugin_child_t *child, childplugin_text_t id) {
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_SITUATION)))
          return &observer;
        return get_extension(child, id);
      }
      """
    plugin.draw = """
      char line[80], now[16], before[16];
      uint64_t a = situation->state(host, CHILDPLUGIN_STATE_CURRENT, now, sizeof now);
      uint64_t b = situation->state(host, CHILDPLUGIN_STATE_PREVIOUS, before, sizeof before);
      snprintf(line, sizeof line, "now:%.*s before:%.*s %s", (int)a, now, (int)b, before,
               situation->flags(host) & CHILDPLUGIN_SITUATION_TRANSITION ? "moves" : "rests");
      canvas->text(canvas, 20, 0, 60, childplugin_text(line), NULL);
      """
    try plugin.compile(into: folder)
    let terminal = try TmuxTerminal(
      columns: 90, rows: 8,
      command: "statehost --isolation \(isolation) --plugins '\(folder.path)' "
        + "--loading-delay 5s -- seq 3")
    try terminal.wait(forText: "now:content before: rests")
    try terminal.type("o")
    try terminal.wait(forText: "now:other before:content rests")
    try terminal.type("p")
    try terminal.wait(forText: "now:content before:other rests")
  }
}
