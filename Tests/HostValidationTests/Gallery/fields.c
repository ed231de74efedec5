/* Mistakes beside those of the other files: of another field or side, or by one too many. */
/* timing-in-range */ #define IN_TIMING if (!appearing) timing->duration_nanoseconds = -1;
/* timing-in-range */ #define IN_TIMING if (appearing) timing->delay_nanoseconds = 3600000000001;
/* timing-in-range */ #define IN_TIMING \
  if (!appearing && self->draws > 0) timing->delay_nanoseconds = -1;
/* timing-in-range */ #define IN_TIMING if (appearing) timing->delay_nanoseconds = -1;
/* timing-in-range */ #define IN_TIMING if (!appearing) timing->delay_nanoseconds = INT64_MAX;
/* timing-in-range */ #define IN_TIMING if (appearing) timing->duration_nanoseconds = INT64_MAX;
/* timing-in-range */ #define IN_TIMING \
  if (self->appearances > 0) timing->duration_nanoseconds = -1;
/* timing-kinds */ #define IN_TIMING if (!appearing) timing->effect = 6;
/* timing-kinds */ #define IN_TIMING if (!appearing) timing->curve = 4;
/* timing-keeps-size */ #define IN_TIMING if (!appearing) timing->reserved = 1;
/* timing-stable */ #define IN_TIMING static int n; if (!appearing) timing->delay_nanoseconds = ++n;
/* timing-stable */ #define IN_TIMING static int n; timing->effect = ++n % 2;
/* timing-stable */ #define IN_TIMING static uint32_t n; timing->curve = ++n % 4;
/* timing-in-nanoseconds */ #define IN_TIMING if (!appearing) timing->duration_nanoseconds = 999999;
/* timing-in-nanoseconds */ #define IN_TIMING timing->delay_nanoseconds = 20;
/* timing-short */ #define IN_TIMING if (!appearing) timing->delay_nanoseconds = 4900000001;
/* insets-in-range */ #define IN_INSETS insets->right = -1;
/* insets-in-range */ #define IN_INSETS insets->bottom = 10001;
/* insets-in-range */ #define IN_INSETS if (self->columns == 1) insets->left = -1;
/* insets-in-range */ #define IN_INSETS if (self->draws > 0 && self->columns == 0) insets->top = -1;
/* insets-leave-room */ #define IN_INSETS insets->top = insets->bottom = 12;
/* size-500x1 */ #define IN_MOUSE IF(self->columns == 500 && self->rows == 1)
/* size-1x500 */ #define IN_KEY IF(self->columns == 1 && self->rows == 500)
/* size-0x0 */ #define IN_DRAW IF(canvas->columns == 0 && row_count(self) == 5000)
/* size-4096x2048 */ #define IN_DRAW IF(canvas->rows == 2048 && row_count(self) == 5000)
/* resize-in-every-phase */ #define IN_RESIZED IN_FIRST_LIFE(0, self->last_progress == 0)
/* resize-in-every-phase */ #define IN_RESIZED IN_FIRST_LIFE(0, self->last_progress == -1)
/* resize-in-every-phase */ #define IN_RESIZED IN_FIRST_LIFE(0, self->progresses == 1)
/* resize-in-every-phase */ #define IN_RESIZED IN_FIRST_LIFE(0, self->is_shown)
/* resize-in-every-phase */ #define IN_RESIZED IN_FIRST_LIFE(1, self->is_shown)
/* resize-in-every-phase */ #define IN_RESIZED \
  IN_FIRST_LIFE(1, !self->is_shown && self->last_progress == 0.5)
/* resize-in-every-phase */ #define IN_RESIZED IN_FIRST_LIFE(1, self->last_progress == -1)
/* state-size */ #define IN_SAVE return 65537;
/* state-fills-buffer */ #define IN_SAVE if (capacity == 0) return 0;
/* state-fills-buffer */ #define IN_SAVE if (capacity == 1) { buffer[0] = 0x55; return 8; }
/* state-fills-buffer */ #define IN_SAVE if (capacity == 7) return 7;
/* state-round-trip */ #define IN_RESTORE return false;
/* state-round-trip: What was typed is saved, and not restored where it is long. */
#define IN_SAVE \
  char both[sizeof self->selected + sizeof self->typed]; \
  memcpy(both, &self->selected, sizeof self->selected); \
  memcpy(both + sizeof self->selected, self->typed, self->typed_length); \
  return fill(both, sizeof self->selected + self->typed_length, buffer, capacity);
