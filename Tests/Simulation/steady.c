/// The children of runs that are interrupted: what they do follows from their keys and the content alone.
///
/// `steady.list` shows rows of the view and what it knows of searches, programs and the selection; `steady.side` shows how
/// many rows there are. Both save a small state, and log it whenever it changes, so that what the host has saved can be
/// compared with it; both log the calls they receive. It is compiled twice, for two workers: with PART 1 it has
/// the first child, with PART 2 the other.

#define FIRST (PART - 1)
#define COUNT 1
#include "simulation.h"

struct steady {
  childplugin_child_t table;
  const childplugin_host_t *host;
  uint64_t top;
  uint64_t keys; /* how many it has used */
  uint64_t wakes;
  bool is_finding;
  char program[96];
};

static struct steady *of(const childplugin_child_t *child) { return (struct steady *)child; }

static void say(struct steady *self, const char *line) {
  self->host->log(self->host, CHILDPLUGIN_LOG_DEBUG, childplugin_text(line));
}

/// Logs what it has been told, with a number.
static void hears(const childplugin_child_t *child, const char *what, long number) {
  char line[64];
  snprintf(line, sizeof line, "hears %s %ld", what, number);
  say(of(child), line);
}

static uint64_t write_state(struct steady *self, char *text, size_t capacity) {
  int length = snprintf(text, capacity, "top %llu keys %llu", (unsigned long long)self->top,
                        (unsigned long long)self->keys);
  return (uint64_t)length;
}

/// Logs what would be saved now.
static void changed_state(struct steady *self) {
  char line[96] = "state ";
  write_state(self, line + 6, sizeof line - 6);
  say(self, line);
  self->host->invalidate(self->host);
}

static uint64_t save(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  char text[80];
  uint64_t length = write_state(of(child), text, sizeof text);
  memcpy(buffer, text, length < capacity ? length : capacity);
  return length;
}

static bool restore(const childplugin_child_t *child, const char *bytes, uint64_t length) {
  char text[80] = "";
  unsigned long long top, keys;
  memcpy(text, bytes, length < sizeof text ? length : sizeof text - 1);
  if (sscanf(text, "top %llu keys %llu", &top, &keys) != 2) return false;
  of(child)->top = top;
  of(child)->keys = keys;
  return true;
}

static const childplugin_host_view_t *view_of(struct steady *self) {
  return self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW));
}

static childplugin_filter_t expression(const char *text) {
  return (childplugin_filter_t){.size = sizeof(childplugin_filter_t),
                                .kind = CHILDPLUGIN_MATCH_EXPRESSION,
                                .column = CHILDPLUGIN_WHOLE_ROW, .text = childplugin_text(text)};
}

static void show_filtered(struct steady *self) {
  childplugin_filter_t filter = expression("[24] *$");
  view_of(self)->show(self->host, &filter, NULL);
}

static void show_sorted(struct steady *self) {
  childplugin_filter_t filter = expression("^row");
  childplugin_sort_t sort = {.size = sizeof sort, .key = CHILDPLUGIN_SORT_TEXT,
                             .column = CHILDPLUGIN_WHOLE_ROW, .flags = CHILDPLUGIN_SORT_DESCENDING};
  view_of(self)->show(self->host, &filter, &sort);
}

/// Looks for the next row with a 1, which is an expression so that the host looks beside its loop.
static void find(struct steady *self) {
  childplugin_filter_t filter = expression("1");
  self->is_finding = view_of(self)->find(self->host, &filter, self->top, 0);
  char line[64];
  snprintf(line, sizeof line, "find after %llu", (unsigned long long)self->top);
  if (self->is_finding) say(self, line);
}

static const childplugin_host_selection_t *selection_of(struct steady *self) {
  return self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION));
}

/// Puts the user on the first row that it shows, and marks that and the next.
static void choose(struct steady *self) {
  uint64_t row;
  if (view_of(self)->rows(self->host, self->top, &row, 1) != 1) return;
  selection_of(self)->set_row(self->host, row);
  selection_of(self)->mark(self->host, row, 2, true);
}

static void talk(struct steady *self) {
  const childplugin_host_messages_t *messages =
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_MESSAGES));
  messages->send(self->host, childplugin_text("steady.side"), childplugin_text("top"),
                 childplugin_text("moved"));
}

