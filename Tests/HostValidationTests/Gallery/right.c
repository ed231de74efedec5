/* A child that does everything right, with every extension. A plugin with a mistake defines some of the hooks below
 * and includes this file; `self` is the child in every hook of one of its functions. */
#ifndef RIGHT_C
#define RIGHT_C
#include "gallery.h"
#define PLACE(name, number) \
  {.size = sizeof(childplugin_place_t), .place = number, .state = CHILDPLUGIN_TEXT(name)}
#ifndef MEMBERS
#define MEMBERS
#endif
#ifndef ENTRY
#define ENTRY
#endif
#ifndef SOURCE
#define SOURCE .reserved = 0
#endif
#ifndef FURTHER_DESCRIPTORS
#define FURTHER_DESCRIPTORS \
  {.size = sizeof(childplugin_descriptor_t), .flags = CHILDPLUGIN_DESCRIPTOR_SOURCE, \
   .id = CHILDPLUGIN_TEXT("com.example.right.rows"), .name = CHILDPLUGIN_TEXT("Rows"), \
   .vendor = CHILDPLUGIN_TEXT("Example"), .version = CHILDPLUGIN_TEXT("1.0.0"), \
   .description = CHILDPLUGIN_TEXT("A few rows."), SOURCE}
#endif
#ifndef ENTRY_NAME
#define ENTRY_NAME childplugin_entry
#endif
#ifndef DESCRIPTOR
#define DESCRIPTOR .reserved = 0
#endif
#ifndef PLUGIN
#define PLUGIN .size = sizeof plugin
#endif
#ifndef PLACES
#define PLACES PLACE("content", 10), PLACE("loading", 10), PLACE("empty", 10), PLACE("error", 10)
#endif

struct right {
  childplugin_child_t table;
  const childplugin_host_t *host;
  int32_t columns, rows;
  uint64_t selected;
  char typed[32];
  uint64_t typed_length;
  bool is_focused, is_animated, is_shown;
  /* For wrong plugins: how often things happened in this life, and where in a transition it is. */
  int draws, events, appearances, progresses, moves;
  double last_progress;
  MEMBERS
};

static struct right *self_of(const childplugin_child_t *child) { return (struct right *)child; }
#define SELF struct right *self = self_of(child); (void)self

static void destroy(const childplugin_child_t *child) {
  SELF;
  IN_DESTROY;
  free(self);
}

static void will_appear(const childplugin_child_t *child, bool animated) {
  SELF;
  self->appearances += 1;
  self->is_animated = animated;
  IN_WILL_APPEAR;
}
static void did_appear(const childplugin_child_t *child, bool animated) {
  SELF;
  self->is_shown = true;
  IN_DID_APPEAR;
}
static void will_disappear(const childplugin_child_t *child, bool animated) {
  SELF;
  IN_WILL_DISAPPEAR;
  self->is_shown = false;
}
static void did_disappear(const childplugin_child_t *child, bool animated) {
  SELF;
  IN_DID_DISAPPEAR;
}

static void timing(const childplugin_child_t *child, bool appearing, childplugin_timing_t *timing) {
  SELF;
  timing->duration_nanoseconds = appearing ? 200000000 : 100000000;
  IN_TIMING;
}

static uint64_t row_count(struct right *self) {
  childplugin_content_t content = {.size = sizeof content};
  return self->host->content(self->host, &content) ? content.rows : 0;
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  SELF;
  self->draws += 1;
  BEFORE_DRAW;
  if (canvas->columns > 0 && canvas->rows > 0) {
    childplugin_style_t style = {.size = sizeof style, .attributes = CHILDPLUGIN_ATTRIBUTE_BOLD};
    char line[64];
    int length = snprintf(line, sizeof line, "%llu of %llu %.*s",
                          (unsigned long long)self->selected, (unsigned long long)row_count(self),
                          (int)self->typed_length, self->typed);
    childplugin_text_t text = {line, (uint64_t)length};
    canvas->text(canvas, 0, 0, canvas->columns, text, &style);
  }
  IN_DRAW;
}

/* Layout */
static void insets(const childplugin_child_t *child, childplugin_insets_t *insets) {
  SELF;
  insets->left = 1;
  IN_INSETS;
}
static void resized(const childplugin_child_t *child, int32_t columns, int32_t rows) {
  SELF;
  self->columns = columns;
  self->rows = rows;
  IN_RESIZED;
}

