extension PluginTests.`An extension` {
  /// A plugin whose child has every extension and logs each call.
  static let full = FixturePlugin(
    extensions: """
      GIVE(LAYOUT, layout) GIVE(TRANSITION, transition) GIVE(INPUT, input) GIVE(CONTENT, content)
      GIVE(WAKE, wake) GIVE(STATE, state) GIVE(KEY_HELP, help) GIVE(ACCESSIBILITY, accessibility)
      GIVE(THEME, theme) GIVE(FOCUS, front) GIVE(MESSAGES, messages)
      """,
    declarations: """
      typedef const childplugin_child_t *child_t;
      #define TABLE(type, name, ...) \\
        static const childplugin_##type##_t name = { .size = sizeof name, __VA_ARGS__ };
      #define TEXT(text) (int)(text).length, (text).bytes
      static void insets(child_t child, childplugin_insets_t *insets) {
        insets->top = insets->size == sizeof *insets;
        insets->right = 2; insets->bottom = 3; insets->left = 4;
      }
      static void resized(child_t child, int32_t columns, int32_t rows) {
        NOTE("resized %d %d", columns, rows);
      }
      TABLE(layout, layout, .insets = insets, .resized = resized)

      static void will_begin(child_t child, bool appearing) { NOTE("will_begin %d", appearing); }
      static void progress(child_t child, bool appearing, double progress) {
        NOTE("progress %d %.2f", appearing, progress);
      }
      static void did_end(child_t child, bool appearing) { NOTE("did_end %d", appearing); }
      TABLE(transition, transition, .will_begin = will_begin, .progress = progress,
            .did_end = did_end)

      static bool key(child_t child, const childplugin_key_t *key) {
        NOTE("key %u %u %.*s", key->code, key->modifiers, TEXT(key->text));
        return key->code == 97 && key->size == sizeof *key;
      }
      static bool mouse(child_t child, const childplugin_mouse_t *mouse) {
        NOTE("mouse %u %u %u %d %d %d", mouse->kind, mouse->button, mouse->modifiers,
             mouse->column, mouse->row, mouse->wheel);
        return mouse->size == sizeof *mouse;
      }
      static bool paste(child_t child, childplugin_text_t text) {
        NOTE("paste %.*s", TEXT(text));
        return true;
      }
      static void focus(child_t child, bool focused) { NOTE("focus %d", focused); }
      TABLE(input, input, .key = key, .mouse = mouse, .paste = paste, .focus = focus)

      #define CHANGED(name) static void name##_changed(child_t child) { note(#name); }
      CHANGED(content) CHANGED(woke) CHANGED(theme) CHANGED(front)
      TABLE(content_observer, content, .changed = content_changed)
      TABLE(wake, wake, .woke = woke_changed)
      TABLE(theme_observer, theme, .changed = theme_changed)
      TABLE(focus_observer, front, .changed = front_changed)

      static uint64_t fill(char *buffer, uint64_t capacity, const char *text) {
        uint64_t length = strlen(text);
        memcpy(buffer, text, length < capacity ? length : capacity);
        return length;
      }
      static uint64_t save(child_t child, char *buffer, uint64_t capacity) {
        return fill(buffer, capacity, "saved");
      }
      static bool restore(child_t child, const char *bytes, uint64_t length) {
        return length == 5 && memcmp(bytes, "saved", 5) == 0;
      }
      TABLE(saved_state, state, .save = save, .restore = restore)

      static uint32_t help_count(child_t child) { return 2; }
      static bool help_item(child_t child, uint32_t index, childplugin_key_help_item_t *item) {
        item->key = childplugin_text(index == 0 ? "enter" : "x\\x1b[31m");
        item->action = childplugin_text(index == 0 ? "open" : "close\\nit");
        return index < 2;
      }
      TABLE(key_help, help, .count = help_count, .item = help_item)

      static uint64_t words(child_t child, char *buffer, uint64_t capacity) {
        return fill(buffer, capacity, "Two rows,\\x1b[2J one\\nchosen");
      }
      TABLE(accessibility, accessibility, .text = words)

      static void received(
        child_t child, childplugin_text_t from, childplugin_text_t subject, childplugin_text_t body) {
        NOTE("message %.*s|%.*s|%.*s", TEXT(from), TEXT(subject), TEXT(body));
      }
      TABLE(messages, messages, .received = received)
      """)
}
