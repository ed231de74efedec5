/* SPDX-License-Identifier: 0BSD (make of it what you like) */
/*
 * The bytes of the cursor's row, below the rows: offset, hexadecimal and text, and on a key
 * the bytes that differ from the row above it in the view.
 *
 * It shows how to follow the shared selection, the view's order of rows, and bytes that are read
 * when the row changes and never while drawing.
 */
#include <childplugin.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The host's limit for a row. */
#define ROW_BYTES (UINT64_C(1) << 20)

typedef struct bytes {
  unsigned char *bytes; /* `length` of them; owned */
  uint64_t length;
} bytes_t;

typedef struct hexview {
  childplugin_child_t table;
  const childplugin_host_t *host;
  const childplugin_host_selection_t *selection; /* NULL in a host before 1.1 */
  const childplugin_host_view_t *view;           /* the same */
  uint64_t row; /* the row of these bytes, or CHILDPLUGIN_NO_ROW */
  bytes_t now;
  bytes_t above;
  bool has_above;
  bool marks_differences;
  uint64_t top;     /* the first visible line */
  uint64_t in_line; /* bytes in a line */
  uint64_t lines;   /* the number that fits */
} hexview_t;

/* ------------------------------------------------------------------------------------- the bytes */

static void forget(bytes_t *bytes) {
  free(bytes->bytes);
  *bytes = (bytes_t){NULL, 0};
}

/* Reads a whole row; nothing without enough memory. */
static bytes_t read_row(const childplugin_host_t *host, uint64_t row) {
  childplugin_row_t info = {.size = sizeof info};
  if (!host->content_row(host, row, &info) || info.length == 0) return (bytes_t){NULL, 0};
  const uint64_t room = info.length < ROW_BYTES ? info.length : ROW_BYTES;
  unsigned char *bytes = malloc(room);
  if (bytes == NULL) return (bytes_t){NULL, 0};
  const uint64_t length =
      host->content_cell(host, row, CHILDPLUGIN_WHOLE_ROW, (char *)bytes, room);
  return (bytes_t){bytes, length < room ? length : room};
}

/* The row above another in the view, or CHILDPLUGIN_NO_ROW. */
static uint64_t row_above(const hexview_t *self, uint64_t row) {
  if (self->view == NULL) return row - 1; /* for row 0: CHILDPLUGIN_NO_ROW */
  const uint64_t place = self->view->place(self->host, row);
  uint64_t above = CHILDPLUGIN_NO_ROW;
  if (place == CHILDPLUGIN_NO_ROW || place == 0) return CHILDPLUGIN_NO_ROW;
  if (self->view->rows(self->host, place - 1, &above, 1) == 0) return CHILDPLUGIN_NO_ROW;
  return above;
}

/* Reads the cursor's row, and the one above it. */
static void read_rows(hexview_t *self) {
  const uint64_t row =
      self->selection == NULL ? 0 : self->selection->row(self->host);
  forget(&self->now);
  forget(&self->above);
  self->has_above = false;
  if (row != self->row) self->top = 0;
  self->row = row;
  if (row == CHILDPLUGIN_NO_ROW) return;
  self->now = read_row(self->host, row);
  const uint64_t above = self->marks_differences ? row_above(self, row) : CHILDPLUGIN_NO_ROW;
  if (above == CHILDPLUGIN_NO_ROW) return;
  self->above = read_row(self->host, above);
  self->has_above = true;
}

static bool differs(const hexview_t *self, uint64_t place) {
  if (!self->has_above) return false;
  return place >= self->above.length || self->above.bytes[place] != self->now.bytes[place];
}

static uint64_t difference_count(const hexview_t *self) {
  uint64_t count = 0;
  for (uint64_t i = 0; i < self->now.length; i += 1) count += differs(self, i);
  return count;
}

static uint64_t line_count(const hexview_t *self) {
  return (self->now.length + self->in_line - 1) / self->in_line;
}

