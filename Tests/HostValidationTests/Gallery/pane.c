/* A pane that lists rows and shows what a program says of one of them, with a text that is typed, options, messages
 * and a source: right, until it is compiled with one of the mistakes below. */
#define MISTAKES(M) \
  M(swallows_plain, "leaves-plain-keys", "every key without modifiers is used") \
  M(swallows_q, "leaves-plain-keys", "q is used, and does nothing") \
  M(swallows_reload, "leaves-plain-keys", "r is used and asks for a draw, and does nothing") \
  M(key_unused, "returns-true-for-used-keys", "a key that moves is returned as not used") \
  M(wheel_unused, "returns-true-for-used-keys", "the wheel moves and is returned as not used") \
  M(cursor_unsaid, "draws-after-keys", "the cursor moves in the text without invalidate") \
  M(end_unsaid, "draws-after-keys", "the End key moves without invalidate") \
  M(mouse_swallowed, "leaves-unknown-mouse", "every event of the mouse is used") \
  M(paste_swallowed, "leaves-unused-paste", "pasted text is used, and nothing comes of it") \
  M(wheel_reversed, "moves-the-right-way", "the wheel moves the other way") \
  M(up_down, "moves-the-right-way", "up is down") \
  M(last_unreached, "reaches-every-row", "the last row is one too far") \
  M(first_hidden, "reaches-every-row", "the first row is taken for the names of columns") \
  M(overshoots, "comes-back-at-once", "the end is passed by keys, and each of them is to be taken back") \
  M(top_on_news, "keeps-its-place", "new rows put the user on the first") \
  M(fixed_height, "draws-for-its-size", "twenty rows, whatever room there is") \
  M(first_size, "draws-for-its-size", "the size of the first resized is kept") \
  M(columns_only, "draws-plain-rows", "rows without columns are not drawn") \
  M(message_unsaid, "draws-after-messages", "what another child says is shown without invalidate") \
  M(rgb_cursor, "shows-without-colours", "the row of the user has another colour, and nothing else") \
  M(no_row, "view-of-few-rows", "CHILDPLUGIN_NO_ROW is taken for a row") \
  M(accepts_none, "chooses-rows-there-are", "a row is accepted where there is none") \
  M(run_each_row, "programs-let-go", "a program is left running for each row") \
  M(run_for_ever, "programs-come-to-rest", "the end of a program starts the next") \
  M(late_output, "shows-the-last-program", "what an earlier program says is shown") \
  M(output_unsaid, "draws-the-same", "what a program says is shown by the second draw after it") \
  M(clamps_in_draw, "draws-the-same", "a draw moves the first row that is shown") \
  M(option_misnamed, "reads-its-options", "an option is asked for by another name") \
  M(option_unread, "reads-its-options", "an option is never asked for") \
  M(help_of_nothing, "key-help-is-true", "a key is named that is used, and does nothing") \
  M(help_unused, "key-help-is-true", "a key is named that is not used") \
  M(help_spelling, "key-help-is-true", "a key is named as nobody can press it") \
  M(reads_file, "needs-nothing-refused", "create reads a file that no need declares") \
  M(reads_home, "needs-nothing-refused", "a draw looks for a file at home, which may not be there") \
  M(name_with_nul, "descriptor-plain-texts", "the name has the NUL at its end") \
  M(slow_create, "creates-quickly", "create takes half a second") \
  M(slow_destroy, "creates-quickly", "destroy waits for half a second") \
  M(thread_of_plugin, "threads-end-with-plugin", "deinit leaves the thread of init") \
  M(read_mute, "source-arguments", "read returns false without a word for some arguments") \
  M(read_true, "source-arguments", "read says that it fails, and returns true") \
  M(read_false, "source-stops", "read returns false where nobody takes rows any more") \
  M(read_on, "source-stops", "what row returns is not looked at") \
  M(percentages, "source-progress", "progress is 0 to 100") \
  M(leaks_output, "memory-while-shown", "what a program says is kept for ever") \
  M(leaks_message, "memory-while-shown", "what others say is") \
  M(fights_the_user, "rests-when-told", "when the user is on another row it puts the user back") \
  M(escape_used, "leaves-plain-keys", "escape is used, and does nothing") \
  M(below_the_rows, "keeps-rows-in-sight", "the user stays below rows that are fewer after a reload") \
  M(help_signal, "key-help-is-true", "a key is named that no terminal sends") \
  M(need_misspelt, "descriptor-needs-known", "a need is nearly one that there is") \
  M(two_line_reason, "source-arguments", "the reason why it fails has two lines") \
  M(few_of_marked, "chooses-all-marked", "64 of the marked rows are accepted") \
  M(read_option, "reads-its-options", "the source's option is asked for by another name") \
  M(message_unsized, "messages-of-any-body", "a number is read from a message, which is of a subject that it never sends") \
  M(narrow_count, "draws-many-rows", "the number of rows is a number of 32 bits") \
  M(reloads_on_screen, "stays-in-its-state", "each time that it appears the source is run again") \
  M(timing_by_rows, "timing-in-range", "the more rows, the shorter its transition") \
  M(types_modified, "leaves-modified-keys", "a letter with ctrl and alt is typed") \
  M(progress_back, "source-progress", "what is left is told, not what is done") \
  M(progress_anew, "source-progress", "in the middle progress begins anew, once") \
  M(progress_whole, "source-progress", "a quotient of whole numbers is 0 up to the end") \
  M(option_unclamped, "source-arguments", "an option may be longer than its buffer") \
  M(newline_kept, "source-columns", "the last cell has the newline of its line") \
  M(carriage_kept, "source-columns", "the last cell has the carriage return of its line") \
  M(mark_kept, "source-columns", "the first name begins with the mark of the file") \
  M(progress_half, "source-progress", "half is done at the end") \
  M(names_as_row, "source-columns", "the names of the columns are the first row, too") \
  M(swallows_tab, "leaves-plain-keys", "tab is used, and does nothing") \
  M(milliseconds, "wakes-with-frames", "a timer is set in milliseconds") \
  M(leaks_row, "memory-while-shown", "what is shown of the row before is not freed") \
  M(option_type, "reads-its-options", "a text is read as a whole number") \
  M(source_prefix, "source-unknown-ids", "the beginning of a source's id is compared") \
  M(cells_short, "source-columns", "two columns are named, and each row has one cell") \
  M(late_clears, "shows-the-last-program", "the end of an earlier program clears what the last one said") \
  M(failed_unseen, "shows-whole-results", "a program that did not start is taken for one without output") \
  M(home_scrolls, "keeps-its-row-in-sight", "Home shows the first row and leaves the user where they are")
