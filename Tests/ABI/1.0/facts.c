/* What the host knows, in words and colours: with rows.c it uses every part of ABI 1.0. Built with
 * the header beside it and, as that, never changed: it stands for the plugins out there. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "childplugin.h"

struct facts {
  childplugin_child_t table;
  const childplugin_host_t *host;
  bool was_woken;
  double progress;
};

struct word {
  uint32_t value;
  const char *name;
};
#define COUNT(words) (sizeof(words) / sizeof(words)[0])
#define SELF struct facts *self = (struct facts *)child; (void)self

static const struct word roles[] = {
    {CHILDPLUGIN_ROLE_TEXT, "text"},       {CHILDPLUGIN_ROLE_MUTED, "muted"},
    {CHILDPLUGIN_ROLE_ACCENT, "accent"},   {CHILDPLUGIN_ROLE_SUCCESS, "success"},
    {CHILDPLUGIN_ROLE_WARNING, "warning"}, {CHILDPLUGIN_ROLE_ERROR, "error"},
    {CHILDPLUGIN_ROLE_BORDER, "border"},   {CHILDPLUGIN_ROLE_BACKGROUND, "background"}};
static const struct word attributes[] = {
    {CHILDPLUGIN_ATTRIBUTE_DIM, "dim"}, {CHILDPLUGIN_ATTRIBUTE_REVERSE, "reverse"},
    {CHILDPLUGIN_ATTRIBUTE_STRIKE, "strike"}};
static const struct word curves[] = {
    {CHILDPLUGIN_CURVE_LINEAR, "linear"}, {CHILDPLUGIN_CURVE_EASE_IN, "in"},
    {CHILDPLUGIN_CURVE_EASE_OUT, "out"}, {CHILDPLUGIN_CURVE_EASE_IN_OUT, "both"}};
static const struct word effects[] = {
    {CHILDPLUGIN_EFFECT_NONE, "none"},
    {CHILDPLUGIN_EFFECT_FADE, "fade"},
    {CHILDPLUGIN_EFFECT_SLIDE_UP, "up"},
    {CHILDPLUGIN_EFFECT_SLIDE_DOWN, "down"},
    {CHILDPLUGIN_EFFECT_SLIDE_LEFT, "left"},
    {CHILDPLUGIN_EFFECT_SLIDE_RIGHT, "right"}};
static const struct word errors[] = {
    {CHILDPLUGIN_ERROR_NONE, "none"},         {CHILDPLUGIN_ERROR_NOT_FOUND, "not found"},
    {CHILDPLUGIN_ERROR_NOT_ALLOWED, "not allowed"}, {CHILDPLUGIN_ERROR_EXIT_STATUS, "status"},
    {CHILDPLUGIN_ERROR_SIGNAL, "signal"},     {CHILDPLUGIN_ERROR_READ, "read"},
    {CHILDPLUGIN_ERROR_OTHER, "other"}};
static const struct word flags[] = {
    {CHILDPLUGIN_CONTENT_LOADING, "loading"},   {CHILDPLUGIN_CONTENT_COMPLETE, "complete"},
    {CHILDPLUGIN_CONTENT_ERROR, "error"},       {CHILDPLUGIN_CONTENT_FRACTION, "fraction"},
    {CHILDPLUGIN_CONTENT_CUT, "cut"}};
static const struct word abilities[] = {
    {CHILDPLUGIN_TERMINAL_UTF8, "utf8"}, {CHILDPLUGIN_TERMINAL_MOUSE, "mouse"},
    {CHILDPLUGIN_TERMINAL_REDUCED_MOTION, "still"}, {CHILDPLUGIN_TERMINAL_DARK, "dark"}};

/* The value that an option of the states file names, or `otherwise`. */
static uint32_t chosen(const struct facts *self, const char *option, const struct word *words,
                       size_t count, uint32_t otherwise) {
  char text[16];
  uint64_t length = self->host->option(self->host, childplugin_text(option), text, sizeof text);
  if (length == UINT64_MAX || length > sizeof text) return otherwise;
  childplugin_text_t name = {text, length};
  for (size_t i = 0; i < count; i += 1)
    if (childplugin_text_equal(name, childplugin_text(words[i].name))) return words[i].value;
  return otherwise;
}

/* Life */

static void log_number(const struct facts *self, uint32_t level, const char *what, int64_t number) {
  char line[100];
  int length = snprintf(line, sizeof line, "%s %lld", what, (long long)number);
  self->host->log(self->host, level, (childplugin_text_t){line, (uint64_t)length});
}

static void will_appear(const childplugin_child_t *child, bool animated) {
  SELF;
  self->progress = animated ? 0 : 1;
  log_number(self, CHILDPLUGIN_LOG_DEBUG, "will appear", animated);
}

static void did_appear(const childplugin_child_t *child, bool animated) {
  SELF;
  log_number(self, CHILDPLUGIN_LOG_DEBUG, "did appear", animated);
  if (!self->was_woken) self->host->wake(self->host);
}

