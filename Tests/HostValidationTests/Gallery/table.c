/* A table of rows with a cursor, a search, options, a timer and a thread: right, until it is compiled with one
 * of the mistakes below, which authors make. Each line names the mistake and the check that finds it. */
#define MISTAKES(M) \
  M(style_size, "struct-sizes", "a style has the size of a pointer to it") \
  M(content_size, "struct-sizes", "the size of a struct to be filled is not set") \
  M(column_size, "struct-sizes", "a struct to be filled has the size of another one") \
  M(input_size, "extension-tables", "an extension's table has no size") \
  M(table_too_large, "extension-tables", "a table says that it is larger than it is") \
  M(thread_calls, "main-thread-only", "a thread asks for a draw after a while") \
  M(wall_clock, "draws-by-host-time", "the time of day is drawn") \
  M(cut_character, "draws-whole-characters", "a cell is cut to eight bytes") \
  M(bad_option_exits, "options-any", "an option that is no number ends the program") \
  M(option_overflow, "options-any", "an option is copied into sixteen bytes") \
  M(option_zero, "options-any", "a number is divided by an option") \
  M(option_missing, "appears", "an option that is not given has UINT64_MAX bytes") \
  M(freed_off_screen, "asked-off-screen", "what is said off screen lies in freed memory") \
  M(swallows_keys, "leaves-unknown-keys", "every key is used") \
  M(right_column, "appears", "a right-aligned column is padded by a negative number") \
  M(double_free, "never-shown", "the child is freed twice") \
  M(draw_blocks, "calls-return", "a draw waits for something") \
  M(length_trusted, "draws-what-is-there", "the length of the whole text is taken for that of the buffer") \
  M(no_terminator, "draws-what-is-there", "a cell is taken for a C string") \
  M(last_row, "content-empty", "the last row of none") \
  M(extension_strcmp, "reads-by-length", "an extension's id is taken for a C string") \
  M(leaks_draw, "memory-while-shown", "memory of a draw is not freed") \
  M(thread_left, "threads-end", "destroy does not wait for the thread") \
  M(restore_short, "state-cut-short", "more bytes are read than the state has") \
  M(save_overflows, "state-fills-buffer", "the state is written whatever the capacity") \
  M(draws_once, "draws-the-same", "only what has changed is drawn") \
  M(home, "appears", "it takes a variable for granted") \
  M(ignores_modifiers, "leaves-modified-keys", "modifiers are not looked at") \
  M(many_columns, "content-odd-columns", "there are eight columns at most") \
  M(not_cleared, "appears", "the child's memory is not cleared") \
  M(stale_rows, "shows-new-content", "rows are kept by their numbers") \
  M(int_rows, "draws-many-rows", "rows are counted in an int") \
  M(all_rows, "content-huge", "a draw looks at every row") \
  M(deadlock, "never-shown", "destroy waits for a thread that waits for it") \
  M(unicode_always, "draws-ascii", "lines are drawn on any terminal") \
  M(always_moves, "moves-nothing-unasked", "it spins though motion is not wanted") \
  M(keeps_text, "keeps-nothing-lent", "a pointer to a key's text is kept") \
  M(acts_early, "acts-on-screen", "an action off screen") \
  M(misspelt_state, "requests-known-states", "a state that there is not") \
  M(first_time, "comes-back-the-same", "what it shows it makes ready once, and lets go of off screen") \
  M(cut_row, "draws-whole-characters", "a row without columns is cut to as many bytes as columns") \
  M(row_terminator, "draws-what-is-there", "a row without columns is taken for a C string") \
  M(title_trusted, "draws-what-is-there", "the length of the whole title is taken for that of the buffer") \
  M(wraps_for_ever, "size-1x500", "a text is wrapped until nothing is left, and nothing fits") \
  M(shared_first, "children-apart", "the first row that is shown is the same for all children") \
  M(state_of_a_key, "requests-known-states", "a key asks for a state that there is not") \
  M(one_buffer, "key-help-differs", "one static buffer for both, and the lengths of each") \
  M(insets_refreshed, "settles-in-its-area", "whoever asks for the insets is asked to ask again") \
  M(terminal_size, "draws-inside", "it draws at the edges of the terminal, not of the canvas") \
  M(rows_at_first, "shows-new-content", "as many rows are drawn as there were at first") \
  M(words_room, "accessibility-text", "sixteen bytes for its words, whatever the number in them") \
  M(last_host, "children-apart", "the host of the child that was made last is asked") \
  M(reload_again, "rests-when-told", "where there are few rows they are asked for again") \
  M(key_timer, "wakes-with-frames", "a key begins what moves every fifty nanoseconds") \
  M(strip_grows, "settles-in-its-area", "for each size it asks for one line more than it has") \
  M(order_of_a_map, "draws-the-same", "words are listed as a map has them, which has another seed each time") \
  M(lock_held, "calls-return", "a thread works with the lock that a draw waits for") \
  M(places_as_rows, "shows-the-view", "as many rows as the view has, but from the content")