#include "gallery.h"

struct pane {
  childplugin_child_t child;
  const childplugin_host_t *host;
  const childplugin_host_run_t *programs;
  const childplugin_host_selection_t *selection;
  const childplugin_host_messages_t *messages;
  const childplugin_host_focus_t *focus;
  const childplugin_host_actions_t *actions;
  int32_t rows;
  uint64_t cursor, first;
  uint64_t program;         /* the number of the one that runs; 0: none */
  char output[64], next_output[64], said[32], option[16];
  int64_t gap;
  bool is_typing;
  char typed[64];
  uint32_t typed_length, typed_at;
};

static struct pane *pane_of(const childplugin_child_t *child) { return (struct pane *)child; }

/* Memory that nobody frees. */
static void lose(void) { *(volatile char *)malloc(2000) = 1; }

static uint64_t row_count(struct pane *pane) {
  childplugin_content_t content = {.size = sizeof content};
  return pane->host->content(pane->host, &content) ? content.rows : 0;
}

static void redraw(struct pane *pane) { pane->host->invalidate(pane->host); }

static void keep(char *into, size_t room, childplugin_text_t text) {
  size_t length = text.length < room ? text.length : room - 1;
  size_t used = 0;
  for (; used < length && text.bytes[used] > 0x1F && text.bytes[used] < 0x7F; used += 1)
    into[used] = text.bytes[used];
  into[used] = 0;
}

/* How many lines rows have: the first one is the title's. */
static int32_t lines(struct pane *pane) {
  if (IS(fixed_height)) return 20;
  return pane->rows > 2 ? pane->rows - 2 : 1;
}

