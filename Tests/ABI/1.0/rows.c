/* A list of the content's rows: with facts.c it uses every part of ABI 1.0. Built with the header
 * beside it and, as that, never changed: it stands for the plugins out there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "childplugin.h"

struct rows {
  childplugin_child_t table;
  const childplugin_host_t *host;
  uint64_t selected, generation;
  int32_t rows;
  const char *said;
  char typed[24];
  uint64_t typed_length;
  bool is_focused;
};

#define SELF struct rows *self = (struct rows *)child; (void)self

static childplugin_style_t style(uint32_t foreground, uint32_t background, uint32_t attributes) {
  childplugin_style_t style = {.size = sizeof style};
  style.foreground = foreground;
  style.background = background;
  style.attributes = attributes;
  return style;
}

static childplugin_content_t content_of(const struct rows *self) {
  childplugin_content_t content = {.size = sizeof content};
  if (!self->host->content(self->host, &content)) content.rows = 0;
  return content;
}

static void keep_in_range(struct rows *self) {
  uint64_t rows = content_of(self).rows;
  if (self->selected >= rows) self->selected = rows > 0 ? rows - 1 : 0;
}

static void move(struct rows *self, int64_t by) {
  uint64_t rows = content_of(self).rows;
  uint64_t last = rows > 0 ? rows - 1 : 0;
  if (by < 0 && (uint64_t)-by > self->selected) self->selected = 0;
  else if (by > 0 && rows - self->selected <= (uint64_t)by) self->selected = last;
  else self->selected += (uint64_t)by;
  self->host->invalidate(self->host);
}

/* Drawing */

static void draw_text(const struct rows *self, const childplugin_canvas_t *canvas, uint32_t which,
                      int32_t row, uint32_t role) {
  char text[200];
  uint64_t length = self->host->content_text(self->host, which, text, sizeof text);
  childplugin_style_t look = style(CHILDPLUGIN_COLOUR_ROLE(role), CHILDPLUGIN_COLOUR_NONE,
                                   CHILDPLUGIN_ATTRIBUTE_BOLD | CHILDPLUGIN_ATTRIBUTE_UNDERLINE);
  childplugin_text_t whole = {text, length < sizeof text ? length : sizeof text};
  canvas->text(canvas, 0, row, canvas->columns, whole, &look);
}

static int32_t column_width(const struct rows *self, uint32_t column, bool *is_right,
                            childplugin_text_t *name, char *room, uint64_t capacity) {
  childplugin_column_t info = {.size = sizeof info, .alignment = CHILDPLUGIN_ALIGNMENT_LEFT};
  uint64_t length = self->host->content_column(self->host, column, &info, room, capacity);
  *name = (childplugin_text_t){room, length < capacity ? length : capacity};
  *is_right = info.alignment == CHILDPLUGIN_ALIGNMENT_RIGHT;
  return info.width < 1 ? 1 : info.width > 40 ? 40 : info.width;
}

static void draw_cells(const struct rows *self, const childplugin_canvas_t *canvas, int32_t line,
                       uint64_t row, uint32_t columns, const childplugin_style_t *look) {
  char text[400], name[64];
  int32_t left = 0;
  uint32_t count = columns > 0 ? columns : 1;
  for (uint32_t column = 0; column < count && left < canvas->columns; column += 1) {
    childplugin_text_t title;
    bool is_right = false;
    int32_t width = columns == 0 ? canvas->columns
                                 : column_width(self, column, &is_right, &title, name, sizeof name);
    uint64_t length = self->host->content_cell(
        self->host, row, columns == 0 ? CHILDPLUGIN_WHOLE_ROW : column, text, sizeof text);
    childplugin_text_t cell = {text, length < sizeof text ? length : sizeof text};
    int32_t used = is_right ? self->host->text_columns(self->host, cell) : 0;
    int32_t start = is_right && used < width ? left + width - used : left;
    canvas->text(canvas, start, line, left + width - start, cell, look);
    left += width + 1;
  }
  childplugin_row_t info = {.size = sizeof info};
  if (self->host->content_row(self->host, row, &info) &&
      ((info.flags & CHILDPLUGIN_ROW_CUT) != 0 || info.length < info.full_length))
    canvas->text(canvas, canvas->columns - 1, line, 1, childplugin_text("+"), look);
}

