/// The children of simulated runs: what each does follows from its option "seed" alone.
///
/// `sim.rows` shows the rows of the view, asks for another one with `v`, finds with `n`, and uses every third key; `sim.glyphs` draws clusters of
/// many scalars over part of it; `sim.busy` wakes itself; `sim.rude` does what a child should not;
/// `sim.plain` shows a word, and has no timing of its own. All log the input that they get, so that a run
/// can be held against what was sent. It is compiled as two plugins, which have two workers: with PART 1 it
/// has the first two of them, else the others. With
/// TRAPS_ON_KEYS, any of them ends the process when it gets a key.

#include <pthread.h>

enum kind { ROWS, GLYPHS, BUSY, RUDE, PLAIN, KINDS };

#if PART == 1
#define FIRST ROWS
#define COUNT BUSY
#else
#define FIRST BUSY
#define COUNT (KINDS - BUSY)
#endif
#include "simulation.h"

struct simulated {
  childplugin_child_t table;
  const childplugin_host_t *host;
  enum kind kind;
  uint64_t random;
  uint64_t draws;
  uint64_t top;
  bool takes_text;
  bool has_focus;
  bool spins; /* asks in each woke to be woken at once */
};

static struct simulated *of(const childplugin_child_t *child) { return (struct simulated *)child; }

/// The next of a child's own random numbers, below `limit` (SplitMix64).
static uint64_t dice(struct simulated *self, uint64_t limit) {
  self->random += 0x9E3779B97F4A7C15u;
  uint64_t mixed = self->random;
  mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9u;
  mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBu;
  return (mixed ^ (mixed >> 31)) % limit;
}

/// Logs an input, and says whether it is used.
static bool noted(struct simulated *self, const char *what, uint64_t number, bool is_used) {
  char line[64];
  snprintf(line, sizeof line, "input %s %llu %s", what, (unsigned long long)number,
           is_used ? "used" : "refused");
  self->host->log(self->host, CHILDPLUGIN_LOG_DEBUG, childplugin_text(line));
  return is_used;
}

/// What a well-behaved child does not do, in any call.
static void misbehave(struct simulated *self) {
  static const char *const states[] = {"loading", "content", "empty", "error", "nowhere", ""};
  if (self->kind != RUDE) return;
  const childplugin_host_t *host = self->host;
  char buffer[4];
  switch (dice(self, 24)) {
  case 0: host->request_state(host, childplugin_text(states[dice(self, 6)]), dice(self, 2)); break;
  case 1: host->request_state(host, (childplugin_text_t){NULL, 5}, true); break;
  case 2: host->wake_after(host, (int64_t)dice(self, 3) - 1); break;
  case 3: host->wake_after(host, INT64_MAX); break;
  case 4: host->perform(host, 77, -1); break;
  case 5: host->content_cell(host, UINT64_MAX, 9, buffer, sizeof buffer); break;
  case 6: host->content_text(host, 99, NULL, 0); break;
  case 7: host->log(host, 9, (childplugin_text_t){"\x1b[2J\xff", 5}); break;
  case 8: host->invalidate(host); break;
  default: break;
  }
}

/// What a child that knows whether it has the keys must not see.
static void stray(struct simulated *self, const char *what, bool is_stray) {
  char line[64];
  if (!is_stray) return;
  snprintf(line, sizeof line, "input stray %s", what);
  self->host->log(self->host, CHILDPLUGIN_LOG_DEBUG, childplugin_text(line));
}

static void will_appear(const childplugin_child_t *child, bool animated) {
  (void)animated;
  struct simulated *self = of(child);
  misbehave(self);
  if (self->kind == BUSY) self->host->wake_after(self->host, 80000000);
  if (self->spins) self->host->wake_after(self->host, 0);
}

static void heard(const childplugin_child_t *child, bool animated) {
  (void)animated;
  misbehave(of(child));
}