static uint64_t last_top(const hexview_t *self) {
  const uint64_t lines = line_count(self);
  return lines > self->lines ? lines - self->lines : 0;
}

/* --------------------------------------------------------------------------------------- drawing */

static childplugin_style_t style(uint32_t role, uint32_t attributes) {
  /* An opaque background covers the layers below. */
  return (childplugin_style_t){.size = sizeof(childplugin_style_t),
                               .attributes = attributes,
                               .foreground = CHILDPLUGIN_COLOUR_ROLE(role),
                               .background = CHILDPLUGIN_COLOUR_DEFAULT};
}

/* "row 3: 17 bytes, 4 differ from the row above" */
static void describe(const hexview_t *self, char *text, size_t capacity) {
  if (self->row == CHILDPLUGIN_NO_ROW) {
    snprintf(text, capacity, "no row");
  } else if (self->has_above) {
    snprintf(text, capacity, "row %" PRIu64 ": %" PRIu64 " bytes, %" PRIu64 " differ from the row above",
             self->row + 1, self->now.length, difference_count(self));
  } else {
    snprintf(text, capacity, "row %" PRIu64 ": %" PRIu64 " bytes", self->row + 1, self->now.length);
  }
}

static void draw_line(const hexview_t *self, const childplugin_canvas_t *canvas, int32_t row,
                      uint64_t start) {
  static const char digits[] = "0123456789abcdef";
  const childplugin_style_t offset = style(CHILDPLUGIN_ROLE_MUTED, 0);
  const childplugin_style_t plain = style(CHILDPLUGIN_ROLE_TEXT, 0);
  const childplugin_style_t other = style(CHILDPLUGIN_ROLE_WARNING, CHILDPLUGIN_ATTRIBUTE_BOLD);
  char text[16];
  snprintf(text, sizeof text, "%06" PRIx64, start);
  canvas->text(canvas, 1, row, canvas->columns - 1, childplugin_text(text), &offset);
  const int32_t characters = 9 + (int32_t)self->in_line * 3 + 1;
  for (uint64_t i = 0; i < self->in_line && start + i < self->now.length; i += 1) {
    const unsigned char byte = self->now.bytes[start + i];
    const childplugin_style_t *look = differs(self, start + i) ? &other : &plain;
    const char hexadecimal[2] = {digits[byte >> 4], digits[byte & 15]};
    if (characters + (int32_t)i >= canvas->columns) return;
    const char character = byte >= 0x20 && byte < 0x7F ? (char)byte : '.';
    canvas->text(canvas, 9 + (int32_t)i * 3, row, 2, (childplugin_text_t){hexadecimal, 2}, look);
    canvas->text(canvas, characters + (int32_t)i, row, 1, (childplugin_text_t){&character, 1}, look);
  }
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  const hexview_t *self = child->data;
  const childplugin_style_t plain = style(CHILDPLUGIN_ROLE_TEXT, 0);
  const childplugin_style_t border = style(CHILDPLUGIN_ROLE_BORDER, 0);
  const childplugin_style_t title = style(CHILDPLUGIN_ROLE_TITLE, CHILDPLUGIN_ATTRIBUTE_BOLD);
  childplugin_terminal_t terminal = {.size = sizeof terminal};
  self->host->terminal(self->host, &terminal);
  const bool has_utf8 = (terminal.flags & CHILDPLUGIN_TERMINAL_UTF8) != 0;
  char text[128] = " ";
  describe(self, text + 1, sizeof text - 2);
  text[strlen(text)] = ' ';
  canvas->fill(canvas, 0, 0, canvas->columns, canvas->rows, childplugin_text(" "), &plain);
  canvas->fill(canvas, 0, 0, canvas->columns, 1, childplugin_text(has_utf8 ? "─" : "-"), &border);
  canvas->text(canvas, 1, 0, canvas->columns - 2, childplugin_text(text), &title);
  for (int32_t row = 1; row < canvas->rows; row += 1) {
    const uint64_t line = self->top + (uint64_t)row - 1;
    if (line >= line_count(self)) break;
    draw_line(self, canvas, row, line * self->in_line);
  }
}