static void will_disappear(const childplugin_child_t *child, bool animated) {
  SELF;
  log_number(self, CHILDPLUGIN_LOG_DEBUG, "will disappear", animated);
}

static void did_disappear(const childplugin_child_t *child, bool animated) {
  SELF;
  self->host->wake_after(self->host, -1);
  log_number(self, CHILDPLUGIN_LOG_DEBUG, "did disappear", animated);
}

static void timing(const childplugin_child_t *child, bool appearing, childplugin_timing_t *timing) {
  SELF;
  timing->delay_nanoseconds = appearing ? 0 : 10000000;
  timing->duration_nanoseconds = appearing ? 200000000 : 100000000;
  timing->curve = chosen(self, "curve", curves, COUNT(curves), timing->curve);
  timing->effect = chosen(self, "effect", effects, COUNT(effects), timing->effect);
}

static void will_begin(const childplugin_child_t *child, bool appearing) {
  SELF;
  self->progress = appearing ? 0 : 1;
}

static void progress(const childplugin_child_t *child, bool appearing, double progress) {
  SELF;
  self->progress = appearing ? progress : 1 - progress;
  self->host->invalidate(self->host);
}

static void did_end(const childplugin_child_t *child, bool appearing) {
  SELF;
  self->progress = appearing ? 1 : 0;
}

static void woke(const childplugin_child_t *child) {
  SELF;
  self->was_woken = true;
  log_number(self, CHILDPLUGIN_LOG_INFO, "woke at", self->host->now(self->host));
}

static void theme(const childplugin_child_t *child) {
  SELF;
  log_number(self, CHILDPLUGIN_LOG_INFO, "theme accent",
             self->host->theme_colour(self->host, CHILDPLUGIN_ROLE_ACCENT));
}

/* Drawing: a line of words for each kind of fact */

struct line {
  char text[160];
  size_t length;
};

static void add(struct line *line, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  size_t room = sizeof line->text - line->length;
  int length = vsnprintf(line->text + line->length, room, format, arguments);
  va_end(arguments);
  line->length += (size_t)length;
  if (line->length >= sizeof line->text) line->length = sizeof line->text - 1;
}

static void add_bits(struct line *line, uint32_t bits, const struct word *words, size_t count) {
  for (size_t i = 0; i < count; i += 1)
    if ((bits & words[i].value) != 0) add(line, " %s", words[i].name);
}

static void put(const childplugin_canvas_t *canvas, int32_t row, const struct line *line,
                uint32_t role) {
  childplugin_style_t style = {.size = sizeof style, .foreground = CHILDPLUGIN_COLOUR_ROLE(role)};
  childplugin_text_t text = {line->text, line->length};
  if (row < canvas->rows) canvas->text(canvas, 0, row, canvas->columns, text, &style);
}

static void draw_content(const struct facts *self, const childplugin_canvas_t *canvas) {
  childplugin_content_t content = {.size = sizeof content};
  struct line line = {.length = 0};
  if (!self->host->content(self->host, &content)) {
    add(&line, "no content");
    put(canvas, 0, &line, CHILDPLUGIN_ROLE_MUTED);
    return;
  }
  add(&line, "%llu rows %llu bytes", (unsigned long long)content.rows,
      (unsigned long long)content.bytes);
  add_bits(&line, content.flags, flags, COUNT(flags));
  if ((content.flags & CHILDPLUGIN_CONTENT_FRACTION) != 0)
    add(&line, " %.0f%%", content.fraction * 100);
  if ((content.flags & CHILDPLUGIN_CONTENT_LOADING) != 0)
    add(&line, " for %lld ms",
        (long long)((canvas->time_nanoseconds - content.began_nanoseconds) / 1000000));
  else add(&line, " in %lld ms", (long long)(content.elapsed_nanoseconds / 1000000));
  if (content.revision == 0) add(&line, " unchanged");
  put(canvas, 0, &line, CHILDPLUGIN_ROLE_TEXT);

  struct line error = {.length = 0};
  for (size_t i = 0; i < COUNT(errors); i += 1)
    if (errors[i].value == content.error_kind) add(&error, "%s", errors[i].name);
  if (content.error_kind == CHILDPLUGIN_ERROR_EXIT_STATUS) add(&error, " %d", content.exit_status);
  if (content.error_kind == CHILDPLUGIN_ERROR_SIGNAL) add(&error, " %d", content.error_signal);
  put(canvas, 1, &error, CHILDPLUGIN_ROLE_ERROR);
  static const uint32_t texts[] = {CHILDPLUGIN_CONTENT_TEXT_ERROR,
                                   CHILDPLUGIN_CONTENT_TEXT_ERROR_DETAIL,
                                   CHILDPLUGIN_CONTENT_TEXT_REMEDY};
  for (int32_t i = 0; i < 3 && 2 + i < canvas->rows; i += 1) {
    char room[120];
    uint64_t length = self->host->content_text(self->host, texts[i], room, sizeof room);
    childplugin_text_t text = {room, length < sizeof room ? length : sizeof room};
    canvas->text(canvas, 0, 2 + i, canvas->columns, text, NULL);
  }
}

