/* One small child, compiled a thousand times with another id: -DID='"org.example.n1"'. */
#include <stdlib.h>

#include "childplugin.h"

static void destroy(const childplugin_child_t *child) { free((void *)child); }

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  (void)child;
  canvas->text(canvas, 0, 0, canvas->columns, childplugin_text(ID), NULL);
}

static const childplugin_descriptor_t small = {
    .size = sizeof small, .id = CHILDPLUGIN_TEXT(ID), .name = CHILDPLUGIN_TEXT("Small")};

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}

static void deinit(void) {}

static uint32_t count(void) { return 1; }

static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &small : NULL;
}

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  (void)host;
  if (!childplugin_text_equal(id, small.id)) return NULL;
  childplugin_child_t *child = calloc(1, sizeof *child);
  if (child == NULL) return NULL;
  child->size = sizeof *child;
  child->destroy = destroy;
  child->draw = draw;
  return child;
}

static const childplugin_plugin_t plugin = {.size = sizeof plugin,
                                            .abi_major = CHILDPLUGIN_ABI_MAJOR,
                                            .abi_minor = CHILDPLUGIN_ABI_MINOR,
                                            .init = init,
                                            .deinit = deinit,
                                            .descriptor_count = count,
                                            .descriptor = descriptor,
                                            .create = create};

const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
  (void)major;
  (void)minor;
  return &plugin;
}
