import TestSupport

extension SmallPlugin {
  /// Logs all that a child can be told, as warnings, which are told at the end of a run.
  static var listening: SmallPlugin {
    var plugin = SmallPlugin()
    plugin.text = "👨‍👩‍👧‍👦 e\u{301}"
    plugin.flags = "CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS"
    plugin.declarations = """
      static void note(const char *what, long one, long other) {
        char line[64];
        snprintf(line, sizeof line, "%s %ld %ld", what, one, other);
        host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text(line));
      }
      static bool on_key(const childplugin_child_t *child, const childplugin_key_t *key) {
        (void)child; note("key", key->code, 0); return true;
      }
      static bool on_mouse(const childplugin_child_t *child, const childplugin_mouse_t *mouse) {
        (void)child; note("mouse", mouse->column, mouse->row); return true;
      }
      static bool on_paste(const childplugin_child_t *child, childplugin_text_t text) {
        (void)child; note("paste", (long)text.length, 0); return true;
      }
      static void on_focus(const childplugin_child_t *child, bool focused) {
        (void)child; note("focus", focused, 0);
      }
      static void on_size(const childplugin_child_t *child, int32_t columns, int32_t rows) {
        (void)child; note("size", columns, rows);
      }
      static void on_content(const childplugin_child_t *child) {
        childplugin_content_t content = { .size = sizeof content };
        (void)child;
        if (host->content(host, &content)) note("content", (long)content.rows, 0);
      }
      static void on_wake(const childplugin_child_t *child) {
        (void)child; note("woke", (long)(host->now(host) / 1000000), 0);
      }
      """
    plugin.extensions = [
      ("INPUT", "input", ".key = on_key, .mouse = on_mouse, .paste = on_paste, .focus = on_focus"),
      ("LAYOUT", "layout", ".resized = on_size"),
      ("CONTENT", "content_observer", ".changed = on_content"), ("WAKE", "wake", ".woke = on_wake"),
    ]
    plugin.willAppear = "host->wake_after(host, 250000000);"
    return plugin
  }
}
