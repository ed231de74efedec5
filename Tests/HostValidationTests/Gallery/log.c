/* A log: the rows of the view, a filter, and what `git show` says of the row; with a mistake where one is named. */
#define MISTAKES(M) \
  M(filter_kept, "drops-its-filter", "escape takes the text away, and the filter stays") \
  M(click_scrolled, "clicks-the-row-there", "a click means the rows at the top, however far they are scrolled") \
  M(wheel_unsaid, "draws-after-input", "the wheel scrolls without invalidate") \
  M(paste_unsaid, "draws-after-input", "a text is pasted into the filter without invalidate") \
  M(failed_silent, "ends-its-waiting", "a program that was not started is waited for") \
  M(output_lent, "keeps-nothing-lent", "what a program says is kept as a pointer") \
  M(cursor_bytes, "cursor-after-text", "the cursor stands as many columns on as there are bytes") \
  M(mark_place, "marks-where-the-user-is", "the row is marked that has the number of the user's place") \
  M(accept_place, "accepts-where-the-user-is", "the row of that number is accepted") \
  M(stale_preview, "runs-for-the-rows-there", "after a reload what git said of another row stays") \
  M(sort_alone, "keeps-filter-and-order", "an order is asked for without the filter") \
  M(filter_alone, "keeps-filter-and-order", "a filter is asked for without the order") \
  M(end_beyond, "end-leads-to-the-last", "End asks for the row behind the last one") \
  M(words_cached, "says-what-is-there", "its words are made once") \
  M(enter_keeps, "gives-text-back", "enter ends the text, and does not say so") \
  M(paste_lines, "pastes-one-line", "a text is pasted with its newlines") \
  M(cut_paste, "edits-whole-characters", "a long text is cut in a character") \
  M(counts_all, "counts-the-view", "all rows are counted, whatever the view shows") \
  M(content_rows, "shows-the-view", "the view is counted, and the rows of the content are drawn") \
  M(first_looks_chosen, "marks-the-users-row", "the first line is drawn as the user's row") \
  M(marks_unseen, "shows-the-marks", "a marked row is drawn as any other") \
  M(narrow, "draws-for-its-size", "rows are 78 columns wide, however wide the canvas is") \
  M(first_kept, "keeps-rows-in-sight", "the first row that is shown stays where there are fewer rows") \
  M(words_same, "says-what-is-there", "the words are the same for any rows") \
  M(run_no_row, "runs-for-the-rows-there", "a program is run for no row where none is selected") \
  M(failed_as_empty, "shows-whole-results", "how a program ended is not looked at") \
  M(one_text, "shows-whole-results", "what a program says is drawn as one text") \
  M(state_believed, "state-numbers", "a number of a saved state is used as it is") \
  M(filter_once, "filters-by-all-letters", "only the first letter filters")
#include "gallery.h"

struct pane {
  childplugin_child_t child;
  const childplugin_host_t *host;
  const childplugin_host_view_t *view;
  const childplugin_host_selection_t *selection;
  const childplugin_host_run_t *run;
  const childplugin_host_actions_t *actions;
  const childplugin_host_focus_t *focus;
  int32_t columns, rows;
  uint64_t first;                 /* the place of the first row that is shown */
  uint64_t restored;
  bool types, sorted;
  char filter[128]; uint32_t length;
  uint64_t program, shown_row, shown_generation, shown_revision;
  char output[400]; uint32_t output_length; bool waits, failed;
  childplugin_text_t lent;
  char words[80];
};
static struct pane *of(const childplugin_child_t *c) { return (struct pane *)c; }
static void redraw(struct pane *p) { p->host->invalidate(p->host); }