static void draw_header(const struct rows *self, const childplugin_canvas_t *canvas,
                        uint32_t columns) {
  int32_t left = 0;
  char name[64];
  for (uint32_t column = 0; column < columns && left < canvas->columns; column += 1) {
    childplugin_text_t title;
    bool is_right;
    int32_t width = column_width(self, column, &is_right, &title, name, sizeof name);
    canvas->text(canvas, left, 1, width, title, NULL);
    left += width + 1;
  }
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  SELF;
  if (canvas->columns <= 0 || canvas->rows <= 0) return;
  childplugin_content_t content = content_of(self);
  draw_text(self, canvas, CHILDPLUGIN_CONTENT_TEXT_TITLE, 0, CHILDPLUGIN_ROLE_TITLE);
  draw_header(self, canvas, content.columns);
  int32_t room = canvas->rows - 3;
  uint64_t shown = (uint64_t)(room > 0 ? room : 1);
  uint64_t top = self->selected < shown ? 0 : self->selected - shown + 1;
  for (int32_t line = 0; line < room && top + (uint64_t)line < content.rows; line += 1) {
    uint64_t row = top + (uint64_t)line;
    bool is_selected = row == self->selected;
    childplugin_style_t look =
        is_selected ? style(CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_SELECTION_TEXT),
                            CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_SELECTION_BACKGROUND), 0)
                    : style(CHILDPLUGIN_COLOUR_DEFAULT, CHILDPLUGIN_COLOUR_NONE, 0);
    if (is_selected)
      canvas->fill(canvas, 0, line + 2, canvas->columns, 1, childplugin_text(NULL), &look);
    draw_cells(self, canvas, line + 2, row, content.columns, &look);
    if (is_selected && self->is_focused) canvas->cursor(canvas, 0, line + 2);
  }
  if (canvas->rows < 4) return;
  if (self->said != NULL) {
    childplugin_style_t look = style(CHILDPLUGIN_COLOUR_RGB(200, 180, 0), CHILDPLUGIN_COLOUR_NONE,
                                     CHILDPLUGIN_ATTRIBUTE_ITALIC);
    canvas->text(canvas, 0, canvas->rows - 1, canvas->columns, childplugin_text(self->said), &look);
  } else if (self->typed_length > 0) {
    childplugin_text_t typed = {self->typed, self->typed_length};
    canvas->text(canvas, 0, canvas->rows - 1, canvas->columns, typed, NULL);
  } else {
    draw_text(self, canvas, CHILDPLUGIN_CONTENT_TEXT_NOTICE, canvas->rows - 1,
              CHILDPLUGIN_ROLE_WARNING);
  }
}

/* Layout */

static void insets(const childplugin_child_t *child, childplugin_insets_t *insets) {
  (void)child;
  insets->top = 0;
  insets->right = 1;
  insets->bottom = 0;
  insets->left = 1;
}

static void resized(const childplugin_child_t *child, int32_t columns, int32_t rows) {
  SELF;
  (void)columns;
  self->rows = rows;
}

/* Input */

static const struct { uint32_t code; const char *name; } keys[] = {
    {CHILDPLUGIN_KEY_TAB, "tab"},       {CHILDPLUGIN_KEY_BACKSPACE, "backspace"},
    {CHILDPLUGIN_KEY_ESCAPE, "escape"}, {CHILDPLUGIN_KEY_LEFT, "left"},
    {CHILDPLUGIN_KEY_RIGHT, "right"},   {CHILDPLUGIN_KEY_INSERT, "insert"},
    {CHILDPLUGIN_KEY_DELETE, "delete"}, {CHILDPLUGIN_KEY_F1, "help"}};

static bool say(struct rows *self, const char *what) {
  self->said = what;
  self->host->invalidate(self->host);
  return true;
}