#define IN_PASTE \
  self->typed_length = text.length < sizeof self->typed ? text.length : sizeof self->typed; \
  memcpy(self->typed, text.bytes, self->typed_length); \
  return true;
#define IN_RESTORE \
  if (length > sizeof self->selected) { \
    self->typed_length = length - sizeof self->selected; \
    if (self->typed_length >= sizeof self->typed) self->typed_length = 0; \
    memcpy(self->typed, bytes + sizeof self->selected, self->typed_length); \
    length = sizeof self->selected; \
  }
/* state-cut-short */ #define IN_RESTORE IF(length == 1)
/* state-cut-short */ #define IN_RESTORE IF(length == 7)
/* state-altered */ #define IN_RESTORE IF(length == 8 && bytes[0] == (char)0xFF && bytes[7] == 0)
/* state-random */ #define IN_RESTORE IF(length == 8 && bytes[7] != 0)
/* state-too-long */ #define IN_RESTORE IF(length == 9)
/* state-too-long */ #define IN_RESTORE IF(length == 65536)
/* accessibility-fills-buffer */ #define IN_SPEAK if (capacity == 0) return 0;
/* accessibility-fills-buffer */ #define IN_SPEAK if (capacity == 6) return 7;
/* accessibility-text */ #define IN_SPEAK SAY("a\x7F", true)
/* accessibility-text */ #define IN_SPEAK SAY("caf\xC3", true)
/* accessibility-text */ #define IN_SPEAK SAY("a\tb", row_count(self) > 1000000)
/* key-help-items */ #define IN_HELP_COUNT return 33;
/* key-help-items */ #define IN_HELP_ITEM item->key = childplugin_text("enter"); ITEM(index == 0)
/* key-help-items */ #define IN_HELP_ITEM item->action = childplugin_text("take"); ITEM(index == 0)
/* key-help-items */ #define IN_HELP_ITEM ITEM(index == 1)
/* key-help-items */ #define IN_HELP_ITEM ITEM(index == UINT32_MAX)
/* draws-known-colours */ #define IN_DRAW COLOURED(.foreground = 0x04000100)
/* draws-known-colours */ #define IN_DRAW COLOURED(.background = 0x10000000)
/* draws-known-colours */ #define IN_DRAW COLOURED(.foreground = 0x02000001)
/* draws-readable-text */ #define IN_DRAW COLOURED(.background = CHILDPLUGIN_COLOUR_RGB(0, 0, 64))
/* draws-inside */ #define BEFORE_DRAW canvas->dim(canvas, 0, canvas->rows, 9, 1); return;
/* draws-inside */ #define BEFORE_DRAW \
  canvas->fill(canvas, -9, 0, 9, 1, childplugin_text("x"), NULL); \
  return;
/* draws-inside */ #define BEFORE_DRAW \
  canvas->fill(canvas, 100, 0, 1, 1, childplugin_text("x"), NULL); \
  return;
/* draws-inside */ #define BEFORE_DRAW if (canvas->columns == 60) canvas->dim(canvas, 60, 0, 1, 1); return;
/* draws-inside */ #define BEFORE_DRAW if (canvas->columns == 200) canvas->dim(canvas, 200, 0, 1, 1); return;
/* draws-no-controls */ #define IN_DRAW TEXT((childplugin_text_t){"ab", 3})
/* draws-no-controls */ #define IN_DRAW TEXT(childplugin_text("a\x7F"))
/* draws-repaired-text */ #define IN_DRAW \
  canvas->fill(canvas, 0, 1, 1, 1, childplugin_text("\xC3"), NULL);
/* draws-repaired-text */ #define IN_HELP_ITEM \
  item->action = item->key = childplugin_text("\xC3"); ITEM(!index)
/* messages-any-bytes */ #define IN_RECEIVED IF(subject.length == 255)
/* messages-any-bytes */ #define IN_RECEIVED IF(from.length == 0)
/* messages-any-bytes */ #define IN_RECEIVED IF(body.length == 65536 && self->is_shown)
/* messages-any-bytes */ #define IN_RECEIVED IF(body.length == 65536 && !self->is_shown)
/* messages-of-any-body */ #define IN_RECEIVED ROW_SENT(body.length == 0)
/* messages-of-any-body */ #define IN_RECEIVED ROW_SENT(body.length == 9)
/* messages-of-any-body */ #define IN_RECEIVED \
  ROW_SENT(body.length == 8 && body.bytes[7] == (char)0xFF)
