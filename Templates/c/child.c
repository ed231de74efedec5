/* @name@: a child of StateHost, in C. include/childplugin.h is the whole contract. */
/* SPDX-License-Identifier: 0BSD (what is from the template: make of it what you like) */
#include <childplugin.h>
#include <stdio.h>
#include <stdlib.h>

#define TEXT_BYTES 512
#define MOST_ROWS 256

/* One child: the table that the host reads, and the child's own fields. */
typedef struct panel {
  childplugin_child_t table;
  const childplugin_host_t *host;
  const childplugin_host_view_t *view; /* the rows as shown; NULL in a host before 1.1 */
  bool is_numbered;
} panel_t;

static uint64_t row_count(const panel_t *panel) {
  childplugin_view_t view = {.size = sizeof view};
  if (panel->view != NULL) return panel->view->info(panel->host, &view) ? view.rows : 0;
  childplugin_content_t content = {.size = sizeof content};
  return panel->host->content(panel->host, &content) ? content.rows : 0;
}

/* Reads the numbers of the first rows to show. */
static uint64_t read_rows(const panel_t *panel, uint64_t *rows, uint64_t capacity) {
  if (panel->view != NULL) return panel->view->rows(panel->host, 0, rows, capacity);
  uint64_t count = 0;
  for (const uint64_t all = row_count(panel); count < capacity && count < all; count += 1)
    rows[count] = count;
  return count;
}

static int summary(const panel_t *panel, char *text, size_t capacity) {
  return snprintf(text, capacity, "@name@: %llu rows", (unsigned long long)row_count(panel));
}

/* Draws the whole child; called when the content, the view or the size has changed. */
static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  const panel_t *panel = child->data;
  const childplugin_style_t title = {.size = sizeof title,
                                     .attributes = CHILDPLUGIN_ATTRIBUTE_BOLD,
                                     .foreground = CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_TITLE)};
  char text[TEXT_BYTES];
  summary(panel, text, sizeof text);
  canvas->text(canvas, 1, 0, canvas->columns - 1, childplugin_text(text), &title);

  uint64_t rows[MOST_ROWS];
  const int32_t count = (int32_t)read_rows(panel, rows, MOST_ROWS);
  for (int32_t row = 0; row < canvas->rows - 2 && row < count; row += 1) {
    uint64_t length = panel->host->content_cell(panel->host, rows[row], CHILDPLUGIN_WHOLE_ROW, text,
                                                sizeof text);
    childplugin_text_t line = {text, length < sizeof text ? length : sizeof text};
    char number[16];
    snprintf(number, sizeof number, "%5d ", (int)row + 1);
    int32_t column = 1;
    if (panel->is_numbered)
      column += canvas->text(canvas, column, row + 2, 6, childplugin_text(number), NULL);
    canvas->text(canvas, column, row + 2, canvas->columns - column, line, NULL);
  }
}

/* The timing of its transition. Without this function: a fade of 350 ms. */
static void timing(const childplugin_child_t *child, bool appearing, childplugin_timing_t *timing) {
  (void)child;
  timing->duration_nanoseconds = 200 * 1000 * 1000;
  timing->effect = appearing ? CHILDPLUGIN_EFFECT_SLIDE_UP : CHILDPLUGIN_EFFECT_FADE;
}

/* A text of what it shows, for --plain and for screen readers. */
static uint64_t words(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  char text[TEXT_BYTES];
  const int length = summary(child->data, text, sizeof text);
  if (length < 0) return 0;
  for (uint64_t i = 0; i < capacity && i < (uint64_t)length; i += 1) buffer[i] = text[i];
  return (uint64_t)length;
}

static const childplugin_accessibility_t accessibility = {.size = sizeof accessibility,
                                                          .text = words};

/* Handles a key while the child is in front; an unused key goes on to other children. */
static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  panel_t *panel = child->data;
  if (key->code != 'n' || key->modifiers != 0) return false;
  panel->is_numbered = !panel->is_numbered;
  panel->host->invalidate(panel->host);
  return true;
}

static const childplugin_input_t input = {.size = sizeof input, .key = key};

/* The keys that work now, for the host's help. */
static uint32_t help_count(const childplugin_child_t *child) {
  (void)child;
  return 1;
}

static bool help_item(
    const childplugin_child_t *child, uint32_t index, childplugin_key_help_item_t *item) {
  const panel_t *panel = child->data;
  if (index != 0) return false;
  item->key = childplugin_text("n");
  item->action = childplugin_text(panel->is_numbered ? "no numbers" : "numbers");
  return true;
}

static const childplugin_key_help_t key_help = {
    .size = sizeof key_help, .count = help_count, .item = help_item};

/* The user has filtered or sorted the rows; the host draws the child after it. */
static void view_changed(const childplugin_child_t *child) { (void)child; }

static const childplugin_view_observer_t view_observer = {
    .size = sizeof view_observer, .changed = view_changed};

/* The host finds optional tables by id: add those of other extensions here. */
static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  (void)child;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_INPUT))) return &input;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_KEY_HELP))) return &key_help;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_ACCESSIBILITY)))
    return &accessibility;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_VIEW)))
    return &view_observer;
  return NULL;
}

static void destroy(const childplugin_child_t *child) { free(child->data); }

/* The states it presents. Without the flag it is above the bundled child. */
#define PLACE(name)                                                         \
  {                                                                         \
      .size = sizeof(childplugin_place_t),                                  \
      .flags = CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED,                        \
      .state = CHILDPLUGIN_TEXT(name),                                      \
  }
static const childplugin_place_t places[] = {
    PLACE("@state@"),
};

static const childplugin_descriptor_t descriptor_of_panel = {
    .size = sizeof descriptor_of_panel,
    .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
    .id = CHILDPLUGIN_TEXT("@id@"),
    .name = CHILDPLUGIN_TEXT("@name@"),
    .version = CHILDPLUGIN_TEXT("0.1.0"),
    .description = CHILDPLUGIN_TEXT("Shows how many rows there are, and the first of them."),
    .places = places,
    .place_count = sizeof places / sizeof places[0]};

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}

static void deinit(void) {}

static uint32_t descriptor_count(void) { return 1; }

static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &descriptor_of_panel : NULL;
}

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  if (!childplugin_text_equal(id, descriptor_of_panel.id)) return NULL;
  panel_t *panel = calloc(1, sizeof *panel);
  if (panel == NULL) return NULL;
  panel->host = host;
  panel->view = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW));
  panel->table = (childplugin_child_t){.size = sizeof panel->table,
                                       .data = panel,
                                       .destroy = destroy,
                                       .timing = timing,
                                       .draw = draw,
                                       .get_extension = get_extension};
  return &panel->table;
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