static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  SELF;
  if (key->modifiers == CHILDPLUGIN_MODIFIER_ALT && key->code == 'e')
    return self->host->request_state(self->host, childplugin_text("empty"), true);
  if (key->modifiers == CHILDPLUGIN_MODIFIER_CONTROL && key->code == 'r')
    return self->host->perform(self->host, CHILDPLUGIN_ACTION_RELOAD, 0);
  if (key->modifiers == (CHILDPLUGIN_MODIFIER_ALT | CHILDPLUGIN_MODIFIER_SHIFT) && key->code == 'Q')
    return self->host->perform(self->host, CHILDPLUGIN_ACTION_QUIT, 0);
  int64_t page = self->rows > 3 ? self->rows - 3 : 1;
  switch (key->code) {
    case CHILDPLUGIN_KEY_UP: move(self, -1); return true;
    case CHILDPLUGIN_KEY_DOWN: move(self, 1); return true;
    case CHILDPLUGIN_KEY_PAGE_UP: move(self, -page); return true;
    case CHILDPLUGIN_KEY_PAGE_DOWN: move(self, page); return true;
    case CHILDPLUGIN_KEY_HOME: move(self, INT64_MIN / 2); return true;
    case CHILDPLUGIN_KEY_END: move(self, INT64_MAX / 2); return true;
    case CHILDPLUGIN_KEY_ENTER:
      if (self->selected >= content_of(self).rows) return false;
      return self->host->perform(self->host, CHILDPLUGIN_ACTION_ACCEPT_ROW,
                                 (int64_t)self->selected);
  }
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i += 1)
    if (key->code == keys[i].code) return say(self, keys[i].name);
  if (key->text.length == 1 && key->text.bytes[0] == '?') return say(self, "no help");
  return false;
}

static bool mouse(const childplugin_child_t *child, const childplugin_mouse_t *mouse) {
  SELF;
  switch (mouse->kind) {
    case CHILDPLUGIN_MOUSE_WHEEL: move(self, mouse->wheel); return true;
    case CHILDPLUGIN_MOUSE_PRESS:
      if (mouse->button == CHILDPLUGIN_BUTTON_MIDDLE) return say(self, "middle");
      if (mouse->button == CHILDPLUGIN_BUTTON_RIGHT) return say(self, "right button");
      if (mouse->button != CHILDPLUGIN_BUTTON_LEFT || mouse->modifiers != 0) return false;
      if (mouse->row < 2 || mouse->column < 0) return false;
      self->selected = (uint64_t)(mouse->row - 2);
      keep_in_range(self);
      self->host->invalidate(self->host);
      return true;
    case CHILDPLUGIN_MOUSE_DRAG: return mouse->button != CHILDPLUGIN_BUTTON_NONE;
    case CHILDPLUGIN_MOUSE_RELEASE: return true;
  }
  return false;
}

static bool paste(const childplugin_child_t *child, childplugin_text_t text) {
  SELF;
  self->typed_length = 0;
  for (uint64_t i = 0; i < text.length && self->typed_length < sizeof self->typed; i += 1)
    if (text.bytes[i] > ' ' && text.bytes[i] < 0x7F)
      self->typed[self->typed_length++] = text.bytes[i];
  self->said = NULL;
  self->host->invalidate(self->host);
  return true;
}

static void focus(const childplugin_child_t *child, bool focused) {
  SELF;
  self->is_focused = focused;
  self->host->invalidate(self->host);
}

/* Content, saved state, words */

static void changed(const childplugin_child_t *child) {
  SELF;
  childplugin_content_t content = content_of(self);
  if (content.generation != self->generation) self->said = NULL;
  self->generation = content.generation;
  keep_in_range(self);
}

static uint64_t fill(const void *bytes, uint64_t length, char *buffer, uint64_t capacity) {
  if (buffer != NULL) memcpy(buffer, bytes, length < capacity ? length : capacity);
  return length;
}

static uint64_t save(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  SELF;
  return fill(&self->selected, sizeof self->selected, buffer, capacity);
}

static bool restore(const childplugin_child_t *child, const char *bytes, uint64_t length) {
  SELF;
  uint64_t selected;
  if (length != sizeof selected) return false;
  memcpy(&selected, bytes, sizeof selected);
  if (selected >= content_of(self).rows) return false;
  self->selected = selected;
  return true;
}