/* Transition */
static void will_begin(const childplugin_child_t *child, bool appearing) {
  SELF;
  self->progresses = 0;
  self->last_progress = -1;
  IN_WILL_BEGIN;
}
static void progress(const childplugin_child_t *child, bool appearing, double progress) {
  SELF;
  IN_PROGRESS;
  self->progresses += 1;
  self->last_progress = progress;
  self->host->invalidate(self->host);
}
static void did_end(const childplugin_child_t *child, bool appearing) {
  SELF;
  IN_DID_END;
  self->progresses = 0;
}

/* Input */
static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  SELF;
  self->events += 1;
  IN_KEY;
  uint64_t rows = row_count(self);
  if (key->code == CHILDPLUGIN_KEY_DOWN && self->selected + 1 < rows) self->selected += 1;
  else if (key->code == CHILDPLUGIN_KEY_UP && self->selected > 0) self->selected -= 1;
  else if (key->code == CHILDPLUGIN_KEY_ENTER && self->selected < rows)
    return self->host->perform(self->host, CHILDPLUGIN_ACTION_ACCEPT_ROW, (int64_t)self->selected);
  else return false;
  self->host->invalidate(self->host);
  return true;
}
static bool mouse(const childplugin_child_t *child, const childplugin_mouse_t *mouse) {
  SELF;
  self->events += 1;
  IN_MOUSE;
  return false;
}
static bool paste(const childplugin_child_t *child, childplugin_text_t text) {
  SELF;
  self->events += 1;
  IN_PASTE;
  self->typed_length = 0;
  for (uint64_t i = 0; i < text.length && self->typed_length < sizeof self->typed; i += 1)
    if (text.bytes[i] > 0x20 && text.bytes[i] < 0x7F)
      self->typed[self->typed_length++] = text.bytes[i];
  self->host->invalidate(self->host);
  return true;
}
static void received(const childplugin_child_t *child, childplugin_text_t from,
                     childplugin_text_t subject, childplugin_text_t body) {
  SELF;
  IN_RECEIVED;
  self->events += body.length > 0;
}
static void focus(const childplugin_child_t *child, bool focused) {
  SELF;
  self->events += 1;
  IN_FOCUS;
  self->is_focused = focused;
}

/* News */
static void changed(const childplugin_child_t *child) {
  SELF;
  self->events += 1;
  uint64_t rows = row_count(self);
  if (self->selected >= rows) self->selected = rows > 0 ? rows - 1 : 0;
  IN_CHANGED;
}
static void woke(const childplugin_child_t *child) {
  SELF;
  self->events += 1;
  IN_WOKE;
}
static void theme(const childplugin_child_t *child) {
  SELF;
  IN_THEME;
}
static void selection(const childplugin_child_t *child) {
  SELF;
  const childplugin_host_messages_t *messages =
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_MESSAGES));
  const childplugin_text_t row = {(const char *)&self->selected, sizeof self->selected};
  if (messages != NULL)
    messages->send(self->host, childplugin_text(""), childplugin_text("com.example.right.row/1"), row);
  IN_SELECTION;
}
static void view(const childplugin_child_t *child) {
  SELF;
  IN_VIEW;
}

static void ended(const childplugin_child_t *child, const childplugin_program_end_t *end) {
  SELF;
  IN_ENDED;
}

/* State: the number of the row in eight bytes */
static uint64_t fill(const void *bytes, uint64_t length, char *buffer, uint64_t capacity) {
  if (buffer != NULL) memcpy(buffer, bytes, length < capacity ? length : capacity);
  return length;
}
static uint64_t save(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  SELF;
  IN_SAVE;
  return fill(&self->selected, sizeof self->selected, buffer, capacity);
}
static bool restore(const childplugin_child_t *child, const char *bytes, uint64_t length) {
  SELF;
  IN_RESTORE;
  uint64_t selected;
  if (length != sizeof selected) return false;
  memcpy(&selected, bytes, sizeof selected);
  if (selected >= row_count(self)) return false;
  self->selected = selected;
  return true;
}