#include "gallery.h"

struct table {
  childplugin_child_t child;
  const childplugin_host_t *host;
  uint64_t cursor, first, room;
  int32_t columns, rows, width, draws;
  char *words, *appearance;
  char search[32];
  uint64_t search_length;
  uint32_t accent;
  char kept[64][64];
  bool is_kept[64];
  const char *text;
  pthread_t thread;
  pthread_mutex_t lock;
  bool has_thread;
};
static uint64_t shared_place;

static struct table *table_of(const childplugin_child_t *child) { return (struct table *)child; }
static uint64_t *first_of(struct table *table) {
  return IS(shared_first) ? &shared_place : &table->first;
}

static const childplugin_host_t *last;
static uint64_t row_count(const childplugin_host_t *host) {
  if (IS(last_host)) host = last;
  childplugin_content_t content;
  memset(&content, 0, sizeof content);
  if (!IS(content_size)) content.size = sizeof content;
  return host->content(host, &content) ? content.rows : 0;
}

/* So much of a text as has no half character at its end. */
static uint64_t whole(const char *bytes, uint64_t length) {
  uint64_t last = length;
  while (last > 0 && ((unsigned char)bytes[last - 1] & 0xC0) == 0x80) last -= 1;
  if (last == 0) return length;
  unsigned char lead = (unsigned char)bytes[last - 1];
  uint64_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  return last - 1 + size > length ? last - 1 : length;
}

/* The text of a cell, as far as there is room. */
static uint64_t cell(struct table *table, uint64_t row, uint32_t column, char *into, uint64_t room) {
  uint64_t length = table->host->content_cell(table->host, row, column, into, room);
  if (IS(length_trusted)) return length;
  if (IS(no_terminator)) return strnlen(into, room);
  if (length <= room) return length;
  return IS(cut_character) ? room : whole(into, room);
}

static uint64_t option(struct table *table, const char *name, uint64_t otherwise) {
  char text[IS(option_overflow) ? 16 : 64];
  uint64_t room = IS(option_overflow) ? 4096 : sizeof text - 1;
  uint64_t length = table->host->option(table->host, childplugin_text(name), text, room);
  if (IS(option_missing)) {
    char *copy = malloc(length + 1);
    table->width = ((char *)memcpy(copy, text, length))[0];
    free(copy);
  }
  if (length == UINT64_MAX) return otherwise;
  if (IS(option_overflow)) return text[15] == 1;
  text[length < room ? length : room] = 0;
  char *end;
  long long number = strtoll(text, &end, 10);
  if (IS(bad_option_exits) && (*end != 0 || end == text)) {
    fprintf(stderr, "table: %s is no number\n", name);
    exit(1);
  }
  if (IS(option_zero)) return 100 / (uint64_t)number;
  return number > 0 && number < 100 ? (uint64_t)number : otherwise;
}

static void *work(void *data) {
  struct table *table = data;
  if (IS(deadlock)) pthread_mutex_lock(&table->lock);
  usleep(IS(thread_calls) ? 400000 : 1000);
  if (IS(thread_calls)) table->host->invalidate(table->host);
  if (IS(thread_left)) usleep(3000000);
  if (IS(lock_held)) {
    usleep(20000);
    pthread_mutex_lock(&table->lock);
    usleep(600000);
    pthread_mutex_unlock(&table->lock);
  }
  return NULL;
}