static uint32_t help_count(const childplugin_child_t *child) {
  SELF;
  return 2;
}

static bool help_item(const childplugin_child_t *child, uint32_t index,
                      childplugin_key_help_item_t *item) {
  SELF;
  if (index > 1) return false;
  item->key = childplugin_text(index == 0 ? "enter" : "M-e");
  item->action = childplugin_text(index == 0 ? "take" : "empty");
  return true;
}

static uint64_t speak(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  SELF;
  char line[80];
  int length = snprintf(line, sizeof line, "Row %llu of %llu",
                        (unsigned long long)self->selected + 1,
                        (unsigned long long)content_of(self).rows);
  return fill(line, (uint64_t)length, buffer, capacity);
}

static const childplugin_layout_t layout_table = {
    .size = sizeof layout_table, .insets = insets, .resized = resized};
static const childplugin_input_t input_table = {
    .size = sizeof input_table, .key = key, .mouse = mouse, .paste = paste, .focus = focus};
static const childplugin_content_observer_t content_table = {
    .size = sizeof content_table, .changed = changed};
static const childplugin_saved_state_t state_table = {
    .size = sizeof state_table, .save = save, .restore = restore};
static const childplugin_key_help_t help_table = {
    .size = sizeof help_table, .count = help_count, .item = help_item};
static const childplugin_accessibility_t words_table = {.size = sizeof words_table, .text = speak};

static bool is(childplugin_text_t id, const char *name) {
  return childplugin_text_equal(id, childplugin_text(name));
}

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  (void)child;
  if (is(id, CHILDPLUGIN_EXTENSION_LAYOUT)) return &layout_table;
  if (is(id, CHILDPLUGIN_EXTENSION_INPUT)) return &input_table;
  if (is(id, CHILDPLUGIN_EXTENSION_CONTENT)) return &content_table;
  if (is(id, CHILDPLUGIN_EXTENSION_STATE)) return &state_table;
  if (is(id, CHILDPLUGIN_EXTENSION_KEY_HELP)) return &help_table;
  if (is(id, CHILDPLUGIN_EXTENSION_ACCESSIBILITY)) return &words_table;
  return NULL;
}

/* The plugin */

static void destroy(const childplugin_child_t *child) { free((void *)child); }

static const childplugin_place_t places[] = {
    {.size = sizeof(childplugin_place_t), .place = 0, .flags = CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED,
     .state = CHILDPLUGIN_TEXT("content")}};
static const childplugin_descriptor_t descriptors[] = {
    {.size = sizeof descriptors[0], .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
     .id = CHILDPLUGIN_TEXT("org.example.abi.rows"), .name = CHILDPLUGIN_TEXT("Rows"),
     .vendor = CHILDPLUGIN_TEXT("Example"), .version = CHILDPLUGIN_TEXT("1.0.0"),
     .description = CHILDPLUGIN_TEXT("Lists the rows."), .places = places, .place_count = 1}};

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  if (path.length > 0) return true;
  *reason = childplugin_text("no path");
  return false;
}

static void deinit(void) {}

static uint32_t descriptor_count(void) { return 1; }

static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &descriptors[0] : NULL;
}

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  if (!childplugin_text_equal(id, descriptors[0].id)) return NULL;
  struct rows *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->host = host;
  self->table.size = sizeof self->table;
  self->table.destroy = destroy;
  self->table.draw = draw;
  self->table.get_extension = get_extension;
  return &self->table;
}

static const childplugin_plugin_t plugin = {
    .size = sizeof plugin, .abi_major = CHILDPLUGIN_ABI_MAJOR, .abi_minor = CHILDPLUGIN_ABI_MINOR,
    .init = init, .deinit = deinit, .descriptor_count = descriptor_count, .descriptor = descriptor,
    .create = create};

const childplugin_plugin_t *childplugin_entry(uint32_t host_abi_major, uint32_t host_abi_minor) {
  (void)host_abi_major;
  (void)host_abi_minor;
  return &plugin;
}