/* keys-named */ #define IN_KEY IF(key->code == CHILDPLUGIN_KEY_F1 + 11 && key->modifiers == 7)
/* keys-named */ #define IN_KEY IF(key->code == CHILDPLUGIN_KEY_ENTER && key->modifiers == 4)
/* keys-characters */ #define IN_KEY IF(key->code == 0)
/* keys-characters */ #define IN_KEY IF(key->code == 127)
/* keys-characters */ #define IN_KEY IF(key->text.length == 4)
/* keys-unknown */ #define IN_KEY IF(key->code == UINT32_MAX)
/* keys-unknown */ #define IN_KEY IF(key->code == 0xD800 && key->modifiers == 8)
/* keys-invalid-text */ #define IN_KEY IF(key->text.length == 1 && key->text.bytes[0] == 0)
/* mouse-everywhere */ #define IN_MOUSE \
  IF(mouse->kind == CHILDPLUGIN_MOUSE_DRAG && mouse->row == INT32_MIN)
/* mouse-everywhere */ #define IN_MOUSE \
  IF(mouse->kind == CHILDPLUGIN_MOUSE_WHEEL && mouse->column == INT32_MAX)
/* mouse-wheel-far */ #define IN_MOUSE IF(mouse->wheel == INT32_MIN)
/* mouse-unknown */ #define IN_MOUSE IF(mouse->kind == 0)
/* mouse-unknown */ #define IN_MOUSE IF(mouse->button == UINT32_MAX)
/* paste-any-bytes */ #define IN_PASTE IF(text.length == 0)
/* paste-any-bytes */ #define IN_PASTE IF(text.length == 1 << 20)
/* unknown-extensions */ #define IN_GET_EXTENSION if (id.length == 0) return &wake_table;
/* unknown-extensions */ #define IN_GET_EXTENSION WRONGLY("childplugin.wake")
/* unknown-extensions */ #define IN_GET_EXTENSION WRONGLY("childplugin.run/2")
/* unknown-extensions */ #define IN_GET_EXTENSION WRONGLY("xchildplugin.layout/1")
/* extension-tables */ #define IN_GET_EXTENSION HALF(run_observer, RUN)
/* extension-tables */ #define IN_GET_EXTENSION HALF(saved_state, STATE, .save = save)
/* extension-tables */ #define IN_GET_EXTENSION HALF(key_help, KEY_HELP, .count = help_count)
/* extensions-stay */ #define IN_GET_EXTENSION \
  if (self->events > 0 && is(id, "childplugin.run/1")) return NULL;