static void destroy(const childplugin_child_t *child) {
  struct table *table = table_of(child);
  if (table->has_thread && !IS(thread_left)) pthread_join(table->thread, NULL);
  if (IS(deadlock)) pthread_mutex_unlock(&table->lock);
  free(table->words);
  free(table->appearance);
  free(table);
  if (IS(double_free)) free(table);
}

static void will_appear(const childplugin_child_t *child, bool animated) {
  struct table *table = table_of(child);
  free(table->appearance);
  table->appearance = calloc(1, 100);
  if (IS(always_moves)) table->host->wake_after(table->host, 50000000);
}
static void did_disappear(const childplugin_child_t *child, bool animated) {
  struct table *table = table_of(child);
  if (IS(first_time)) table->search_length = 0;
  if (IS(freed_off_screen)) {
    free(table->words);
    table->words = NULL;
  }
}

static void timing(const childplugin_child_t *child, bool appearing, childplugin_timing_t *timing) {
  timing->duration_nanoseconds = appearing ? 200000000 : 100000000;
}

static void put(const childplugin_canvas_t *canvas, int32_t column, int32_t row, const char *bytes,
                uint64_t length, uint32_t colour) {
  childplugin_style_t style = {
      .size = IS(style_size) ? sizeof(childplugin_style_t *) : sizeof style, .foreground = colour};
  childplugin_text_t text = {bytes, length};
  canvas->text(canvas, column, row, canvas->columns - column, text, &style);
}

