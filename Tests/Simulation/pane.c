/// A pane that shows the row that the user is on, as another child than the list: its first line is the text of that
/// row, or `nothing`. It draws anew whenever the selection or the content has changed, and knows no more than these.

#include <childplugin.h>
#include <stdlib.h>
#include <string.h>

struct pane {
  childplugin_child_t table;
  const childplugin_host_t *host;
};

static struct pane *of(const childplugin_child_t *child) { return (struct pane *)child; }

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  const childplugin_host_t *host = of(child)->host;
  const childplugin_host_selection_t *selection =
      host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_SELECTION));
  char line[256] = "nothing";
  uint64_t length = strlen(line);
  uint64_t row = selection->row(host);
  if (row != CHILDPLUGIN_NO_ROW)
    length = host->content_cell(host, row, CHILDPLUGIN_WHOLE_ROW, line, sizeof line);
  canvas->text(canvas, 0, 0, canvas->columns,
               (childplugin_text_t){line, length < sizeof line ? length : sizeof line}, NULL);
}

static void changed(const childplugin_child_t *child) {
  of(child)->host->invalidate(of(child)->host);
}

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  static const childplugin_selection_observer_t selection = {.size = sizeof selection,
                                                             .changed = changed};
  static const childplugin_content_observer_t content = {.size = sizeof content,
                                                         .changed = changed};
  (void)child;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_SELECTION)))
    return &selection;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_CONTENT))) return &content;
  return NULL;
}

static void destroy(const childplugin_child_t *child) { free(of(child)); }
static void appear(const childplugin_child_t *child, bool animated) {
  (void)child;
  (void)animated;
}

static const childplugin_descriptor_t the_descriptor = {
    .size = sizeof(childplugin_descriptor_t), .version = CHILDPLUGIN_TEXT("1.0.0"),
    .id = CHILDPLUGIN_TEXT("sim.pane"), .name = CHILDPLUGIN_TEXT("pane")};

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  (void)id;
  struct pane *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->host = host;
  self->table = (childplugin_child_t){
      .size = sizeof self->table, .destroy = destroy, .will_appear = appear, .did_appear = appear,
      .will_disappear = appear, .did_disappear = appear, .draw = draw,
      .get_extension = get_extension};
  return &self->table;
}

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}
static void deinit(void) {}
static uint32_t count(void) { return 1; }
static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &the_descriptor : NULL;
}
static const childplugin_plugin_t plugin = {
    .size = sizeof plugin, .abi_major = CHILDPLUGIN_ABI_MAJOR, .abi_minor = CHILDPLUGIN_ABI_MINOR,
    .init = init, .deinit = deinit, .descriptor_count = count, .descriptor = descriptor,
    .create = create};

const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
  (void)major;
  (void)minor;
  return &plugin;
}