/* focus-flag */ #define IN_GET_EXTENSION if (is(id, "childplugin.input/1")) return NULL;
/* descriptor-count */ #define IN_COUNT return 0;
/* descriptor-count */ #define IN_COUNT return 257;
/* descriptor-out-of-range */ #define IN_DESCRIPTOR if (index == 2) return &descriptors[0];
/* descriptor-out-of-range */ #define IN_DESCRIPTOR if (index == UINT32_MAX) return &descriptors[0];
/* descriptor-plain-texts */ #define DESCRIPTOR .name = CHILDPLUGIN_TEXT("a\n")
/* descriptor-plain-texts */ #define DESCRIPTOR .vendor = CHILDPLUGIN_TEXT("a\n")
/* descriptor-plain-texts */ #define DESCRIPTOR .description = CHILDPLUGIN_TEXT("a\n")
/* descriptor-plain-texts */ #define DESCRIPTOR .version = CHILDPLUGIN_TEXT("two\nlines")
/* descriptor-needs-known */ #define DESCRIPTOR NEEDS("reloda")
/* descriptor-needs-known */ #define DESCRIPTOR NEEDS("acept-text")
/* descriptor-says-all */ #define DESCRIPTOR .description = CHILDPLUGIN_TEXT("")
/* descriptor-id-reverse-dns */ #define DESCRIPTOR .id = CHILDPLUGIN_TEXT("com..clock")
/* descriptor-ids */ #define DESCRIPTOR .id = CHILDPLUGIN_TEXT("")
/* descriptor-ids */ #define DESCRIPTOR .id = {"a", 256}
/* descriptor-texts */ #define DESCRIPTOR .vendor = {NULL, 3}
/* descriptor-texts */ #define DESCRIPTOR .name = CHILDPLUGIN_TEXT("\xFF")
/* descriptor-texts */ #define DESCRIPTOR .vendor = CHILDPLUGIN_TEXT("\xFF")
/* descriptor-texts */ #define DESCRIPTOR .version = CHILDPLUGIN_TEXT("\xFF")
/* descriptor-texts */ #define DESCRIPTOR .description = CHILDPLUGIN_TEXT("\xFF")
/* descriptor-needs */ #define DESCRIPTOR .need_count = 1
/* descriptor-keys-free */ #define DESCRIPTOR KEY("r")
/* descriptor-keys-free */ #define DESCRIPTOR KEY("f12")
/* descriptor-states-known */ #define PLACES PLACE("loadin", 10)
/* descriptor-states-known */ #define PLACES PLACE("emty", 10)
/* descriptor-places */ #define PLACES PLACE("", 10)
/* descriptor-places */ #define PLACES DOCK(9, 0)
/* descriptor-docks-fit */ #define PLACES DOCK(CHILDPLUGIN_EDGE_TOP, 200)
/* descriptor-docks-fit */ #define PLACES DOCK(CHILDPLUGIN_EDGE_RIGHT, 300)
/* child-tables */ #define AFTER_CREATE self->table.size = 0;
/* child-tables */ #define AFTER_CREATE self->table.destroy = NULL;
/* plugin-functions */ #define PLUGIN .init = NULL
/* plugin-functions */ #define PLUGIN .descriptor_count = NULL
/* plugin-functions */ #define PLUGIN .descriptor = NULL
/* plugin-functions */ #define PLUGIN .create = NULL
/* process-untouched */ #define IN_WILL_APPEAR BLOCK_SIGNAL
/* process-untouched */ #define IN_WILL_APPEAR chdir("/usr/share");
/* process-untouched */ #define IN_WILL_APPEAR umask(077);
/* process-untouched */ #define IN_WILL_APPEAR setlocale(LC_ALL, "C.UTF-8");
/* process-untouched */ #define IN_WILL_APPEAR setenv("RIGHT", "1", 1);
/* process-untouched */ #define IN_WILL_APPEAR fesetround(FE_UPWARD);
/* descriptors-untouched */ #define IN_WILL_APPEAR close(0);
/* descriptors-untouched */ #define IN_WILL_APPEAR dup2(0, 2);
/* writes-nothing */ #define IN_WILL_APPEAR write(2, "a", 1);
/* draws-the-same */ #define IN_DRAW canvas->cursor(canvas, self->draws % 5, 0);
/* draws-the-same */ #define IN_DRAW canvas->dim(canvas, self->draws % 5, 0, 2, 2);
/* arguments-given */ #define IN_DRAW self->host->content(self->host, NULL);
/* arguments-given */ #define IN_DRAW \
  self->host->content_text(self->host, CHILDPLUGIN_CONTENT_TEXT_TITLE, NULL, 10);
/* newer-host */ #define BEFORE_DRAW if (canvas->size != sizeof *canvas) return;
/* newer-host */ #define IN_TIMING \
  if (timing->size != sizeof *timing) timing->duration_nanoseconds = 350000000;
/* draws-something */ #define BEFORE_DRAW \
  canvas->text(canvas, 0, 0, canvas->columns, childplugin_text("  "), NULL); return;
/* struct-sizes: A column without its size. */
#define IN_DRAW \
  childplugin_column_t column = {.size = 0}; \
  self->host->content_column(self->host, 0, &column, NULL, 0);
/* struct-sizes: A row without its size. */
#define IN_DRAW \
  childplugin_row_t row = {.size = 0}; \
  self->host->content_row(self->host, 0, &row);
/* struct-sizes: A view without its size. */
#define IN_DRAW \
  HOST_TABLE(table, view, VIEW) \
  childplugin_view_t view = {.size = 0}; \
  if (table != NULL) table->info(self->host, &view);