static void run(struct steady *self, uint32_t flags) {
  const childplugin_host_run_t *run =
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_RUN));
  const bool is_editor = (flags & CHILDPLUGIN_PROGRAM_ON_TERMINAL) != 0;
  childplugin_text_t words[] = {childplugin_text(is_editor ? "an-editor" : "a-program")};
  childplugin_program_t program = {.size = sizeof program, .flags = flags, .words = words,
                                   .word_count = 1};
  bool is_begun = run != NULL && run->run(self->host, &program) != 0;
  snprintf(self->program, sizeof self->program, "%s", is_begun ? "it runs" : "it is refused");
}

static void ended(const childplugin_child_t *child, const childplugin_program_end_t *end) {
  struct steady *self = of(child);
  int length = end->output.length < 40 ? (int)end->output.length : 40;
  snprintf(self->program, sizeof self->program, "it has ended %u %d: %.*s", end->kind, end->status,
           length, length > 0 ? end->output.bytes : "");
  changed_state(self);
}

static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  struct steady *self = of(child);
  switch (key->code) {
  case 'j':
  case CHILDPLUGIN_KEY_DOWN:
    self->top += 1;
    talk(self);
    break;
  case 'm': choose(self); break;
  case 'w': self->host->wake_after(self->host, 300000000); break;
  case 'f': show_filtered(self); break;
  case 's': show_sorted(self); break;
  case 'n': find(self); break;
  case 'p': run(self, 0); break;
  case 't': run(self, CHILDPLUGIN_PROGRAM_ON_TERMINAL); break;
  default: return false;
  }
  self->keys += 1;
  changed_state(self);
  return true;
}

/// The row that was found becomes the first one.
static void view_changed(const childplugin_child_t *child) {
  struct steady *self = of(child);
  childplugin_view_t view = {.size = sizeof view};
  hears(child, "view", 0);
  if (!self->is_finding || !view_of(self)->info(self->host, &view)) return;
  if (view.flags & CHILDPLUGIN_VIEW_FINDING) return;
  self->is_finding = false;
  if (!(view.flags & CHILDPLUGIN_VIEW_FOUND)) return;
  uint64_t place = view_of(self)->place(self->host, view.found_row);
  if (place != CHILDPLUGIN_NO_ROW) self->top = place;
  changed_state(self);
}

static void put(const childplugin_canvas_t *canvas, int32_t row, const char *text, uint64_t length) {
  canvas->text(canvas, 0, row, canvas->columns, (childplugin_text_t){text, length}, NULL);
}

static void draw_list(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  struct steady *self = of(child);
  childplugin_view_t view = {.size = sizeof view};
  bool has_content = view_of(self)->info(self->host, &view);
  char line[256];
  snprintf(line, sizeof line, "%llu rows from %llu on, flags %x; %s",
           (unsigned long long)view.rows, (unsigned long long)self->top,
           (unsigned)(view.flags & ~CHILDPLUGIN_VIEW_COMPLETE), self->program);
  put(canvas, 0, line, strlen(line));
  snprintf(line, sizeof line, "on %lld, %llu marked, woken %llu",
           (long long)selection_of(self)->row(self->host),
           (unsigned long long)selection_of(self)->marked_count(self->host),
           (unsigned long long)self->wakes);
  put(canvas, 1, line, strlen(line));
  uint64_t rows[64];
  uint64_t room = canvas->rows > 2 ? (uint64_t)canvas->rows - 2 : 0;
  uint64_t count =
      has_content ? view_of(self)->rows(self->host, self->top, rows, room < 64 ? room : 64) : 0;
  for (uint64_t row = 0; row < count; row += 1) {
    uint64_t length = self->host->content_cell(self->host, rows[row], CHILDPLUGIN_WHOLE_ROW, line,
                                               sizeof line);
    put(canvas, (int32_t)row + 2, line, length < sizeof line ? length : sizeof line);
  }
}

static void draw_side(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  childplugin_view_t view = {.size = sizeof view};
  view_of(of(child))->info(of(child)->host, &view);
  char line[64];
  snprintf(line, sizeof line, "beside %llu rows", (unsigned long long)view.rows);
  put(canvas, 0, line, strlen(line));
}

#define HEARS_FLAG(function, what) \
  static void function(const childplugin_child_t *child, bool flag) { hears(child, what, flag); }
HEARS_FLAG(will_appear, "will appear")
HEARS_FLAG(did_appear, "did appear")
HEARS_FLAG(will_disappear, "will disappear")
HEARS_FLAG(did_disappear, "did disappear")
HEARS_FLAG(focused, "focus")