static void forget_widths(uint32_t columns) {
  int widths[8];
  memset(widths, 0, columns * sizeof widths[0]);
}
static void draw_row(struct table *table, const childplugin_canvas_t *canvas, uint64_t row,
                     int32_t at, uint32_t columns) {
  char text[IS(cut_character) ? 8 : 256];
  if (!IS(no_terminator) && !IS(row_terminator)) memset(text, 0, sizeof text);
  if (IS(stale_rows) && row < 64) {
    if (!table->is_kept[row]) cell(table, row, CHILDPLUGIN_WHOLE_ROW, table->kept[row], 63);
    table->is_kept[row] = true;
    put(canvas, 2, at, table->kept[row], strnlen(table->kept[row], 63), 0);
    return;
  }
  if (columns == 0) {
    uint64_t length = cell(table, row, CHILDPLUGIN_WHOLE_ROW, text, sizeof text);
    if (IS(cut_row) && length > (uint64_t)canvas->columns) length = (uint64_t)canvas->columns;
    if (IS(row_terminator)) length = strnlen(text, sizeof text);
    for (uint64_t from = 0; IS(wraps_for_ever) && from < length;) {
      const childplugin_host_text_t *layout =
          table->host->get_extension(table->host, childplugin_text(CHILDPLUGIN_HOST_TEXT));
      childplugin_text_t rest = {text + from, length - from};
      from += layout == NULL ? length : layout->fit(table->host, rest, canvas->columns, NULL);
    }
    put(canvas, 2, at, text, length, 0);
    return;
  }
  int32_t place = 2;
  for (uint32_t column = 0; column < columns && column < 512 && place < canvas->columns;
       column += 1) {
    childplugin_column_t info = {
        .size = IS(column_size) ? sizeof(childplugin_content_t) : sizeof info};
    table->host->content_column(table->host, column, &info, NULL, 0);
    if (IS(many_columns)) forget_widths(columns);
    uint64_t length = cell(table, row, column, text, sizeof text);
    int32_t width = info.width > 40 ? 40 : info.width;
    if (info.alignment == CHILDPLUGIN_ALIGNMENT_RIGHT) {
      int32_t used = table->host->text_columns(
          table->host, (childplugin_text_t){text, length});
      char padding[64];
      int32_t missing = IS(right_column) ? used - width - 1 : width > used ? width - used : 0;
      if (missing != 0) memset(padding, ' ', (size_t)missing);
      if (missing > 0) put(canvas, place, at, padding, (uint64_t)missing, 0);
      put(canvas, place + missing, at, text, length, table->accent);
    } else {
      put(canvas, place, at, text, length, 0);
    }
    place += width + 1;
  }
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  struct table *table = table_of(child);
  const childplugin_host_t *host = table->host;
  table->draws += 1;
  if (IS(draw_blocks)) sleep(30);
  if (IS(lock_held)) {
    pthread_mutex_lock(&table->lock);
    pthread_mutex_unlock(&table->lock);
  }
  if (IS(draws_once) && table->draws > 2) return;
  if (IS(leaks_draw)) table->text = malloc(40);
  uint64_t rows = row_count(host);
  childplugin_content_t content = {.size = sizeof content};
  host->content(host, &content);
  if (IS(rows_at_first)) rows = table->room > 0 ? table->room : (table->room = rows);
  if (IS(terminal_size)) {
    childplugin_terminal_t terminal = {.size = sizeof terminal};
    host->terminal(host, &terminal);
    put(canvas, 0, terminal.rows - 1, "end", 3, 0);
    return;
  }
  if (IS(places_as_rows)) {
    const childplugin_host_view_t *view =
        host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW));
    childplugin_view_t facts = {.size = sizeof facts};
    if (view != NULL && view->info(host, &facts)) rows = facts.rows;
  }
  if (IS(int_rows)) rows = (uint64_t)((int)rows > 0 ? (int)rows : 0);
  if (IS(all_rows)) {
    for (uint64_t row = 0; row < rows; row += 1) {
      childplugin_row_t info = {.size = sizeof info};
      host->content_row(host, row, &info);
      if (info.length > 200) table->width = 200;
    }
  }
  if (IS(last_row)) {
    char *order = malloc(rows - 1);
    order[rows - 2] = 1;
    free(order);
  }
  char line[128];
  uint64_t length = host->content_text(host, CHILDPLUGIN_CONTENT_TEXT_TITLE, line, 100);
  if (!IS(title_trusted) && length > 100) length = 0;
  put(canvas, 0, 0, line, length, table->accent);
  if (IS(wall_clock)) {
    time_t now = time(NULL);
    char clock[32];
    put(canvas, 40, 0, clock, strftime(clock, sizeof clock, "%H:%M:%S", localtime(&now)), 0);
  }
  if (IS(always_moves)) {
    const char wheel[] = "|/-\\";
    put(canvas, 30, 0, &wheel[canvas->time_nanoseconds / 50000000 % 4], 1, 0);
    host->wake_after(host, 50000000);
  }
  if (IS(order_of_a_map)) {
    static unsigned seed;
    char map[32] = {0}, letters[32];
    seed += 7;
    for (uint64_t row = 0; row < rows && row < 100; row += 1) {
      char letter[4];
      if (cell(table, row, CHILDPLUGIN_WHOLE_ROW, letter, sizeof letter) > 0)
        map[((unsigned char)letter[0] * 13 + seed) % 32] = letter[0];
    }
    uint64_t count = 0;
    for (int place = 0; place < 32; place += 1)
      if (map[place] > 0x20) letters[count++] = map[place];
    put(canvas, 60, 0, letters, count, 0);
  }
  if (IS(unicode_always)) put(canvas, 20, 0, "\xE2\x94\x80", 3, 0);
  if (rows == 0 && content.rows == 0) put(canvas, 2, 1, "nothing", 7, 0);
  for (int32_t at = 1; at < canvas->rows; at += 1) {
    uint64_t row = *first_of(table) + (uint64_t)at - 1;
    if (row >= rows) break;
    if (row == table->cursor) put(canvas, 0, at, ">", 1, table->accent);
    draw_row(table, canvas, row, at, content.columns);
  }
  table->search[sizeof table->search - 1] = 0;
  put(canvas, 50, 0, table->search, table->search_length, 0);
}

static void insets(const childplugin_child_t *child, childplugin_insets_t *insets) {
  struct table *table = table_of(child);
  insets->left = 1;
  if (IS(insets_refreshed)) {
    const childplugin_host_place_t *place =
        table->host->get_extension(table->host, childplugin_text(CHILDPLUGIN_HOST_PLACE));
    if (place != NULL) place->refresh(table->host);
  }
}
static void resized(const childplugin_child_t *child, int32_t columns, int32_t rows) {
  struct table *table = table_of(child);
  table->columns = columns;
  table->rows = rows;
  const childplugin_host_place_t *place =
      table->host->get_extension(table->host, childplugin_text(CHILDPLUGIN_HOST_PLACE));
  if (IS(strip_grows) && place != NULL)
    place->claim(table->host, CHILDPLUGIN_EDGE_BOTTOM, CHILDPLUGIN_UNIT_CELLS, (uint32_t)rows + 1, 0);
}