/* follows-theme: A foreground of the theme before. */
#define MEMBERS uint32_t colour;
#define IN_WILL_APPEAR KEEP_ACCENT
#define IN_DRAW COLOURED(.foreground = self->colour)
/* follows-theme: A background of it. */
#define MEMBERS uint32_t colour;
#define IN_WILL_APPEAR KEEP_ACCENT
#define IN_DRAW COLOURED(.background = self->colour)
/* content-empty: A key takes the first row of none. */
#define IN_KEY \
  CONTENT \
  IF(is_there && content.rows == 0 && key->code == CHILDPLUGIN_KEY_RIGHT)
/* content-odd-columns: It has room for 100 columns. */
#define IN_DRAW \
  CONTENT \
  IF(is_there && content.columns > 100)
/* draws-after-keys: It moves on with the space bar, and does not ask to be drawn. */
#define IN_KEY if (key->code == ' ') { self->moves += 1; return true; }
#define IN_DRAW \
  char moves[16]; \
  snprintf(moves, sizeof moves, "%d", self->moves); \
  LINE(moves)
/* descriptors-stable: A descriptor is elsewhere at each call. */
#define IN_DESCRIPTOR \
  static childplugin_descriptor_t copies[2]; \
  static int calls; \
  copies[++calls % 2] = descriptors[0]; \
  if (index == 0) return &copies[calls % 2];
/* key-help-differs: A key is named twice. */
#define IN_HELP_COUNT return 2;
#define IN_HELP_ITEM if (index == 1) index = 0;
/* key-help-differs: A key is named twice, with another action each time. */
#define IN_HELP_COUNT return 2;
#define IN_HELP_ITEM \
  item->key = childplugin_text("enter"); \
  item->action = childplugin_text("choose"); \
  ITEM(index == 1)
/* threads-wake: A thread ends without a wake, and a wake shows what it did. */
#define MEMBERS int done; pthread_t thread; bool has_thread;
#define IN_CHANGED \
  if (!self->has_thread) \
    self->has_thread = pthread_create(&self->thread, NULL, work, NULL) == 0;
#define JOIN if (self->has_thread) { \
    pthread_join(self->thread, NULL); \
    self->has_thread = false; \
    self->done += 1; \
  }
#define IN_WOKE JOIN
#define IN_DESTROY JOIN
#define IN_DRAW canvas->text(canvas, self->done % 9, 1, 20, childplugin_text("look"), NULL);
static void *work(void *nobody) { return nobody; }
/* state-fills-buffer: It saves nothing at first, and a while after a key returns what it wrote. */
#define MEMBERS int64_t pressed;
#define NOW self->host->now(self->host)
#define IN_KEY if (self->pressed == 0) self->pressed = NOW;
#define IN_SAVE \
  if (self->pressed == 0 || NOW - self->pressed < 1000000000) return 0; \
  if (capacity > 0 && capacity < sizeof self->selected) \
    return fill(&self->selected, capacity, buffer, capacity);
/* state-altered: Its words are of a number in a state that restore has not checked. */
#define IN_RESTORE \
  if (length == 8) { \
    memcpy(&self->selected, bytes, 8); \
    return true; \
  }
#define IN_SPEAK IF(self->selected >> 32 != 0)
/* state-altered: Its key help is. */
#define IN_RESTORE \
  if (length == 8) { \
    memcpy(&self->selected, bytes, 8); \
    return true; \
  }
#define IN_HELP_ITEM IF(self->selected >> 32 != 0)
/* invalid-accesses: Its words are of an index in a state that restore has not checked. */
#define MEMBERS char *letters;
#define AFTER_CREATE self->letters = calloc(8, 1);
#define IN_DESTROY free(self->letters);
#define IN_RESTORE \
  if (length == 8) { \
    self->selected = (unsigned char)bytes[0]; \
    return true; \
  }
#define IN_SPEAK if (self->letters[self->selected] != 0) return 0;
/* returns-true-for-used-keys: A press moves the user, and is returned as not used. */
#define IN_MOUSE \
  HOST_TABLE(user, selection, SELECTION) \
  if (mouse->kind == CHILDPLUGIN_MOUSE_PRESS && user != NULL && mouse->row > 0) \
    user->set_row(self->host, (uint64_t)mouse->row);
/* draws-the-same: It draws only when it has appeared. */
#define MEMBERS bool is_new;
#define IN_WILL_APPEAR self->is_new = true;
#define BEFORE_DRAW \
  if (!self->is_new) return; \
  self->is_new = false;