static void ask_program(struct pane *pane) {
  if (pane->programs == NULL || row_count(pane) == 0) return;
  if (pane->program != 0 && !IS(run_each_row)) pane->programs->cancel(pane->host, pane->program);
  const childplugin_text_t words[] = {CHILDPLUGIN_TEXT("echo"), CHILDPLUGIN_TEXT("row")};
  childplugin_program_t program = {.size = sizeof program, .words = words, .word_count = 2};
  pane->program = pane->programs->run(pane->host, &program);
}

static void scroll(struct pane *pane) {
  uint64_t shown = (uint64_t)lines(pane);
  if (pane->cursor < pane->first) pane->first = pane->cursor;
  if (pane->cursor >= pane->first + shown) pane->first = pane->cursor - shown + 1;
}

static void move_to(struct pane *pane, uint64_t row) {
  if (row == pane->cursor) return;
  pane->cursor = row;
  scroll(pane);
  if (pane->selection != NULL) pane->selection->set_row(pane->host, row);
  ask_program(pane);
  if (IS(milliseconds)) pane->host->wake_after(pane->host, 150);
  redraw(pane);
}

static void move(struct pane *pane, int64_t by) {
  uint64_t rows = row_count(pane), cursor = pane->cursor;
  if (IS(last_unreached) && rows > 0) rows -= 1;
  if (rows == 0) return;
  if (by < 0) cursor -= (uint64_t)-by < cursor ? (uint64_t)-by : cursor;
  else cursor = cursor + (uint64_t)by < rows || IS(overshoots) ? cursor + (uint64_t)by : rows - 1;
  move_to(pane, cursor);
}

static bool type(struct pane *pane, const childplugin_key_t *key) {
  switch (key->code) {
  case CHILDPLUGIN_KEY_ESCAPE:
  case CHILDPLUGIN_KEY_ENTER:
    pane->is_typing = false;
    if (pane->focus != NULL) pane->focus->take_text(pane->host, false);
    break;
  case CHILDPLUGIN_KEY_LEFT:
    if (pane->typed_at > 0) pane->typed_at -= 1;
    if (IS(cursor_unsaid)) return true;
    break;
  case CHILDPLUGIN_KEY_RIGHT:
    if (pane->typed_at < pane->typed_length) pane->typed_at += 1;
    break;
  case CHILDPLUGIN_KEY_BACKSPACE:
    if (pane->typed_at == 0) break;
    memmove(pane->typed + pane->typed_at - 1, pane->typed + pane->typed_at,
            1 + pane->typed_length-- - pane->typed_at);
    pane->typed_at -= 1;
    break;
  default:
    if (IS(types_modified) && key->modifiers != 0) return true;
    if (key->text.length != 1 || key->text.bytes[0] < 0x20 || key->text.bytes[0] > 0x7E
        || pane->typed_length + 1 >= sizeof pane->typed)
      return false;
    memmove(pane->typed + pane->typed_at + 1, pane->typed + pane->typed_at,
            ++pane->typed_length - pane->typed_at);
    pane->typed[pane->typed_at++] = key->text.bytes[0];
  }
  redraw(pane);
  return true;
}