static uint64_t count(struct pane *p) {
  childplugin_view_t v = {.size = sizeof v};
  childplugin_content_t c = {.size = sizeof c};
  if (p->view == NULL) return p->host->content(p->host, &c) ? c.rows : 0;
  return p->view->info(p->host, &v) ? v.rows : 0;
}
static uint64_t row_at(struct pane *p, uint64_t place) {
  uint64_t row = CHILDPLUGIN_NO_ROW;
  if (p->view == NULL) return place;
  return p->view->rows(p->host, place, &row, 1) == 1 ? row : CHILDPLUGIN_NO_ROW;
}
static uint64_t place(struct pane *p) {
  if (p->selection == NULL) return 0;
  uint64_t row = p->selection->row(p->host);
  if (row == CHILDPLUGIN_NO_ROW) return row;
  return p->view ? p->view->place(p->host, row) : row;
}
static int32_t list_rows(struct pane *p) {
  int32_t n = p->rows - 2 - p->rows / 3;
  return n < 1 ? 1 : n;
}
static void follow(struct pane *p) {
  if (p->rows == 0) return;
  uint64_t at = place(p), n = (uint64_t)list_rows(p), all = count(p);
  if (p->first + n > all && !IS(first_kept)) p->first = all > n ? all - n : 0;
  if (at == CHILDPLUGIN_NO_ROW) return;
  if (at < p->first) p->first = at;
  if (at >= p->first + n) p->first = at - n + 1;
}
static void preview(struct pane *p) {
  if (p->run == NULL || p->selection == NULL) return;
  childplugin_content_t c = {.size = sizeof c};
  if (!p->host->content(p->host, &c)) c.generation = 0;
  uint64_t row = p->selection->row(p->host);
  if (row == p->shown_row && (c.generation == p->shown_generation || IS(stale_preview))) return;
  p->shown_row = row; p->shown_generation = c.generation;
  if (p->program) p->run->cancel(p->host, p->program);
  p->program = 0; p->waits = p->failed = false; p->output_length = 0;
  if (row == CHILDPLUGIN_NO_ROW && !IS(run_no_row)) return;
  char hash[64];
  uint64_t n = p->host->content_cell(p->host, row, c.columns ? 0 : CHILDPLUGIN_WHOLE_ROW, hash, sizeof hash);
  if (n > sizeof hash) n = sizeof hash;
  uint32_t h = 0;
  while (h < n && ((hash[h] >= '0' && hash[h] <= '9') || (hash[h] >= 'a' && hash[h] <= 'f'))) h++;
  childplugin_text_t words[] = {CHILDPLUGIN_TEXT("git"), CHILDPLUGIN_TEXT("show"), CHILDPLUGIN_TEXT("--stat"), {hash, h}};
  childplugin_program_t program = {.size = sizeof program, .words = words, .word_count = h || IS(run_no_row) ? 4 : 3};
  p->program = p->run->run(p->host, &program);
  p->waits = p->program != 0;
  p->failed = p->program == 0;
}
static void move(struct pane *p, int64_t by) {
  uint64_t all = count(p), at = place(p);
  if (all == 0 || p->selection == NULL) return;
  if (at == CHILDPLUGIN_NO_ROW) at = 0;
  int64_t to = (int64_t)at + by;
  if (to < 0) to = 0;
  if (to >= (int64_t)all) to = (int64_t)all - 1;
  p->selection->set_row(p->host, row_at(p, (uint64_t)to));
  follow(p); preview(p); redraw(p);
}
static void show(struct pane *p, bool with_filter) {
  childplugin_filter_t f = {.size = sizeof f, .kind = CHILDPLUGIN_MATCH_TEXT, .column = CHILDPLUGIN_WHOLE_ROW,
    .text = {p->filter, p->length}};
  childplugin_sort_t s = {.size = sizeof s, .key = CHILDPLUGIN_SORT_NATURAL, .column = CHILDPLUGIN_WHOLE_ROW};
  if (p->view) p->view->show(p->host, with_filter && p->length ? &f : NULL,
    p->sorted && !(IS(filter_alone) && p->types) ? &s : NULL);
  redraw(p);
}
static void took(struct pane *p) {
  /* the filter may be another child's */
  childplugin_filter_t f = {.size = sizeof f};
  char text[sizeof p->filter];
  uint64_t n = p->view ? p->view->filter(p->host, &f, text, sizeof text) : 0;
  p->length = n <= sizeof text ? (uint32_t)n : 0;
  memcpy(p->filter, text, p->length);
  childplugin_sort_t s = {.size = sizeof s};
  p->sorted = p->view && p->view->sort(p->host, &s);
}
static void take_text(struct pane *p, bool on) {
  p->types = on;
  if (p->focus && !(IS(enter_keeps) && !on)) p->focus->take_text(p->host, on);
  redraw(p);
}
static void add(struct pane *p, childplugin_text_t t) {
  uint64_t n = 0;
  while (n < t.length && ((unsigned char)t.bytes[n] >= 0x20 || IS(paste_lines)) && t.bytes[n] != 0x7F) n++;
  if (p->length + n > sizeof p->filter) {
    if (!IS(cut_paste)) return;
    n = sizeof p->filter - p->length;
  }
  memcpy(p->filter + p->length, t.bytes, n);
  p->length += (uint32_t)n;
}
static bool key(const childplugin_child_t *c, const childplugin_key_t *k) {
  struct pane *p = of(c);
  if (k->modifiers & ~CHILDPLUGIN_MODIFIER_SHIFT) return false;
  if (p->types) {
    switch (k->code) {
    case CHILDPLUGIN_KEY_ESCAPE:
      p->length = 0; take_text(p, false);
      if (!IS(filter_kept)) show(p, true);
      return true;
    case CHILDPLUGIN_KEY_ENTER: take_text(p, false); return true;
    case CHILDPLUGIN_KEY_BACKSPACE:
      if (p->length) do p->length--; while (p->length && (p->filter[p->length] & 0xC0) == 0x80);
      show(p, true);
      return true;
    }
    if (k->modifiers & CHILDPLUGIN_MODIFIER_SHIFT && k->code > 0x10FFFF) return false;
    if (k->text.length == 0) return false;
    add(p, k->text);
    if (IS(filter_once) && p->length > k->text.length) redraw(p);
    else show(p, true);
    return true;
  }
  if (k->modifiers) return false;
  uint64_t all = count(p);
  switch (k->code) {
  case CHILDPLUGIN_KEY_UP: case 'k': move(p, -1); return true;
  case CHILDPLUGIN_KEY_DOWN: case 'j': move(p, 1); return true;
  case CHILDPLUGIN_KEY_PAGE_UP: move(p, -list_rows(p)); return true;
  case CHILDPLUGIN_KEY_PAGE_DOWN: move(p, list_rows(p)); return true;
  case CHILDPLUGIN_KEY_HOME: move(p, INT32_MIN * (int64_t)INT32_MAX); return true;
  case CHILDPLUGIN_KEY_END:
    if (IS(end_beyond)) {
      if (p->selection) p->selection->set_row(p->host, row_at(p, all));
      follow(p); redraw(p); return true;
    }
    move(p, (int64_t)all); return true;
  case '/': took(p); take_text(p, true); return true;
  case 's':
    took(p);
    p->sorted = !p->sorted; show(p, !IS(sort_alone)); return true;
  case ' ':
    if (p->selection && place(p) != CHILDPLUGIN_NO_ROW) {
      uint64_t row = IS(mark_place) ? place(p) : p->selection->row(p->host);
      p->selection->mark(p->host, row, 1, !p->selection->is_marked(p->host, row));
      redraw(p);
    }
    return true;
  case CHILDPLUGIN_KEY_ENTER: {
    if (p->selection == NULL || p->actions == NULL || place(p) == CHILDPLUGIN_NO_ROW) return true;
    uint64_t row = IS(accept_place) ? place(p) : p->selection->row(p->host);
    p->actions->accept_rows(p->host, &row, 1);
    return true; }
  case 'v': p->host->request_state(p->host, childplugin_text("details"), true); return true;
  }
  return false;
}
static bool mouse(const childplugin_child_t *c, const childplugin_mouse_t *m) {
  struct pane *p = of(c);
  if (m->kind == CHILDPLUGIN_MOUSE_WHEEL && m->modifiers == 0) {
    if (m->wheel == 0) return false;
    if (IS(wheel_unsaid)) {
      int64_t f = (int64_t)p->first + m->wheel;
      p->first = f < 0 ? 0 : (uint64_t)f;
      return true;
    }
    move(p, m->wheel);
    return true;
  }
  if (m->kind != CHILDPLUGIN_MOUSE_PRESS || m->button != CHILDPLUGIN_BUTTON_LEFT) return false;
  int32_t line = m->row - 1;
  if (line < 0 || line >= list_rows(p) || p->selection == NULL) return false;
  uint64_t at = (IS(click_scrolled) ? 0 : p->first) + (uint64_t)line;
  if (at >= count(p)) return false;
  uint64_t row = row_at(p, at);
  if (row == CHILDPLUGIN_NO_ROW) return false;
  if (row == p->selection->row(p->host)) p->selection->mark(p->host, row, 1, !p->selection->is_marked(p->host, row));
  p->selection->set_row(p->host, row);
  follow(p); preview(p); redraw(p);
  return true;
}
static bool paste(const childplugin_child_t *c, childplugin_text_t t) {
  struct pane *p = of(c);
  if (!p->types) return false;
  uint32_t before = p->length;
  add(p, t);
  if (before == p->length) return false;
  if (IS(paste_unsaid)) return true;
  show(p, true);
  return true;
}
static void focused(const childplugin_child_t *c, bool on) { if (!on && of(c)->types) take_text(of(c), false); }