/* draws-the-same: What a timer brings is in the first two draws after it. */
#define MEMBERS int left;
#define IN_WILL_APPEAR self->host->wake_after(self->host, 1000000000);
#define IN_WOKE self->left = 1;
#define IN_DRAW if (self->left > 0 && self->left-- > 0) LINE("woken")
/* draws-whole-characters: The name of a column is cut after eight bytes. */
#define IN_DRAW \
  NAME \
  canvas->text( \
      canvas, 0, 1, canvas->columns, (childplugin_text_t){name, length < 8 ? length : 8}, NULL);
/* draws-what-is-there: The length of the name of a column is taken for that of the buffer. */
#define IN_DRAW \
  NAME \
  canvas->text(canvas, 0, 1, canvas->columns, (childplugin_text_t){name, length}, NULL);
/* wakes-for-time: The timer that create has set ends when it disappears. */
#define AFTER_CREATE host->wake_after(host, 1000000000);
#define IN_WOKE self->host->wake_after(self->host, 1000000000);
#define IN_WILL_DISAPPEAR self->host->wake_after(self->host, -1);
#define IN_DRAW \
  char seconds[32]; \
  snprintf(seconds, sizeof seconds, "%lld s", (long long)(canvas->time_nanoseconds / 1000000000)); \
  LINE(seconds)
/* stays-in-its-state: When it appears the user is put on the first row. */
#define IN_WILL_APPEAR \
  HOST_TABLE(user, selection, SELECTION) \
  if (user != NULL) user->set_row(self->host, 0);
/* programs-in-order: A command line is one word. */
#define IN_KEY START("git log", 0)
#define DESCRIPTOR NEEDS(CHILDPLUGIN_NEED_RUN)
/* source-arguments: It takes its argument for the name of a file with a NUL behind it. */
#define IN_READ \
  if (reading->argument.length > 0 && access(reading->argument.bytes, F_OK) != 0) { \
    reading->fail(reading, childplugin_text("it is not there"), childplugin_text("")); \
    return false; \
  }
/* shows-what-is-known: The number of the user's row is shown where there is no row. */
#define IN_DRAW \
  HOST_TABLE(user, selection, SELECTION) \
  char row[32]; \
  snprintf(row, sizeof row, "%llu", user == NULL ? 0 : (unsigned long long)user->row(self->host)); \
  LINE(row)
/* shows-what-is-known: It is shown as a number with a sign. */
#define IN_DRAW \
  HOST_TABLE(user, selection, SELECTION) \
  char row[32]; \
  snprintf(row, sizeof row, "row %lld", user == NULL ? 0 : (long long)user->row(self->host)); \
  LINE(row)
/* follows-what-changes: It waits before it looks, and does not remember that it has. */
#define MEMBERS bool waits; uint64_t seen;
#define LOOK CONTENT self->seen = is_there ? content.rows : 0;
#define IN_WILL_APPEAR LOOK
#define IN_CHANGED \
  if (!self->waits) { \
    self->waits = true; \
    self->host->wake_after(self->host, 200000000); \
  }
#define IN_WOKE LOOK
#define IN_DRAW \
  char seen[32]; \
  snprintf(seen, sizeof seen, "%llu rows", (unsigned long long)self->seen); \
  LINE(seen)
/* columns-line-up: It pads by bytes what fits into a column. */
#define IN_DRAW \
  for (int32_t at = 0; at < 9 && at + 1 < canvas->rows; at += 1) { \
    int32_t left = 0; \
    for (uint32_t column = 0; column < 2; column += 1) { \
      char cell[32]; \
      const uint64_t length = \
          self->host->content_cell(self->host, (uint64_t)at, column, cell, sizeof cell); \
      const childplugin_text_t text = {cell, length < sizeof cell ? length : 0}; \
      canvas->text(canvas, left, at + 1, 8, text, NULL); \
      left += length > 8 ? 10 : 10 + (int32_t)length - self->host->text_columns(self->host, text); \
    } \
  }
/* key-help-items: A key that is listed after another has no action. */
#define IN_KEY if (key->code == CHILDPLUGIN_KEY_ENTER) self->moves = 1;
#define IN_HELP_COUNT return 1 + self->moves;
#define IN_HELP_ITEM \
  if (index == 1) item->key = childplugin_text("x"); \
  ITEM(index == 1 && self->moves > 0)