/* ----------------------------------------------------------------------------------------- layout */

/* As many bytes in a line as fit: four columns each, 2, 4, 8, 16 or 32 of them. */
static void resized(const childplugin_child_t *child, int32_t columns, int32_t rows) {
  hexview_t *self = child->data;
  const uint64_t first = self->top * self->in_line;
  self->in_line = 2;
  while (self->in_line < 32 && 11 + (int32_t)self->in_line * 8 <= columns) self->in_line *= 2;
  self->lines = rows > 1 ? (uint64_t)rows - 1 : 1;
  self->top = first / self->in_line;
}
static const childplugin_layout_t layout = {.size = sizeof layout, .resized = resized};

/* ------------------------------------------------------------------------- what others have changed */

static void will_appear(const childplugin_child_t *child, bool animated) {
  (void)animated;
  read_rows(child->data);
}

static void changed(const childplugin_child_t *child) { read_rows(child->data); }

static const childplugin_selection_observer_t on_selection = {
    .size = sizeof on_selection, .changed = changed};
static const childplugin_content_observer_t on_content = {
    .size = sizeof on_content, .changed = changed};
/* Another row may be above it. */
static const childplugin_view_observer_t on_view = {.size = sizeof on_view, .changed = changed};

/* ------------------------------------------------------------------------------------------- keys */

/* Keys that a list does not use; an unused key goes on to it. */
static const struct {
  const char *key;
  const char *action;
} keys[] = {{"[ ]", "scroll"}, {"{ }", "page"}, {"x", "differences"}};

static void scroll(hexview_t *self, bool up, uint64_t lines) {
  const uint64_t last = last_top(self);
  if (up) {
    self->top -= lines < self->top ? lines : self->top;
  } else {
    self->top = lines < last - (self->top < last ? self->top : last) ? self->top + lines : last;
  }
}

static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  hexview_t *self = child->data;
  if (key->modifiers != 0) return false;
  switch (key->code) {
    case '[': scroll(self, true, 1); break;
    case ']': scroll(self, false, 1); break;
    case '{': scroll(self, true, self->lines); break;
    case '}': scroll(self, false, self->lines); break;
    case 'x':
      self->marks_differences = !self->marks_differences;
      read_rows(self);
      break;
    default: return false;
  }
  self->host->invalidate(self->host);
  return true;
}

static bool mouse(const childplugin_child_t *child, const childplugin_mouse_t *mouse) {
  hexview_t *self = child->data;
  if (mouse->kind != CHILDPLUGIN_MOUSE_WHEEL || mouse->wheel == 0) return false;
  const int64_t lines = mouse->wheel;
  scroll(self, lines < 0, (uint64_t)(lines < 0 ? -lines : lines));
  self->host->invalidate(self->host);
  return true;
}
static const childplugin_input_t input = {.size = sizeof input, .key = key, .mouse = mouse};

static uint32_t key_count(const childplugin_child_t *child) {
  (void)child;
  return sizeof keys / sizeof keys[0];
}

static bool key_item(const childplugin_child_t *child, uint32_t index,
                     childplugin_key_help_item_t *item) {
  if (index >= key_count(child)) return false;
  item->key = childplugin_text(keys[index].key);
  item->action = childplugin_text(keys[index].action);
  return true;
}
static const childplugin_key_help_t key_help = {
    .size = sizeof key_help, .count = key_count, .item = key_item};

/* -------------------------------------------------------------------------------- state and words */

static uint64_t save(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  const hexview_t *self = child->data;
  if (capacity > 0) buffer[0] = self->marks_differences ? 'x' : '-';
  return 1;
}