static void timing(const childplugin_child_t *child, bool appearing, childplugin_timing_t *timing) {
  struct simulated *self = of(child);
  (void)appearing;
  timing->delay_nanoseconds = (int64_t)dice(self, 3) * 50000000;
  timing->duration_nanoseconds = (int64_t)dice(self, 5) * 100000000;
  timing->effect = (uint32_t)dice(self, 6);
  timing->curve = (uint32_t)dice(self, 4);
  if (self->kind != RUDE) return;
  if (dice(self, 4) == 0) timing->duration_nanoseconds = -1;
  if (dice(self, 9) == 0) timing->delay_nanoseconds = INT64_MIN;
  if (dice(self, 4) == 0) timing->effect = 12345;
  if (dice(self, 8) == 0) timing->duration_nanoseconds = 20000000000;
}

static const childplugin_host_view_t *view_of(struct simulated *self) {
  return self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW));
}

/// Asks for other rows, or for others first.
static void ask_for_view(struct simulated *self) {
  static const struct { uint32_t kind; const char *text; } filters[] = {
      {CHILDPLUGIN_MATCH_TEXT, "1"}, {CHILDPLUGIN_MATCH_TEXT, "row 1"}, {CHILDPLUGIN_MATCH_TEXT, "äö"},
      {CHILDPLUGIN_MATCH_TEXT, "Row"}, {CHILDPLUGIN_MATCH_TEXT, ""}, {CHILDPLUGIN_MATCH_FUZZY, "rw2"},
      {CHILDPLUGIN_MATCH_EXPRESSION, "^row"}, {CHILDPLUGIN_MATCH_EXPRESSION, "[24]$"},
      {CHILDPLUGIN_MATCH_EXPRESSION, "("}};
  uint64_t number = dice(self, sizeof filters / sizeof *filters);
  childplugin_filter_t filter = {.size = sizeof filter, .kind = filters[number].kind,
                                 .column = CHILDPLUGIN_WHOLE_ROW,
                                 .text = childplugin_text(filters[number].text)};
  childplugin_sort_t sort = {.size = sizeof sort, .key = (uint32_t)dice(self, 2) + 1,
                             .column = CHILDPLUGIN_WHOLE_ROW, .flags = (uint32_t)dice(self, 2)};
  view_of(self)->show(self->host, dice(self, 4) ? &filter : NULL, dice(self, 2) ? &sort : NULL);
}

/// Looks for the next row with a 1, from its own first row or from an end, and logs from where and whither.
static void find(struct simulated *self) {
  childplugin_filter_t filter = {.size = sizeof filter, .kind = CHILDPLUGIN_MATCH_TEXT,
                                 .column = CHILDPLUGIN_WHOLE_ROW, .text = childplugin_text("1")};
  bool begins = dice(self, 8) != 0;
  uint64_t place = dice(self, 2) ? CHILDPLUGIN_NO_ROW : self->top;
  uint32_t flags = (uint32_t)dice(self, 2);
  bool is_asked = view_of(self)->find(self->host, begins ? &filter : NULL, place, flags);
  if (!begins || !is_asked) return;
  char line[64];
  snprintf(line, sizeof line, "find %s %llu",
           flags & CHILDPLUGIN_FIND_BACKWARD ? "before" : "after", (unsigned long long)place);
  self->host->log(self->host, CHILDPLUGIN_LOG_DEBUG, childplugin_text(line));
}

static void draw_rows(struct simulated *self, const childplugin_canvas_t *canvas) {
  childplugin_view_t view = {.size = sizeof view};
  if (!view_of(self)->info(self->host, &view)) return;
  if (self->top + 1 > view.rows) self->top = view.rows == 0 ? 0 : view.rows - 1;
  uint64_t rows[256];
  uint64_t count = view_of(self)->rows(
      self->host, self->top, rows, canvas->rows < 256 ? (uint64_t)canvas->rows : 256);
  canvas->fill(canvas, 0, 0, canvas->columns, canvas->rows, childplugin_text(" "),
               &(childplugin_style_t){.size = sizeof(childplugin_style_t),
                                      .background = CHILDPLUGIN_COLOUR_DEFAULT});
  for (int32_t row = 0; (uint64_t)row < count; row += 1) {
    char text[512];
    uint64_t length =
        self->host->content_cell(self->host, rows[row], CHILDPLUGIN_WHOLE_ROW, text, sizeof text);
    if (length > sizeof text) length = sizeof text;
    canvas->text(canvas, 0, row, canvas->columns, (childplugin_text_t){text, length}, NULL);
  }
  if (self->takes_text) canvas->cursor(canvas, 0, 0);
}