static bool move(struct table *table, int64_t by) {
  uint64_t rows = row_count(table->host);
  uint64_t *cursor = &table->cursor;
  if (by < 0 ? *cursor == 0 : *cursor + 1 >= rows) return false;
  *cursor += (uint64_t)by;
  uint64_t shown = table->rows > 1 ? (uint64_t)table->rows - 1 : 1;
  if (*cursor < *first_of(table)) *first_of(table) = *cursor;
  if (*cursor >= *first_of(table) + shown) *first_of(table) = *cursor - shown + 1;
  table->host->invalidate(table->host);
  return true;
}

static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  struct table *table = table_of(child);
  if (IS(keeps_text)) {
    if (table->text != NULL) table->width = table->text[0];
    if (key->text.length > 0) table->text = key->text.bytes;
  }
  if (IS(swallows_keys)) {
    move(table, 1);
    return true;
  }
  if (key->modifiers != 0 && !IS(ignores_modifiers)) return false;
  if (IS(key_timer)) table->width = 1;
  switch (key->code) {
  case CHILDPLUGIN_KEY_DOWN:
  case 'j': move(table, 1); return true;
  case CHILDPLUGIN_KEY_UP:
  case 'k': move(table, -1); return true;
  case 'p':
    return IS(state_of_a_key)
        && table->host->request_state(table->host, childplugin_text("preview"), true);
  case 'e':
    return table->host->request_state(table->host, childplugin_text("error"), true);
  default: return false;
  }
}
static bool mouse(const childplugin_child_t *child, const childplugin_mouse_t *mouse) {
  struct table *table = table_of(child);
  return mouse->kind == CHILDPLUGIN_MOUSE_WHEEL && move(table, mouse->wheel > 0 ? 1 : -1);
}
static bool paste(const childplugin_child_t *child, childplugin_text_t text) {
  struct table *table = table_of(child);
  uint64_t length = text.length < sizeof table->search ? text.length : 0;
  memcpy(table->search, text.bytes, length);
  table->search_length = 0;
  while (table->search_length < length && table->search[table->search_length] > 0x20)
    table->search_length += 1;
  table->host->invalidate(table->host);
  return true;
}

static void changed(const childplugin_child_t *child) {
  struct table *table = table_of(child);
  uint64_t rows = row_count(table->host);
  if (IS(reload_again) && rows < 100) table->host->perform(table->host, CHILDPLUGIN_ACTION_RELOAD, 0);
  if (table->cursor >= rows) table->cursor = rows > 0 ? rows - 1 : 0;
  const uint64_t shown = table->rows > 1 ? (uint64_t)table->rows - 1 : 1;
  if (*first_of(table) + shown > rows) *first_of(table) = rows > shown ? rows - shown : 0;
  if (*first_of(table) > table->cursor) *first_of(table) = table->cursor;
}
static void woke(const childplugin_child_t *child) {
  struct table *table = table_of(child);
  if (IS(key_timer) && table->width == 1) table->host->wake_after(table->host, 50);
}
static void theme(const childplugin_child_t *child) {
  struct table *table = table_of(child);
  if (IS(misspelt_state))
    table->host->request_state(table->host, childplugin_text("contents"), false);
  table->accent = table->host->theme_colour(table->host, CHILDPLUGIN_ROLE_ACCENT);
}

static uint64_t save(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  uint64_t cursor = table_of(child)->cursor;
  uint64_t length = sizeof cursor;
  if (buffer != NULL)
    memcpy(buffer, &cursor, IS(save_overflows) || length < capacity ? length : capacity);
  return length;
}
static bool restore(const childplugin_child_t *child, const char *bytes, uint64_t length) {
  struct table *table = table_of(child);
  uint64_t cursor;
  if (length != 8 && !IS(restore_short)) return false;
  memcpy(&cursor, bytes, 8);
  if (cursor >= row_count(table->host)) return false;
  table->cursor = cursor;
  return true;
}