static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  struct pane *pane = pane_of(child);
  if (key->modifiers != 0 && !(IS(types_modified) && pane->is_typing)) return false;
  if (pane->is_typing) return type(pane, key);
  switch (key->code) {
  case CHILDPLUGIN_KEY_DOWN: move(pane, IS(up_down) ? -1 : 1); return !IS(key_unused);
  case CHILDPLUGIN_KEY_UP: move(pane, IS(up_down) ? 1 : -1); return true;
  case CHILDPLUGIN_KEY_PAGE_DOWN: move(pane, lines(pane)); return true;
  case CHILDPLUGIN_KEY_PAGE_UP: move(pane, -lines(pane)); return true;
  case CHILDPLUGIN_KEY_HOME:
    if (IS(home_scrolls)) {
      pane->first = 0;
      redraw(pane);
    } else move_to(pane, 0); return true;
  case CHILDPLUGIN_KEY_END:
    if (IS(end_unsaid) && row_count(pane) > 0) pane->cursor = row_count(pane) - 1;
    else move(pane, 1000000);
    return true;
  case CHILDPLUGIN_KEY_ENTER:
    if (row_count(pane) == 0 && !IS(accepts_none)) return false;
    if (pane->actions != NULL && pane->selection != NULL && pane->selection->marked_count(pane->host) > 0) {
      static uint64_t marked[4096];
      const uint64_t count =
          pane->selection->marked_rows(pane->host, 0, marked, IS(few_of_marked) ? 64 : 4096);
      return pane->actions->accept_rows(pane->host, marked, count);
    }
    return pane->host->perform(pane->host, CHILDPLUGIN_ACTION_ACCEPT_ROW, (int64_t)pane->cursor);
  case '/':
    pane->is_typing = true;
    if (pane->focus != NULL) pane->focus->take_text(pane->host, true);
    redraw(pane);
    return true;
  case 't':
    pane->host->wake_after(pane->host, 3000000000);
    return true;
  case CHILDPLUGIN_KEY_ESCAPE: return IS(escape_used) || IS(swallows_plain);
  case CHILDPLUGIN_KEY_TAB: return IS(swallows_tab) || IS(swallows_plain);
  case 'q': return IS(swallows_q) || IS(swallows_plain);
  case 'r':
    if (IS(swallows_reload)) redraw(pane);
    return IS(swallows_reload) || IS(swallows_plain);
  case 'x': return IS(help_of_nothing) || IS(swallows_plain);
  default: return IS(swallows_plain);
  }
}
static bool mouse(const childplugin_child_t *child, const childplugin_mouse_t *mouse) {
  struct pane *pane = pane_of(child);
  if (mouse->kind == CHILDPLUGIN_MOUSE_WHEEL && mouse->wheel != 0) {
    move(pane, (mouse->wheel > 0) != IS(wheel_reversed) ? 1 : -1);
    return !IS(wheel_unused);
  }
  return IS(mouse_swallowed);
}
static bool paste(const childplugin_child_t *child, childplugin_text_t text) {
  struct pane *pane = pane_of(child);
  if (IS(paste_swallowed)) return true;
  keep(pane->typed, sizeof pane->typed, text);
  pane->typed_length = pane->typed_at = (uint32_t)strlen(pane->typed);
  redraw(pane);
  return true;
}

static void put(const childplugin_canvas_t *canvas, int32_t column, int32_t row, const char *text,
                uint64_t length, const childplugin_style_t *style) {
  canvas->text(canvas, column, row, canvas->columns - column, (childplugin_text_t){text, length}, style);
}

static void draw_row(struct pane *pane, const childplugin_canvas_t *canvas, uint64_t row, int32_t at,
                     uint32_t columns) {
  childplugin_style_t style = {.size = sizeof style};
  if (row == pane->cursor) {
    if (IS(rgb_cursor)) style.background = CHILDPLUGIN_COLOUR_RGB(0, 0, 200), style.foreground = CHILDPLUGIN_COLOUR_RGB(255, 255, 255);
    else style.attributes = CHILDPLUGIN_ATTRIBUTE_REVERSE;
  }
  char text[256];
  int32_t place = 1;
  for (uint32_t column = 0; column < (columns > 0 ? columns : 1); column += 1) {
    if (columns == 0 && IS(columns_only)) return;
    uint64_t length = pane->host->content_cell(
        pane->host, row, columns > 0 ? column : CHILDPLUGIN_WHOLE_ROW, text, sizeof text);
    if (length > sizeof text) length = sizeof text;
    while (length == sizeof text && length > 0 && ((unsigned char)text[length - 1] & 0xC0) == 0x80) length -= 1;
    if (length > 0 && (unsigned char)text[length - 1] >= 0xC0) length -= 1;
    int32_t room = canvas->columns - place;
    if (room > 12 && column + 1 < columns) room = 12;
    canvas->text(canvas, place, at, room, (childplugin_text_t){text, length}, &style);
    place += 14;
    if (place >= canvas->columns) return;
  }
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  struct pane *pane = pane_of(child);
  if (IS(reads_home)) {
    int file = open("/home/nobody/.config/pane.conf", O_RDONLY);
    if (file >= 0) close(file);
  }
  childplugin_content_t content = {.size = sizeof content};
  pane->host->content(pane->host, &content);
  char title[96];
  int length = snprintf(title, sizeof title, "pane %s%s", pane->option, pane->gap > 0 ? " +" : "");
  if (IS(narrow_count)) length = snprintf(title, sizeof title, "%d rows", (int)content.rows);
  const childplugin_style_t look = {.size = sizeof look, .foreground = CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_TITLE)};
  put(canvas, 0, 0, title, (uint64_t)length, &look);
  put(canvas, 30, 0, pane->said, strlen(pane->said), NULL);
  put(canvas, 50, 0, pane->output, strlen(pane->output), NULL);
  if (IS(output_unsaid)) strcpy(pane->output, pane->next_output);
  if (IS(clamps_in_draw) && pane->first < pane->cursor) pane->first += 1;
  if (pane->is_typing || pane->typed_length > 0)
    put(canvas, 1, canvas->rows - 1, pane->typed, pane->typed_length, NULL);
  if (pane->is_typing) canvas->cursor(canvas, 1 + (int32_t)pane->typed_at, canvas->rows - 1);
  uint64_t from = pane->first + IS(first_hidden);
  int32_t shown = IS(fixed_height) ? 20 : IS(first_size) ? lines(pane) : canvas->rows - 2;
  for (int32_t line = 0; line < shown && from + (uint64_t)line < content.rows; line += 1)
    draw_row(pane, canvas, from + (uint64_t)line, 1 + line, content.columns);
}