static void draw_word(const childplugin_canvas_t *canvas, int32_t row, int32_t index,
                      const char *name, uint32_t foreground, uint32_t attributes) {
  childplugin_style_t style = {.size = sizeof style, .attributes = attributes,
                               .foreground = foreground};
  int32_t column = index * 8;
  if (row < canvas->rows && column < canvas->columns)
    canvas->text(canvas, column, row, 7, childplugin_text(name), &style);
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  SELF;
  if (canvas->columns <= 0 || canvas->rows <= 0) return;
  draw_content(self, canvas);
  childplugin_terminal_t terminal = {.size = sizeof terminal};
  struct line line = {.length = 0};
  if (self->host->terminal(self->host, &terminal)) {
    add(&line, "%dx%d %u", terminal.columns, terminal.rows, terminal.colours);
    add_bits(&line, terminal.flags, abilities, COUNT(abilities));
  }
  put(canvas, 5, &line, CHILDPLUGIN_ROLE_MUTED);
  for (size_t i = 0; i < COUNT(roles); i += 1)
    draw_word(canvas, 6, (int32_t)i, roles[i].name, CHILDPLUGIN_COLOUR_ROLE(roles[i].value), 0);
  for (size_t i = 0; i < COUNT(attributes); i += 1)
    draw_word(canvas, 7, (int32_t)i, attributes[i].name, 0, attributes[i].value);
  int32_t done = (int32_t)(self->progress * canvas->columns);
  if (canvas->rows > 8 && done > 0)
    canvas->fill(canvas, 0, 8, done, 1, childplugin_text("="), NULL);
}

static const childplugin_transition_t transition_table = {
    .size = sizeof transition_table, .will_begin = will_begin, .progress = progress,
    .did_end = did_end};
static const childplugin_wake_t wake_table = {.size = sizeof wake_table, .woke = woke};
static const childplugin_theme_observer_t theme_table = {
    .size = sizeof theme_table, .changed = theme};

static bool is(childplugin_text_t id, const char *name) {
  return childplugin_text_equal(id, childplugin_text(name));
}

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  (void)child;
  if (is(id, CHILDPLUGIN_EXTENSION_TRANSITION)) return &transition_table;
  if (is(id, CHILDPLUGIN_EXTENSION_WAKE)) return &wake_table;
  if (is(id, CHILDPLUGIN_EXTENSION_THEME)) return &theme_table;
  return NULL;
}

/* The plugin */

static void destroy(const childplugin_child_t *child) { free(child->data); }

static const childplugin_place_t places[] = {
    {.size = sizeof(childplugin_place_t), .place = 0, .state = CHILDPLUGIN_TEXT("loading")},
    {.size = sizeof(childplugin_place_t), .place = 10, .state = CHILDPLUGIN_TEXT("error")}};
static const childplugin_descriptor_t facts = {
    .size = sizeof facts, .id = CHILDPLUGIN_TEXT("org.example.abi.facts"),
    .name = CHILDPLUGIN_TEXT("Facts"), .vendor = CHILDPLUGIN_TEXT("Example"),
    .version = CHILDPLUGIN_TEXT("1.0.0"),
    .description = CHILDPLUGIN_TEXT("Says what the host knows."), .places = places,
    .place_count = 2};

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}

static void deinit(void) {}

static uint32_t descriptor_count(void) { return 1; }

static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &facts : NULL;
}

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  if (!childplugin_text_equal(id, facts.id)) return NULL;
  struct facts *self = calloc(1, sizeof *self);
  if (self == NULL) {
    host->log(host, CHILDPLUGIN_LOG_ERROR, childplugin_text("no memory"));
    return NULL;
  }
  self->host = host;
  /* A 1.0 host has no extensions, and a later one none of this id. */
  if (host->get_extension(host, childplugin_text("org.example.none/1")) != NULL)
    host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text("an extension that is not"));
  if (host->abi_major != CHILDPLUGIN_ABI_MAJOR || host->name.length == 0 ||
      host->version.length == 0)
    host->log(host, CHILDPLUGIN_LOG_WARNING, childplugin_text("a host without a name"));
  self->table.size = sizeof self->table;
  self->table.data = self;
  self->table.destroy = destroy;
  self->table.will_appear = will_appear;
  self->table.did_appear = did_appear;
  self->table.will_disappear = will_disappear;
  self->table.did_disappear = did_disappear;
  self->table.timing = timing;
  self->table.draw = draw;
  self->table.get_extension = get_extension;
  return &self->table;
}

static const childplugin_plugin_t plugin = {
    .size = sizeof plugin, .abi_major = CHILDPLUGIN_ABI_MAJOR, .abi_minor = CHILDPLUGIN_ABI_MINOR,
    .init = init, .deinit = deinit, .descriptor_count = descriptor_count, .descriptor = descriptor,
    .create = create};

CHILDPLUGIN_EXPORT const childplugin_plugin_t *childplugin_entry(uint32_t host_abi_major,
                                                                 uint32_t host_abi_minor) {
  (void)host_abi_major;
  (void)host_abi_minor;
  return &plugin;
}
