/* What it needs, and whether it has it: with 1.0's rows.c and facts.c it uses every part of ABI 1.1. Built
 * with the header beside it and, as that, never changed: it stands for the plugins out there. */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "childplugin.h"

struct needs {
  childplugin_child_t table;
  bool reads;
};

static void destroy(const childplugin_child_t *child) { free((void *)child); }

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  const struct needs *self = (const struct needs *)child;
  canvas->text(canvas, 0, 0, canvas->columns,
               childplugin_text(self->reads ? "reads files" : "reads no files"), NULL);
}

static const childplugin_place_t places[] = {{.size = sizeof places[0],
                                              .place = 5,
                                              .state = CHILDPLUGIN_TEXT("needs")}};
static const childplugin_text_t needed[] = {
    CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_NETWORK), CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_FILES_READ),
    CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_RUN)};
static const childplugin_descriptor_t needs = {
    .size = sizeof needs, .id = CHILDPLUGIN_TEXT("org.example.abi.needs"),
    .name = CHILDPLUGIN_TEXT("Needs"), .vendor = CHILDPLUGIN_TEXT("Example"),
    .version = CHILDPLUGIN_TEXT("1.0.0"),
    .description = CHILDPLUGIN_TEXT("Says whether it can read the user's files."),
    .places = places, .place_count = 1,
    .needs = needed, .need_count = sizeof needed / sizeof needed[0]};

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}

static void deinit(void) {}

static uint32_t descriptor_count(void) { return 1; }

static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &needs : NULL;
}

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  (void)host;
  if (!childplugin_text_equal(id, needs.id)) return NULL;
  struct needs *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  int file = open("/etc/passwd", O_RDONLY);
  self->reads = file >= 0;
  if (file >= 0) close(file);
  self->table.size = sizeof self->table;
  self->table.destroy = destroy;
  self->table.draw = draw;
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