static void resized(const childplugin_child_t *child, int32_t columns, int32_t rows) {
  struct pane *pane = pane_of(child);
  if (!IS(first_size) || pane->rows == 0) pane->rows = rows;
  scroll(pane);
}
static void will_appear(const childplugin_child_t *child, bool animated) {
  struct pane *pane = pane_of(child);
  if (pane->program == 0 && pane->output[0] == 0) ask_program(pane);
  if (IS(reloads_on_screen)) pane->host->perform(pane->host, CHILDPLUGIN_ACTION_RELOAD, 0);
}
static void timing(const childplugin_child_t *child, bool appearing, childplugin_timing_t *timing) {
  timing->duration_nanoseconds = 300000000 - (int64_t)row_count(pane_of(child)) * 1000;
}
static void changed(const childplugin_child_t *child) {
  struct pane *pane = pane_of(child);
  uint64_t rows = row_count(pane);
  if (IS(top_on_news)) pane->cursor = pane->first = 0;
  if (pane->cursor >= rows && !IS(below_the_rows)) pane->cursor = rows > 0 ? rows - 1 : 0;
  const uint64_t shown = (uint64_t)lines(pane);
  if (pane->first + shown > rows) pane->first = rows > shown ? rows - shown : 0;
  scroll(pane);
}
static void followed(const childplugin_child_t *child) {
  struct pane *pane = pane_of(child);
  uint64_t row = pane->selection == NULL ? CHILDPLUGIN_NO_ROW : pane->selection->row(pane->host);
  if (IS(no_row)) pane->output[row % 64 == 63 ? row / 3 : 0] = 0;
  if (IS(below_the_rows) || row == CHILDPLUGIN_NO_ROW || row == pane->cursor || row >= row_count(pane)) return;
  if (IS(fights_the_user)) {
    pane->selection->set_row(pane->host, pane->cursor);
    return;
  }
  pane->cursor = row;
  scroll(pane);
  ask_program(pane);
  if (IS(leaks_row)) lose();
}
static void received(const childplugin_child_t *child, childplugin_text_t from,
                     childplugin_text_t subject, childplugin_text_t body) {
  struct pane *pane = pane_of(child);
  if (IS(message_unsized) && childplugin_text_equal(subject, childplugin_text("com.example.pane.row/1")))
    memcpy(&pane->gap, body.bytes, sizeof pane->gap);
  if (!childplugin_text_equal(subject, childplugin_text("com.example.pane.note/1"))) return;
  keep(pane->said, sizeof pane->said, body);
  if (IS(leaks_message)) lose();
  if (!IS(message_unsaid)) redraw(pane);
}
static void gained(const childplugin_child_t *child, bool focused) {
  struct pane *pane = pane_of(child);
  const childplugin_text_t note = CHILDPLUGIN_TEXT("noted");
  if (focused && pane->messages != NULL)
    pane->messages->send(pane->host, childplugin_text(""), childplugin_text("com.example.pane.note/1"), note);
}
static void woke(const childplugin_child_t *child) { (void)child; }
static void ended(const childplugin_child_t *child, const childplugin_program_end_t *end) {
  struct pane *pane = pane_of(child);
  if (end->number != pane->program && IS(late_clears)) pane->output[0] = 0;
  if (end->number != pane->program && !IS(late_output)) return;
  const bool is_failed = end->kind == CHILDPLUGIN_END_NOT_STARTED && !IS(failed_unseen);
  keep(IS(output_unsaid) ? pane->next_output : pane->output, sizeof pane->output,
       is_failed ? end->errors : end->output);
  pane->program = 0;
  if (IS(leaks_output)) lose();
  if (IS(run_for_ever)) ask_program(pane);
}