static void draw_glyphs(struct simulated *self, const childplugin_canvas_t *canvas) {
  static const char *const glyphs[] = {
      "\U0001F468\u200D\U0001F469\u200D\U0001F467\u200D\U0001F466", "e\u0301", "\u6F22",
      "\U0001F1F8\U0001F1EA", "\U0001F44D\U0001F3FD", "a", " ", "\u2764\uFE0F"};
  childplugin_style_t style = {.size = sizeof style};
  for (int32_t row = 0; row < canvas->rows; row += 1) {
    int32_t column = (int32_t)dice(self, 4);
    while (column < canvas->columns) {
      style.foreground = CHILDPLUGIN_COLOUR_ROLE(1 + dice(self, 12));
      style.background = dice(self, 2) ? CHILDPLUGIN_COLOUR_NONE : CHILDPLUGIN_COLOUR_RGB(10, 20, 30);
      style.attributes = (uint32_t)dice(self, 64);
      canvas->text(canvas, column, row, 2, childplugin_text(glyphs[dice(self, 8)]), &style);
      column += 1 + (int32_t)dice(self, 5);
    }
  }
}

static void draw_busy(struct simulated *self, const childplugin_canvas_t *canvas) {
  char line[32];
  snprintf(line, sizeof line, "busy %llu", (unsigned long long)self->draws);
  canvas->text(canvas, 1, 0, canvas->columns, childplugin_text(line), NULL);
}

static void draw_rude(struct simulated *self, const childplugin_canvas_t *canvas) {
  childplugin_style_t style = {.size = sizeof style, .foreground = (uint32_t)dice(self, UINT32_MAX),
                               .background = (uint32_t)dice(self, UINT32_MAX),
                               .attributes = UINT32_MAX};
  int32_t far = (int32_t)dice(self, 3) == 0 ? INT32_MIN : (int32_t)dice(self, 40);
  canvas->text(canvas, far, far, INT32_MAX, (childplugin_text_t){"\x1b]0;title\x07\xff\xfe rude", 17},
               &style);
  canvas->fill(canvas, -5, far, INT32_MAX, 3, childplugin_text("\u202Ex"), &style);
  canvas->cursor(canvas, far, INT32_MAX);
  misbehave(self);
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  struct simulated *self = of(child);
  self->draws += 1;
  switch (self->kind) {
  case ROWS: draw_rows(self, canvas); break;
  case GLYPHS: draw_glyphs(self, canvas); break;
  case BUSY: draw_busy(self, canvas); break;
  case PLAIN: canvas->text(canvas, 0, 0, canvas->columns, childplugin_text("plain"), NULL); break;
  default: draw_rude(self, canvas); break;
  }
}

static void *on_a_thread(void *given) {
  struct simulated *self = given;
  self->host->wake(self->host);
  self->host->log(self->host, CHILDPLUGIN_LOG_INFO, childplugin_text("from a thread"));
  return NULL;
}

static bool uses(struct simulated *self, uint32_t code) {
  if (self->kind == RUDE) return dice(self, 4) == 0;
  if (self->kind != ROWS) return false;
  if (code == '/') self->takes_text = !self->takes_text;
  if (code == CHILDPLUGIN_KEY_DOWN) self->top += 1;
  if (code == CHILDPLUGIN_KEY_UP && self->top > 0) self->top -= 1;
  if (code == 'v') ask_for_view(self);
  if (code == 'n') find(self);
  self->host->invalidate(self->host);
  return self->takes_text || code % 3 == 0;
}

static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  struct simulated *self = of(child);
#ifdef TRAPS_ON_KEYS
  __builtin_trap();
#endif
  misbehave(self);
  stray(self, "key", !self->has_focus);
  if (key->code == 'w') {
    pthread_t thread;
    if (pthread_create(&thread, NULL, on_a_thread, self) == 0) pthread_join(thread, NULL);
  }
  return noted(self, "key", key->code, uses(self, key->code));
}

static bool mouse(const childplugin_child_t *child, const childplugin_mouse_t *mouse) {
  struct simulated *self = of(child);
  misbehave(self);
  return noted(self, "mouse", mouse->kind,
               self->kind == ROWS || (self->kind == RUDE && dice(self, 2) == 0));
}