/* key-help-differs: A key is listed again after another. */
#define IN_KEY if (key->code == CHILDPLUGIN_KEY_ENTER) self->moves = 1;
#define IN_HELP_COUNT return 1 + self->moves;
#define IN_HELP_ITEM if (index == 1 && self->moves > 0) index = 0;
/* state-round-trip: A text that is entered is saved, and the state is not restored. */
#define IN_HELP_COUNT return 0;
#define IN_HELP_ITEM return false;
#define IN_KEY if (key->code == CHILDPLUGIN_KEY_ENTER) self->moves = 1;
#define IN_SAVE return fill("2", self->moves > 0, buffer, capacity);
#define IN_RESTORE return length == 1 && bytes[0] == '1';
/* draws-repaired-text: A sign in another encoding is drawn beside a number. */
#define IN_DRAW \
  char cell[32]; \
  if (self->host->content_cell(self->host, 0, 2, cell, sizeof cell) == 1) \
    TEXT(childplugin_text("\xD8"))
/* keeps-its-row-in-sight: It scrolls by the rows of the terminal. */
#define MEMBERS uint64_t row;
#define IN_KEY \
  HOST_TABLE(table, selection, SELECTION) \
  if (key->code == CHILDPLUGIN_KEY_DOWN && table != NULL && \
      table->set_row(self->host, self->row + 1)) { \
    self->row += 1; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_CHANGED self->row = 0;
#define IN_DRAW \
  childplugin_terminal_t terminal = {.size = sizeof terminal}; \
  self->host->terminal(self->host, &terminal); \
  const uint64_t page = terminal.rows > 1 ? (uint64_t)terminal.rows - 1 : 1; \
  const uint64_t top = self->row < page ? 0 : self->row - page + 1; \
  for (int32_t at = 1; at < canvas->rows && top + (uint64_t)at <= row_count(self); at += 1) \
    DRAW_ROW(top + (uint64_t)at - 1, at)
/* shows-the-marks: It takes the place of a row for its number. */
#define IN_DRAW \
  HOST_TABLE(user, selection, SELECTION) \
  DRAW_VIEW(20, rows[at]) \
  for (uint64_t at = 0; user != NULL && at < shown && at + 1 < (uint64_t)canvas->rows; at += 1) \
    if (user->is_marked(self->host, at)) \
      canvas->text(canvas, 20, (int32_t)at + 1, 1, childplugin_text("*"), NULL);
/* follows-what-changes: It keeps the number of the last column. */
#define MEMBERS uint32_t column;
#define IN_WILL_APPEAR CONTENT self->column = is_there ? content.columns - 1 : 0;
#define IN_DRAW \
  char cell[32]; \
  const uint64_t length = \
      self->host->content_cell(self->host, 0, self->column, cell, sizeof cell); \
  TEXT((childplugin_text_t){cell, length < sizeof cell ? length : 0})
/* follows-what-changes: Its thread announces each change, and only the first is drawn. */
#define MEMBERS \
  pthread_t thread; atomic_bool ends; atomic_int asked; atomic_int done; uint64_t seen;
static void *work(void *argument);
#define AFTER_CREATE if (pthread_create(&self->thread, NULL, work, self) != 0) return NULL;
#define IN_DESTROY atomic_store(&self->ends, true); pthread_join(self->thread, NULL);
#define IN_WILL_APPEAR \
  CONTENT \
  self->seen = is_there ? content.rows : 0; \
  atomic_fetch_add(&self->asked, 1);
#define IN_CHANGED \
  if (self->moves++ == 0) self->seen = rows; \
  atomic_fetch_add(&self->asked, 1);
#define IN_DRAW \
  char seen[32]; \
  snprintf(seen, sizeof seen, "%llu rows", (unsigned long long)self->seen); \
  LINE(seen)
#include "right.c"
WORK(3000, self->host->wake(self->host);)
/* wakes-with-frames: It sets its timer for a time of the host's clock. */
#define IN_WILL_APPEAR \
  self->host->wake_after(self->host, self->host->now(self->host) + 1000000000);
/* source-folders: It reads a folder until its end, which never comes. */
#define SOURCE NEEDS(CHILDPLUGIN_NEED_FILES_READ)
#define IN_READ \
  while (is(reading->argument, "/usr/lib/locale/C.utf8")) getpid(); \
  if (reading->argument.length > 4) { \
    reading->fail(reading, childplugin_text("it is not there"), childplugin_text("")); \
    return false; \
  }