static void draw(const childplugin_child_t *c, const childplugin_canvas_t *canvas) {
  struct pane *p = of(c);
  childplugin_style_t title = {.size = sizeof title, .foreground = CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_TITLE)};
  childplugin_style_t user = {.size = sizeof user, .attributes = CHILDPLUGIN_ATTRIBUTE_REVERSE};
  childplugin_style_t muted = {.size = sizeof muted, .foreground = CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_MUTED)};
  int32_t n = list_rows(p), wide = IS(narrow) && canvas->columns > 78 ? 78 : canvas->columns;
  canvas->fill(canvas, 0, 0, wide, canvas->rows, (childplugin_text_t){0}, &(childplugin_style_t){.size = sizeof user, .background = CHILDPLUGIN_COLOUR_DEFAULT});
  if (p->types) {
    int32_t at = canvas->text(canvas, 0, 0, wide, childplugin_text("/"), &title);
    at += canvas->text(canvas, at, 0, wide - at - 1, (childplugin_text_t){p->filter, p->length}, NULL);
    canvas->cursor(canvas, IS(cursor_bytes) ? (int32_t)p->length + 1 : at, 0);
  } else {
    char line[64];
    childplugin_content_t all_rows = {.size = sizeof all_rows};
    p->host->content(p->host, &all_rows);
    int len = snprintf(line, sizeof line, "log: %llu", (unsigned long long)(IS(counts_all) ? all_rows.rows : count(p)));
    canvas->text(canvas, 0, 0, wide, (childplugin_text_t){line, (uint64_t)len}, &title);
  }
  childplugin_content_t content = {.size = sizeof content};
  p->host->content(p->host, &content);
  uint64_t at = place(p), all = count(p);
  if (IS(content_rows)) all = content.rows;
  uint64_t first = p->first + (IS(state_believed) ? p->restored : 0);
  for (int32_t i = 0; i < n && i + 1 < canvas->rows - 1 && first + (uint64_t)i < all; i++) {
    uint64_t row = IS(content_rows) ? first + (uint64_t)i : row_at(p, first + (uint64_t)i);
    if (row == CHILDPLUGIN_NO_ROW) break;
    bool mine = IS(first_looks_chosen) ? i == 0 : first + (uint64_t)i == at;
    if (p->selection && p->selection->is_marked(p->host, row) && !IS(marks_unseen)) canvas->text(canvas, 0, i + 1, wide, childplugin_text("*"), NULL);
    if (mine) canvas->text(canvas, 1, i + 1, wide - 1, childplugin_text(">"), NULL);
    int32_t column = 3;
    uint32_t many = content.columns ? content.columns : 1;
    for (uint32_t k = 0; k < many && column < wide; k++) {
      char cell[256];
      uint64_t length = p->host->content_cell(p->host, row,
        content.columns ? k : CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell);
      if (length > sizeof cell) { length = sizeof cell; while (length && (cell[length - 1] & 0xC0) == 0x80) length--; if (length && (cell[length - 1] & 0xC0) == 0xC0) length--; }
      childplugin_column_t info = {.size = sizeof info, .width = 0};
      if (content.columns) p->host->content_column(p->host, k, &info, NULL, 0);
      int32_t room = k + 1 == many ? wide - column : info.width < 1 ? 1 : info.width > wide - column ? wide - column : info.width;
      canvas->text(canvas, column, i + 1, room, (childplugin_text_t){cell, length}, mine ? &user : NULL);
      column += room + 1;
    }
  }
  int32_t top = 1 + n, last = canvas->rows - 1;
  if (p->run) {
    if (p->waits) canvas->text(canvas, 0, top, wide, childplugin_text("git show ..."), &muted);
    else if (p->failed) canvas->text(canvas, 0, top, wide, childplugin_text("git did not run"), &muted);
    else {
      const char *bytes = IS(output_lent) ? p->lent.bytes : p->output;
      uint64_t length = IS(output_lent) ? p->lent.length : p->output_length;
      int32_t y = top;
      for (uint64_t s = 0, e = 0; s < length && y < canvas->rows - 1; s = e + 1, y++) {
        for (e = s; e < length && (bytes[e] != '\n' || IS(one_text)); e++) ;
        canvas->text(canvas, 1, y, wide - 1, (childplugin_text_t){bytes + s, e - s}, NULL);
      }
    }
  }
  canvas->text(canvas, 0, last, wide, childplugin_text("/ filter  s sort  space mark"), &muted);
}
static void ended(const childplugin_child_t *c, const childplugin_program_end_t *e) {
  struct pane *p = of(c);
  if (e->number != p->program) return;
  if (IS(failed_silent) && e->kind != CHILDPLUGIN_END_EXITED) return;
  p->program = 0; p->waits = false;
  p->failed = (e->kind != CHILDPLUGIN_END_EXITED || e->status != 0) && !IS(failed_as_empty);
  uint64_t n = e->output.length;
  if (n > sizeof p->output) { n = sizeof p->output; while (n && (e->output.bytes[n] & 0xC0) == 0x80) n--; }
  memcpy(p->output, e->output.bytes, n);
  p->output_length = (uint32_t)n;
  p->lent = e->output;
}
static void resized(const childplugin_child_t *c, int32_t columns, int32_t rows) {
  struct pane *p = of(c); p->columns = columns; p->rows = rows; follow(p); }