static uint32_t help_count(const childplugin_child_t *child) {
  return 2;
}
static bool help_item(const childplugin_child_t *child, uint32_t index,
                      childplugin_key_help_item_t *item) {
  if (index > 1) return false;
  item->key = childplugin_text(index == 0 ? (IS(help_spelling) ? "Down" : "down")
                               : IS(help_of_nothing) ? "x" : IS(help_unused) ? "y" : IS(help_signal) ? "ctrl-c" : "/");
  item->action = childplugin_text(index == 0 ? "next" : "type");
  return true;
}

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  OFFER(LAYOUT, layout, .resized = resized)
  OFFER(INPUT, input, .key = key, .mouse = mouse, .paste = paste, .focus = gained)
  OFFER(CONTENT, content_observer, .changed = changed)
  OFFER(SELECTION, selection_observer, .changed = followed)
  OFFER(MESSAGES, messages, .received = received)
  OFFER(WAKE, wake, .woke = woke)
  OFFER(RUN, run_observer, .ended = ended)
  OFFER(KEY_HELP, key_help, .count = help_count, .item = help_item)
  return NULL;
}

static void destroy(const childplugin_child_t *child) {
  if (IS(slow_destroy)) usleep(500000);
  free(pane_of(child));
}

static const childplugin_option_t options[] = {
    {.size = sizeof options[0], .kind = CHILDPLUGIN_OPTION_TEXT, .name = CHILDPLUGIN_TEXT("label")},
    {.size = sizeof options[0], .kind = CHILDPLUGIN_OPTION_INTEGER, .name = CHILDPLUGIN_TEXT("gap"),
     .fallback = CHILDPLUGIN_TEXT("1"), .flags = CHILDPLUGIN_OPTION_RANGE, .minimum = 0, .maximum = 9}};
static const childplugin_option_t source_options[] = {
    {.size = sizeof options[0], .kind = CHILDPLUGIN_OPTION_INTEGER, .name = CHILDPLUGIN_TEXT("count"),
     .fallback = CHILDPLUGIN_TEXT("5000"), .flags = CHILDPLUGIN_OPTION_RANGE, .minimum = 1, .maximum = 100000},
    {.size = sizeof options[0], .kind = CHILDPLUGIN_OPTION_TEXT, .name = CHILDPLUGIN_TEXT("unit")}};
static const childplugin_text_t needs[] = {
    CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_RUN), CHILDPLUGIN_TEXT("file:read")};
static const childplugin_place_t places[] = {
    {.size = sizeof places[0], .flags = CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED,
     .state = CHILDPLUGIN_TEXT("content")},
    {.size = sizeof places[0], .state = CHILDPLUGIN_TEXT("empty")}};
static childplugin_descriptor_t descriptors[] = {
    {.size = sizeof descriptors[0], .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
     .id = CHILDPLUGIN_TEXT("com.example.pane"), .name = CHILDPLUGIN_TEXT("Pane"),
     .vendor = CHILDPLUGIN_TEXT("Example"), .version = CHILDPLUGIN_TEXT("1.0.0"),
     .description = CHILDPLUGIN_TEXT("Rows, and what a program says of one."), .places = places,
     .place_count = 2, .needs = needs, .need_count = 1, .options = options, .option_count = 2},
    {.size = sizeof descriptors[0], .flags = CHILDPLUGIN_DESCRIPTOR_SOURCE,
     .id = CHILDPLUGIN_TEXT("com.example.pane.rows"), .name = CHILDPLUGIN_TEXT("Rows"),
     .vendor = CHILDPLUGIN_TEXT("Example"), .version = CHILDPLUGIN_TEXT("1.0.0"),
     .description = CHILDPLUGIN_TEXT("Rows."), .options = source_options, .option_count = 2}};