static uint32_t help_count(const childplugin_child_t *child) {
  return 2;
}
static bool help_item(const childplugin_child_t *child, uint32_t index,
                      childplugin_key_help_item_t *item) {
  static const char *const texts[2][2] = {{"down", "next"}, {"up", "before"}};
  static char buffer[16];
  if (index > 1) return false;
  const char *const *pair = texts[index];
  item->key = childplugin_text(pair[0]);
  item->action = childplugin_text(pair[1]);
  if (IS(one_buffer)) {
    item->key = childplugin_text(strcpy(buffer, pair[0]));
    item->action = childplugin_text(strcpy(buffer, pair[1]));
  }
  return true;
}

static uint64_t speak(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  struct table *table = table_of(child);
  char words[IS(words_room) ? 16 : 64];
  int length = snprintf(words, sizeof words, "%llu rows",
                        (unsigned long long)row_count(table->host));
  if (IS(freed_off_screen)) {
    const char *volatile *said = (const char *volatile *)&table->words;
    length = (int)strlen(*said);
    if (buffer != NULL) memcpy(buffer, *said, (uint64_t)length < capacity ? (size_t)length : capacity);
    return (uint64_t)length;
  }
  if (buffer != NULL)
    memcpy(buffer, words, (uint64_t)length < capacity ? (size_t)length : capacity);
  return (uint64_t)length;
}

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  if (IS(extension_strcmp)) id.length = strlen(id.bytes);
  OFFER(LAYOUT, layout, .insets = insets, .resized = resized)
  if (IS(input_size)) OFFER(INPUT, input, .size = 0, .key = key, .mouse = mouse, .paste = paste)
  OFFER(INPUT, input, .key = key, .mouse = mouse, .paste = paste)
  OFFER(CONTENT, content_observer, .changed = changed)
  OFFER(WAKE, wake, .woke = woke)
  OFFER(STATE, saved_state, .save = save, .restore = restore)
  if (IS(table_too_large)) OFFER(KEY_HELP, key_help, .size = 4096, .count = help_count, .item = help_item)
  OFFER(KEY_HELP, key_help, .count = help_count, .item = help_item)
  OFFER(ACCESSIBILITY, accessibility, .text = speak)
  OFFER(THEME, theme_observer, .changed = theme)
  return NULL;
}

static const childplugin_place_t places[] = {
    {.size = sizeof(childplugin_place_t), .state = CHILDPLUGIN_TEXT("content")}};
static const childplugin_descriptor_t descriptors[] = {{
    .size = sizeof descriptors[0], .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
    .id = CHILDPLUGIN_TEXT("com.example.table"),
    .name = CHILDPLUGIN_TEXT("Table"), .vendor = CHILDPLUGIN_TEXT("Example"),
    .version = CHILDPLUGIN_TEXT("1.0.0"), .description = CHILDPLUGIN_TEXT("Rows and a cursor."),
    .places = places, .place_count = 1}};

static bool init(childplugin_text_t path, childplugin_text_t *reason) { return true; }
static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  if (!childplugin_text_equal(id, descriptors[0].id)) return NULL;
  if (IS(home) && strlen(getenv("HOME")) == 0) return NULL;
  struct table *table = calloc(1, sizeof *table);
  if (table == NULL) return NULL;
  if (IS(not_cleared)) {
    free(table);
    table = malloc(sizeof *table);
    memset(&table->child, 0, sizeof table->child);
  }
  last = host;
  table->child.size = sizeof table->child;
  table->child.destroy = destroy;
  table->child.will_appear = will_appear;
  table->child.did_disappear = did_disappear;
  table->child.timing = timing;
  table->child.draw = draw;
  table->child.get_extension = get_extension;
  table->host = host;
  if (IS(first_time)) table->search_length = 1;
  if (IS(first_time)) table->search[0] = '?';
  if (IS(acts_early)) host->perform(host, CHILDPLUGIN_ACTION_RELOAD, 0);
  if (IS(freed_off_screen)) table->words = strdup("a table with some rows in it, and a cursor");
  table->width = (int32_t)option(table, "step", 1);
  table->accent = host->theme_colour(host, CHILDPLUGIN_ROLE_ACCENT);
  pthread_mutex_init(&table->lock, NULL);
  if (IS(thread_calls) || IS(thread_left) || IS(deadlock) || IS(lock_held)) {
    if (IS(deadlock)) pthread_mutex_lock(&table->lock);
    table->has_thread = pthread_create(&table->thread, NULL, work, table) == 0;
  }
  return &table->child;
}

LARGER_PLUGIN()