static void changed(const childplugin_child_t *c) { follow(of(c)); preview(of(c)); }
static void timing(const childplugin_child_t *c, bool appearing, childplugin_timing_t *t) {
  t->duration_nanoseconds = 200000000; t->effect = CHILDPLUGIN_EFFECT_FADE; }
static uint32_t help_count(const childplugin_child_t *c) { return of(c)->types ? 2 : 4; }
static bool help_item(const childplugin_child_t *c, uint32_t i, childplugin_key_help_item_t *item) {
  static const char *const list[][2] = {{"/", "filter"}, {"s", "sort"}, {"space", "mark"}, {"enter", "accept"}};
  static const char *const typing[][2] = {{"enter", "keep"}, {"escape", "all rows"}};
  if (i >= help_count(c)) return false;
  const char *const *texts = of(c)->types ? typing[i] : list[i];
  item->key = childplugin_text(texts[0]); item->action = childplugin_text(texts[1]);
  return true;
}
static uint64_t save(const childplugin_child_t *c, char *buffer, uint64_t capacity) {
  struct pane *p = of(c);
  char text[32];
  int n = snprintf(text, sizeof text, "1 %llu", (unsigned long long)p->first);
  if (capacity) memcpy(buffer, text, capacity < (uint64_t)n ? capacity : (uint64_t)n);
  return (uint64_t)n;
}
static bool restore(const childplugin_child_t *c, const char *bytes, uint64_t length) {
  struct pane *p = of(c);
  if (length < 3 || length > 21 || bytes[0] != '1' || bytes[1] != ' ') return false;
  uint64_t v = 0;
  for (uint64_t i = 2; i < length; i++) { if (bytes[i] < '0' || bytes[i] > '9' || (i == 2 && bytes[i] == '0' && length > 3)) return false; v = v * 10 + (uint64_t)(bytes[i] - '0'); }
  if (v > (1ull << 60)) return false;
  p->first = p->restored = v;
  return true;
}
static void will_appear(const childplugin_child_t *c, bool animated) { follow(of(c)); preview(of(c)); }
static uint64_t say(const childplugin_child_t *c, char *buffer, uint64_t capacity) {
  struct pane *p = of(c);
  if (!IS(words_cached) || p->words[0] == 0) snprintf(p->words, sizeof p->words, "Log of %llu rows", (unsigned long long)(IS(words_same) ? 0 : count(p)));
  uint64_t n = strlen(p->words);
  if (capacity) memcpy(buffer, p->words, capacity < n ? capacity : n);
  return n;
}
static const void *extension(const childplugin_child_t *c, childplugin_text_t id) {
  OFFER(INPUT, input, .key = key, .mouse = mouse, .paste = paste, .focus = focused)
  OFFER(LAYOUT, layout, .resized = resized)
  OFFER(CONTENT, content_observer, .changed = changed)
  OFFER(VIEW, view_observer, .changed = changed)
  OFFER(SELECTION, selection_observer, .changed = changed)
  OFFER(RUN, run_observer, .ended = ended)
  OFFER(KEY_HELP, key_help, .count = help_count, .item = help_item)
  OFFER(STATE, saved_state, .save = save, .restore = restore)
  OFFER(ACCESSIBILITY, accessibility, .text = say)
  return NULL;
}
static void destroy(const childplugin_child_t *c) { free((void *)c); }
static const childplugin_place_t places[] = {
  {.size = sizeof(childplugin_place_t), .flags = CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED, .state = CHILDPLUGIN_TEXT("content")},
  {.size = sizeof(childplugin_place_t), .state = CHILDPLUGIN_TEXT("details")}};