static bool restore(const childplugin_child_t *child, const char *bytes, uint64_t length) {
  hexview_t *self = child->data;
  if (length != 1 || (bytes[0] != 'x' && bytes[0] != '-')) return false;
  self->marks_differences = bytes[0] == 'x';
  return true;
}
static const childplugin_saved_state_t state = {
    .size = sizeof state, .save = save, .restore = restore};

static uint64_t words(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  char text[128];
  describe(child->data, text, sizeof text);
  const uint64_t length = strlen(text);
  if (capacity > 0) memcpy(buffer, text, length < capacity ? length : capacity);
  return length;
}
static const childplugin_accessibility_t accessibility = {
    .size = sizeof accessibility, .text = words};

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  static const struct {
    const char *id;
    const void *table;
  } tables[] = {{CHILDPLUGIN_EXTENSION_LAYOUT, &layout},
                {CHILDPLUGIN_EXTENSION_SELECTION, &on_selection},
                {CHILDPLUGIN_EXTENSION_CONTENT, &on_content},
                {CHILDPLUGIN_EXTENSION_VIEW, &on_view},
                {CHILDPLUGIN_EXTENSION_INPUT, &input},
                {CHILDPLUGIN_EXTENSION_KEY_HELP, &key_help},
                {CHILDPLUGIN_EXTENSION_STATE, &state},
                {CHILDPLUGIN_EXTENSION_ACCESSIBILITY, &accessibility}};
  (void)child;
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i += 1) {
    if (childplugin_text_equal(id, childplugin_text(tables[i].id))) return tables[i].table;
  }
  return NULL;
}

/* ------------------------------------------------------------------------------------- the plugin */

/* It docks below the rows. */
static const childplugin_place_t places[] = {{.size = sizeof(childplugin_place_t),
                                              .place = 10,
                                              .state = CHILDPLUGIN_TEXT("content"),
                                              .edge = CHILDPLUGIN_EDGE_BOTTOM,
                                              .unit = CHILDPLUGIN_UNIT_PERCENT,
                                              .extent = 50,
                                              .minimum = 3}};

static const childplugin_descriptor_t description = {
    .size = sizeof description,
    .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
    .id = CHILDPLUGIN_TEXT("com.example.hexview"),
    .name = CHILDPLUGIN_TEXT("Bytes"),
    .vendor = CHILDPLUGIN_TEXT("StateHost"),
    .version = CHILDPLUGIN_TEXT("1.0.0"),
    .description = CHILDPLUGIN_TEXT("The bytes of the row that the user is on."),
    .places = places,
    .place_count = 1};

static void destroy(const childplugin_child_t *child) {
  hexview_t *self = child->data;
  forget(&self->now);
  forget(&self->above);
  free(self);
}

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  if (!childplugin_text_equal(id, description.id)) return NULL;
  hexview_t *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->host = host;
  self->selection = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_SELECTION));
  self->view = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW));
  self->row = CHILDPLUGIN_NO_ROW;
  self->in_line = 16;
  self->lines = 1;
  self->table = (childplugin_child_t){.size = sizeof self->table,
                                      .data = self,
                                      .destroy = destroy,
                                      .will_appear = will_appear,
                                      .draw = draw,
                                      .get_extension = get_extension};
  return &self->table;
}

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}

static void deinit(void) {}

static uint32_t descriptor_count(void) { return 1; }

static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &description : NULL;
}

static const childplugin_plugin_t plugin = {.size = sizeof plugin,
                                            .abi_major = CHILDPLUGIN_ABI_MAJOR,
                                            .abi_minor = CHILDPLUGIN_ABI_MINOR,
                                            .init = init,
                                            .deinit = deinit,
                                            .descriptor_count = descriptor_count,
                                            .descriptor = descriptor,
                                            .create = create};

const childplugin_plugin_t *childplugin_entry(uint32_t host_major, uint32_t host_minor) {
  (void)host_major;
  (void)host_minor;
  return &plugin;
}
