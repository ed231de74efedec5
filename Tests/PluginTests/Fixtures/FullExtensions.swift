extension PluginTests.`An extension` {
  /// A plugin whose child has every extension and logs each call.
  static var full: FixturePlugin {
    var plugin = FixturePlugin()
    plugin.declarations = """
      #define FORMAT(...) do { char line[200]; snprintf(line, sizeof line, __VA_ARGS__); note(line); \\
        } while (0)
      typedef const childplugin_child_t *child_t;
      static void insets(child_t child, childplugin_insets_t *insets) {
        (void)child;
        insets->top = 1; insets->right = 2; insets->bottom = 3; insets->left = 4;
      }
      static void resized(child_t child, int32_t columns, int32_t rows) {
        (void)child;
        FORMAT("resized %d %d", columns, rows);
      }
      static void will_begin(child_t child, bool appearing) {
        (void)child;
        FORMAT("will_begin %d", appearing);
      }
      static void progress(child_t child, bool appearing, double progress) {
        (void)child;
        FORMAT("progress %d %.2f", appearing, progress);
      }
      static void did_end(child_t child, bool appearing) {
        (void)child;
        FORMAT("did_end %d", appearing);
      }
      static bool key(child_t child, const childplugin_key_t *key) {
        (void)child;
        FORMAT("key %u %u %.*s", key->code, key->modifiers, (int)key->text.length, key->text.bytes);
        return key->code == 97 && key->size == sizeof *key;
      }
      static bool mouse(child_t child, const childplugin_mouse_t *mouse) {
        (void)child;
        FORMAT("mouse %u %u %u %d %d %d", mouse->kind, mouse->button, mouse->modifiers,
               mouse->column, mouse->row, mouse->wheel);
        return mouse->size == sizeof *mouse;
      }
      static bool paste(child_t child, childplugin_text_t text) {
        (void)child;
        FORMAT("paste %.*s", (int)text.length, text.bytes);
        return true;
      }
      static void focus(child_t child, bool focused) {
        (void)child;
        FORMAT("focus %d", focused);
      }
      static void content_changed(child_t child) { (void)child; note("content"); }
      static void woke(child_t child) { (void)child; note("woke"); }
      static void theme_changed(child_t child) { (void)child; note("theme"); }
      static void front_changed(child_t child) { (void)child; note("front"); }
      static uint64_t fill(char *buffer, uint64_t capacity, const char *text) {
        uint64_t length = strlen(text);
        memcpy(buffer, text, length < capacity ? length : capacity);
        return length;
      }
      static uint64_t save(child_t child, char *buffer, uint64_t capacity) {
        (void)child;
        return fill(buffer, capacity, "saved");
      }
      static bool restore(child_t child, const char *bytes, uint64_t length) {
        (void)child;
        return length == 5 && memcmp(bytes, "saved", 5) == 0;
      }
      static uint32_t help_count(child_t child) { (void)child; return 2; }
      static bool help_item(child_t child, uint32_t index, childplugin_key_help_item_t *item) {
        (void)child;
        item->key = childplugin_text(index == 0 ? "enter" : "x\\x1b[31m");
        item->action = childplugin_text(index == 0 ? "open" : "close\\nit");
        return index < 2;
      }
      static uint64_t words(child_t child, char *buffer, uint64_t capacity) {
        (void)child;
        return fill(buffer, capacity, "Two rows,\\x1b[2J one\\nchosen");
      }
      static const childplugin_layout_t layout = {
        .size = sizeof layout, .insets = insets, .resized = resized };
      static const childplugin_transition_t transition = {
        .size = sizeof transition, .will_begin = will_begin, .progress = progress,
        .did_end = did_end };
      static const childplugin_input_t input = {
        .size = sizeof input, .key = key, .mouse = mouse, .paste = paste, .focus = focus };
      static const childplugin_content_observer_t content = {
        .size = sizeof content, .changed = content_changed };
      static const childplugin_wake_t wake = { .size = sizeof wake, .woke = woke };
      static const childplugin_saved_state_t state = {
        .size = sizeof state, .save = save, .restore = restore };
      static const childplugin_key_help_t help = {
        .size = sizeof help, .count = help_count, .item = help_item };
      static const childplugin_accessibility_t accessibility = {
        .size = sizeof accessibility, .text = words };
      static const childplugin_theme_observer_t theme = {
        .size = sizeof theme, .changed = theme_changed };
      static const childplugin_focus_observer_t front = {
        .size = sizeof front, .changed = front_changed };
      static void received(
        child_t child, childplugin_text_t from, childplugin_text_t subject, childplugin_text_t body) {
        (void)child;
        char line[300];
        snprintf(line, sizeof line, "message %.*s|%.*s|%.*s", (int)from.length, from.bytes,
                 (int)subject.length, subject.bytes, (int)body.length, body.bytes);
        note(line);
      }
      static const childplugin_messages_t messages = {
        .size = sizeof messages, .received = received };
      """
    plugin.extensions = """
      #define GIVE(name, table) if (childplugin_text_equal(id, childplugin_text(name))) return &table
      GIVE(CHILDPLUGIN_EXTENSION_LAYOUT, layout);
      GIVE(CHILDPLUGIN_EXTENSION_TRANSITION, transition);
      GIVE(CHILDPLUGIN_EXTENSION_INPUT, input);
      GIVE(CHILDPLUGIN_EXTENSION_CONTENT, content);
      GIVE(CHILDPLUGIN_EXTENSION_WAKE, wake);
      GIVE(CHILDPLUGIN_EXTENSION_STATE, state);
      GIVE(CHILDPLUGIN_EXTENSION_KEY_HELP, help);
      GIVE(CHILDPLUGIN_EXTENSION_ACCESSIBILITY, accessibility);
      GIVE(CHILDPLUGIN_EXTENSION_THEME, theme);
      GIVE(CHILDPLUGIN_EXTENSION_FOCUS, front);
      GIVE(CHILDPLUGIN_EXTENSION_MESSAGES, messages);
      """
    return plugin
  }
}