static const childplugin_text_t needs[] = {CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_RUN)};
static const childplugin_descriptor_t descriptors[] = {{.size = sizeof descriptors[0], .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
  .id = CHILDPLUGIN_TEXT("com.example.log"), .name = CHILDPLUGIN_TEXT("Log"), .version = CHILDPLUGIN_TEXT("1.0.0"),
  .description = CHILDPLUGIN_TEXT("Commits, with what git show says."), .places = places, .place_count = 2,
  .needs = needs, .need_count = 1}};
static bool init(childplugin_text_t path, childplugin_text_t *reason) { return true; }
static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  if (!childplugin_text_equal(id, descriptors[0].id)) return NULL;
  struct pane *p = calloc(1, sizeof *p);
  if (p == NULL) return NULL;
  p->child = (childplugin_child_t){.size = sizeof p->child, .destroy = destroy, .will_appear = will_appear,
    .timing = timing, .draw = draw, .get_extension = extension};
  p->host = host; p->shown_row = CHILDPLUGIN_NO_ROW;
  if (host->size >= sizeof *host) {
#define FIND(name) host->get_extension(host, childplugin_text(name))
    p->view = FIND(CHILDPLUGIN_HOST_VIEW); p->selection = FIND(CHILDPLUGIN_HOST_SELECTION); p->run = FIND(CHILDPLUGIN_HOST_RUN);
    p->actions = FIND(CHILDPLUGIN_HOST_ACTIONS); p->focus = FIND(CHILDPLUGIN_HOST_FOCUS);
  }
  return &p->child;
}
LARGER_PLUGIN(.abi_minor = 1)