/* Words */
static uint32_t help_count(const childplugin_child_t *child) {
  SELF;
  IN_HELP_COUNT;
  return 1;
}
static bool help_item(const childplugin_child_t *child, uint32_t index,
                      childplugin_key_help_item_t *item) {
  SELF;
  IN_HELP_ITEM;
  if (index > 0) return false;
  item->key = childplugin_text("enter");
  item->action = childplugin_text("take");
  return true;
}
static uint64_t speak(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  SELF;
  IN_SPEAK;
  return fill("a list", 6, buffer, capacity);
}

static const childplugin_wake_t wake_table = {.size = sizeof wake_table, .woke = woke};
static const childplugin_theme_observer_t theme_table = {.size = sizeof theme_table, .changed = theme};
static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  SELF;
  IN_GET_EXTENSION;
  if (is(id, CHILDPLUGIN_EXTENSION_WAKE)) return &wake_table;
  if (is(id, CHILDPLUGIN_EXTENSION_THEME)) return &theme_table;
  OFFER(LAYOUT, layout, .insets = insets, .resized = resized)
  OFFER(TRANSITION, transition, .will_begin = will_begin, .progress = progress, .did_end = did_end)
  OFFER(INPUT, input, .key = key, .mouse = mouse, .paste = paste, .focus = focus)
  OFFER(CONTENT, content_observer, .changed = changed)
  OFFER(STATE, saved_state, .save = save, .restore = restore)
  OFFER(KEY_HELP, key_help, .count = help_count, .item = help_item)
  OFFER(ACCESSIBILITY, accessibility, .text = speak)
  OFFER(SELECTION, selection_observer, .changed = selection)
  OFFER(VIEW, view_observer, .changed = view)
  OFFER(MESSAGES, messages, .received = received)
  OFFER(RUN, run_observer, .ended = ended)
  return NULL;
}

/* The plugin */
static const childplugin_place_t places[] = {PLACES};
static childplugin_descriptor_t descriptors[] = {
    {.size = sizeof descriptors[0], .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
     .id = CHILDPLUGIN_TEXT("com.example.right"), .name = CHILDPLUGIN_TEXT("Right"),
     .vendor = CHILDPLUGIN_TEXT("Example"), .version = CHILDPLUGIN_TEXT("1.0.0"),
     .description = CHILDPLUGIN_TEXT("Shows which row is selected."), .places = places,
     .place_count = sizeof places / sizeof places[0], DESCRIPTOR},
    FURTHER_DESCRIPTORS};

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  IN_INIT;
  return true;
}
static void deinit(void) { IN_DEINIT; }
static uint32_t count(void) {
  IN_COUNT;
  return sizeof descriptors / sizeof descriptors[0];
}
static const childplugin_descriptor_t *descriptor(uint32_t index) {
  IN_DESCRIPTOR;
  return index < sizeof descriptors / sizeof descriptors[0] ? &descriptors[index] : NULL;
}
static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  IN_CREATE;
  if (!childplugin_text_equal(id, descriptors[0].id)) return NULL;
  struct right *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->host = host;
  self->table = (childplugin_child_t){
      .size = sizeof self->table, .destroy = destroy, .will_appear = will_appear,
      .did_appear = did_appear, .will_disappear = will_disappear, .did_disappear = did_disappear,
      .timing = timing, .draw = draw, .get_extension = get_extension};
  AFTER_CREATE;
  return &self->table;
}

/* The source */
static bool read_rows(const childplugin_reading_t *reading, childplugin_text_t id) {
  IN_READ;
  if (!childplugin_text_equal(id, childplugin_text("com.example.right.rows"))) {
    reading->fail(reading, childplugin_text("there is no such source"), childplugin_text(""));
    return false;
  }
  childplugin_text_t cells[] = {CHILDPLUGIN_TEXT("name"), CHILDPLUGIN_TEXT("size")};
  if (!reading->columns(reading, cells, 2)) return true;
  for (int i = 0; i < 100; i += 1) {
    IN_ROW;
    if (!reading->row(reading, cells, 2)) return true;
  }
  return true;
}

static childplugin_plugin_t plugin = {
    .size = sizeof plugin, .abi_major = CHILDPLUGIN_ABI_MAJOR, .abi_minor = CHILDPLUGIN_ABI_MINOR,
    .init = init, .deinit = deinit, .descriptor_count = count, .descriptor = descriptor,
    .create = create, .read = read_rows, PLUGIN};
ENTRY const childplugin_plugin_t *ENTRY_NAME(uint32_t major, uint32_t minor) {
  IN_ENTRY;
  return &plugin;
}
#endif