static bool paste(const childplugin_child_t *child, childplugin_text_t text) {
  struct simulated *self = of(child);
  stray(self, "paste", !self->has_focus);
  return noted(self, "paste", text.length, self->kind == ROWS);
}

static void focus(const childplugin_child_t *child, bool focused) {
  struct simulated *self = of(child);
  stray(self, "focus", self->has_focus == focused);
  self->has_focus = focused;
  misbehave(self);
}

static void will_disappear(const childplugin_child_t *child, bool animated) {
  stray(of(child), "leave", of(child)->has_focus);
  heard(child, animated);
}

static void changed(const childplugin_child_t *child) { misbehave(of(child)); }

static void woke(const childplugin_child_t *child) {
  struct simulated *self = of(child);
  misbehave(self);
  if (self->kind == BUSY) self->host->wake_after(self->host, 80000000);
  if (self->spins) self->host->wake_after(self->host, 0);
}

static void insets(const childplugin_child_t *child, childplugin_insets_t *insets) {
  struct simulated *self = of(child);
  if (self->kind == GLYPHS || self->kind == BUSY) {
    insets->top = (int32_t)dice(self, 4);
    insets->left = (int32_t)dice(self, 9);
  }
  if (self->kind == RUDE) {
    insets->top = (int32_t)dice(self, 3) * INT32_MAX;
    insets->bottom = -(int32_t)dice(self, 3);
  }
}

static void resized(const childplugin_child_t *child, int32_t columns, int32_t rows) {
  (void)columns;
  (void)rows;
  misbehave(of(child));
}

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  static const childplugin_input_t input = {
      .size = sizeof input, .key = key, .mouse = mouse, .paste = paste, .focus = focus};
  static const childplugin_wake_t wake = {.size = sizeof wake, .woke = woke};
  static const childplugin_layout_t layout = {
      .size = sizeof layout, .insets = insets, .resized = resized};
  static const childplugin_content_observer_t content = {.size = sizeof content, .changed = changed};
  static const childplugin_view_observer_t view = {.size = sizeof view, .changed = changed};
  static const struct extension offered[] = {
      {CHILDPLUGIN_EXTENSION_INPUT, &input}, {CHILDPLUGIN_EXTENSION_WAKE, &wake},
      {CHILDPLUGIN_EXTENSION_LAYOUT, &layout}, {CHILDPLUGIN_EXTENSION_CONTENT, &content},
      {CHILDPLUGIN_EXTENSION_VIEW, &view}};
  (void)child;
  return extension_of(offered, sizeof offered / sizeof *offered, id);
}

static void destroy(const childplugin_child_t *child) { free(of(child)); }

#define DESCRIPTOR(text)                                                                      \
  {.size = sizeof(childplugin_descriptor_t), .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,     \
   .id = CHILDPLUGIN_TEXT(text), .name = CHILDPLUGIN_TEXT(text),                              \
   .version = CHILDPLUGIN_TEXT("1.0.0")}

static const childplugin_descriptor_t descriptors[KINDS] = {
    DESCRIPTOR("sim.rows"), DESCRIPTOR("sim.glyphs"), DESCRIPTOR("sim.busy"),
    DESCRIPTOR("sim.rude"), DESCRIPTOR("sim.plain")};

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  struct simulated *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->host = host;
  for (int kind = 0; kind < KINDS; kind += 1)
    if (childplugin_text_equal(id, descriptors[kind].id)) self->kind = (enum kind)kind;
  char seed[32] = "";
  host->option(host, childplugin_text("seed"), seed, sizeof seed - 1);
  self->random = strtoull(seed, NULL, 10) + (uint64_t)self->kind;
  self->spins = self->kind == RUDE && dice(self, 8) == 0;
  self->table = (childplugin_child_t){
      .size = sizeof self->table, .destroy = destroy, .will_appear = will_appear,
      .did_appear = heard, .will_disappear = will_disappear, .did_disappear = heard, .timing = timing,
      .draw = draw, .get_extension = get_extension};
  if (self->kind == PLAIN) self->table.timing = NULL;
  return &self->table;
}