static void resized(const childplugin_child_t *child, int32_t columns, int32_t rows) {
  hears(child, "columns", columns);
  hears(child, "rows", rows);
}
static void situation_changed(const childplugin_child_t *child) { hears(child, "situation", 0); }
static void selection_changed(const childplugin_child_t *child) {
  hears(child, "selection", (long)selection_of(of(child))->marked_count(of(child)->host));
  of(child)->host->invalidate(of(child)->host);
}
static void front_changed(const childplugin_child_t *child) { hears(child, "front", 0); }
static void theme_changed(const childplugin_child_t *child) { hears(child, "theme", 0); }

static void woke(const childplugin_child_t *child) {
  of(child)->wakes += 1;
  hears(child, "wake", (long)of(child)->wakes);
  of(child)->host->invalidate(of(child)->host);
}

static void received(const childplugin_child_t *child, childplugin_text_t from,
                     childplugin_text_t subject, childplugin_text_t body) {
  (void)from;
  (void)subject;
  hears(child, "message", (long)body.length);
}

static void timing(const childplugin_child_t *child, bool appearing, childplugin_timing_t *timing) {
  (void)child;
  (void)appearing;
  timing->duration_nanoseconds = 100000000;
}

static void content_changed(const childplugin_child_t *child) {
  hears(child, "content", 0);
  of(child)->host->invalidate(of(child)->host);
}

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  static const childplugin_input_t input = {.size = sizeof input, .key = key, .focus = focused};
  static const childplugin_layout_t layout = {.size = sizeof layout, .resized = resized};
  static const childplugin_wake_t wake = {.size = sizeof wake, .woke = woke};
  static const childplugin_theme_observer_t theme = {sizeof theme, 0, theme_changed};
  static const childplugin_situation_observer_t situation = {
      sizeof situation, 0, situation_changed};
  static const childplugin_selection_observer_t selection = {
      sizeof selection, 0, selection_changed};
  static const childplugin_focus_observer_t focus = {sizeof focus, 0, front_changed};
  static const childplugin_messages_t messages = {.size = sizeof messages, .received = received};
  static const childplugin_content_observer_t content = {sizeof content, 0, content_changed};
  static const childplugin_view_observer_t view = {sizeof view, 0, view_changed};
  static const childplugin_saved_state_t state = {
      .size = sizeof state, .save = save, .restore = restore};
  static const childplugin_run_observer_t run = {.size = sizeof run, .ended = ended};
  // The first two are of the list alone.
  static const struct extension offered[] = {
      {CHILDPLUGIN_EXTENSION_INPUT, &input}, {CHILDPLUGIN_EXTENSION_RUN, &run},
      {CHILDPLUGIN_EXTENSION_LAYOUT, &layout}, {CHILDPLUGIN_EXTENSION_WAKE, &wake},
      {CHILDPLUGIN_EXTENSION_THEME, &theme}, {CHILDPLUGIN_EXTENSION_SITUATION, &situation},
      {CHILDPLUGIN_EXTENSION_SELECTION, &selection}, {CHILDPLUGIN_EXTENSION_FOCUS, &focus},
      {CHILDPLUGIN_EXTENSION_MESSAGES, &messages}, {CHILDPLUGIN_EXTENSION_CONTENT, &content},
      {CHILDPLUGIN_EXTENSION_VIEW, &view}, {CHILDPLUGIN_EXTENSION_STATE, &state}};
  const size_t skipped = PART == 1 ? 0 : 2;
  (void)child;
  return extension_of(offered + skipped, sizeof offered / sizeof *offered - skipped, id);
}

static void destroy(const childplugin_child_t *child) { free(of(child)); }

static const childplugin_text_t needs[] = {CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_RUN)};

static const childplugin_descriptor_t descriptors[] = {
    {.size = sizeof(childplugin_descriptor_t), .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
     .needs = needs, .need_count = 1, .id = CHILDPLUGIN_TEXT("steady.list"),
     .name = CHILDPLUGIN_TEXT("steady.list"), .version = CHILDPLUGIN_TEXT("1.0.0")},
    {.size = sizeof(childplugin_descriptor_t), .id = CHILDPLUGIN_TEXT("steady.side"),
     .name = CHILDPLUGIN_TEXT("steady.side"), .version = CHILDPLUGIN_TEXT("1.0.0")}};

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  (void)id;
  struct steady *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->host = host;
  self->table = (childplugin_child_t){
      .size = sizeof self->table, .destroy = destroy, .will_appear = will_appear, .did_appear = did_appear,
      .will_disappear = will_disappear, .did_disappear = did_disappear, .timing = timing,
      .draw = PART == 1 ? draw_list : draw_side, .get_extension = get_extension};
  return &self->table;
}