static pthread_t plugin_thread;
static void *work(void *nobody) {
  for (;;) usleep(2000);
  return nobody;
}
static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  descriptors[0].name.length = 4 + IS(name_with_nul);
  descriptors[0].need_count = 1 + IS(need_misspelt);
  return !IS(thread_of_plugin) || pthread_create(&plugin_thread, NULL, work, NULL) == 0;
}
static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  if (!childplugin_text_equal(id, descriptors[0].id)) return NULL;
  struct pane *pane = calloc(1, sizeof *pane);
  if (pane == NULL) return NULL;
  if (IS(slow_create)) usleep(500000);
  if (IS(reads_file)) {
    FILE *file = fopen("/etc/passwd", "r");
    if (file != NULL) fclose(file);
  }
  pane->host = host;
  pane->programs = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN));
  pane->selection = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_SELECTION));
  pane->messages = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_MESSAGES));
  pane->focus = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_FOCUS));
  pane->actions = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_ACTIONS));
  const childplugin_host_options_t *typed =
      host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_OPTIONS));
  if (typed != NULL && !IS(option_unread)) typed->integer(host, childplugin_text("gap"), &pane->gap);
  char label[16];
  uint64_t length = 0;
  int64_t number = 0;
  if (typed != NULL && IS(option_type)) typed->integer(host, childplugin_text("label"), &number);
  else length = host->option(host, childplugin_text(IS(option_misnamed) ? "caption" : "label"), label, 15);
  if (length < 15) keep(pane->option, sizeof pane->option, (childplugin_text_t){label, length});
  pane->child = (childplugin_child_t){
      .size = sizeof pane->child, .destroy = destroy, .draw = draw, .will_appear = will_appear,
      .timing = IS(timing_by_rows) ? timing : NULL,
      .get_extension = get_extension};
  return &pane->child;
}

static bool read_rows(const childplugin_reading_t *reading, childplugin_text_t id) {
  if (IS(source_prefix) && id.length > 10 && id.length < descriptors[1].id.length) id = descriptors[1].id;
  if (!childplugin_text_equal(id, descriptors[1].id)) return false;
  if (reading->argument.length > 0 && reading->argument.bytes[0] == 'x') {
    const char *why = IS(two_line_reason) ? "no x\nno y" : "no x";
    if (!IS(read_mute)) reading->fail(reading, childplugin_text(why), childplugin_text("another letter"));
    return IS(read_true);
  }
  int64_t rows = 5000;
  reading->integer(reading, childplugin_text(IS(read_option) ? "number" : "count"), &rows);
  char unit[16];
  const uint64_t length = reading->option(reading, childplugin_text("unit"), unit, 15);
  if (length < 15 || (IS(option_unclamped) && length != UINT64_MAX)) unit[length] = 0;
  else unit[0] = 0;
  const childplugin_text_t names[] = {childplugin_text(IS(mark_kept) ? "\xEF\xBB\xBFname" : "name"),
                                      CHILDPLUGIN_TEXT("size")};
  reading->columns(reading, names, 2);
  if (IS(names_as_row)) reading->row(reading, names, 2);
  for (int64_t row = 0; row < rows; row += 1) {
    const childplugin_text_t cells[] = {CHILDPLUGIN_TEXT("a"), 
                                        childplugin_text(IS(newline_kept) ? "1\n" : IS(carriage_kept) ? "1\r" : unit)};
    const int64_t done =
      IS(progress_back) ? rows - row : IS(progress_anew) && row == rows / 2 ? 0 : row;
    if (!IS(progress_whole)) reading->progress(reading, (double)done / (double)rows * (IS(percentages) ? 100 : IS(progress_half) ? 0.5 : 1));
    if (!reading->row(reading, cells, IS(cells_short) ? 1 : 2) && !IS(read_on)) return !IS(read_false);
    if (IS(progress_whole)) reading->progress(reading, (double)((row + 1) / rows));
  }
  return true;
}

LARGER_PLUGIN(.read = read_rows)
