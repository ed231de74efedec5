/* The styles of a row, and of a text: what ABI 1.2 added. Built with the header of 1.2 and, once that is released,
 * never changed: it stands for the plugins out there. */
#include <stdlib.h>

#include "childplugin.h"

struct styles {
  childplugin_child_t table;
  const childplugin_host_t *host;
  const childplugin_host_styles_t *styles; /* NULL in a host of ABI 1.1 */
};

static void destroy(const childplugin_child_t *child) { free((void *)child); }

/* The first row, each run in its style, or where it has none as it is. */
static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  const struct styles *self = (const struct styles *)child;
  char row[256];
  childplugin_style_run_t runs[16];
  uint64_t length =
      self->host->content_cell(self->host, 0, CHILDPLUGIN_WHOLE_ROW, row, sizeof row);
  if (length > sizeof row) length = sizeof row;
  uint64_t count = self->styles == NULL ? 0
                                        : self->styles->of_cell(self->host, 0,
                                                                CHILDPLUGIN_WHOLE_ROW, runs, 16);
  if (count == 0) {
    childplugin_text_t text = {row, length};
    canvas->text(canvas, 0, 0, canvas->columns, text, NULL);
  }
  int32_t column = 0;
  for (uint64_t i = 0; i < count && i < 16 && runs[i].bytes.end <= length; i += 1) {
    childplugin_text_t text = {row + runs[i].bytes.start, runs[i].bytes.end - runs[i].bytes.start};
    childplugin_style_t style = {.size = sizeof style,
                                 .attributes = runs[i].attributes,
                                 .foreground = runs[i].foreground,
                                 .background = runs[i].background,
                                 .underline = runs[i].underline,
                                 .underline_colour = runs[i].underline_colour};
    column += canvas->text(canvas, column, 0, canvas->columns - column, text, &style);
  }
}

static void changed(const childplugin_child_t *child) {
  const struct styles *self = (const struct styles *)child;
  self->host->invalidate(self->host);
}

static const childplugin_content_observer_t observer = {.size = sizeof observer, .changed = changed};

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  (void)child;
  return childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_CONTENT)) ? &observer : NULL;
}

static const childplugin_place_t places[] = {{.size = sizeof places[0],
                                              .place = 5,
                                              .state = CHILDPLUGIN_TEXT("styles")}};
static const childplugin_descriptor_t styles = {
    .size = sizeof styles, .id = CHILDPLUGIN_TEXT("org.example.abi.styles"),
    .name = CHILDPLUGIN_TEXT("Styles"), .vendor = CHILDPLUGIN_TEXT("Example"),
    .version = CHILDPLUGIN_TEXT("1.0.0"),
    .description = CHILDPLUGIN_TEXT("The first row in its colours."),
    .places = places, .place_count = 1};

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}
static void deinit(void) {}
static uint32_t descriptor_count(void) { return 1; }
static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &styles : NULL;
}

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  if (!childplugin_text_equal(id, styles.id)) return NULL;
  struct styles *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->host = host;
  self->styles = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_STYLES));
  self->table = (childplugin_child_t){.size = sizeof self->table,
                                      .destroy = destroy,
                                      .draw = draw,
                                      .get_extension = get_extension};
  return &self->table;
}

static const childplugin_plugin_t plugin = {
    .size = sizeof plugin, .abi_major = CHILDPLUGIN_ABI_MAJOR, .abi_minor = CHILDPLUGIN_ABI_MINOR,
    .init = init, .deinit = deinit, .descriptor_count = descriptor_count,
    .descriptor = descriptor, .create = create};

CHILDPLUGIN_EXPORT const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
  (void)minor;
  return major == CHILDPLUGIN_ABI_MAJOR ? &plugin : NULL;
}
