/* The plugin around one child: a file that includes this defines `described`, who the child is, and `table`,
 * what it does but for being freed. */
#include <stdio.h>
#include <stdlib.h>

#include "childplugin.h"

static const childplugin_descriptor_t described;
static const childplugin_child_t table;

struct one_child {
  childplugin_child_t table;
  const childplugin_host_t *host;
};

static inline const childplugin_host_t *host_of(const childplugin_child_t *child) {
  return ((const struct one_child *)child)->host;
}

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}

static void deinit(void) {}

static uint32_t count(void) { return 1; }

static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &described : NULL;
}

static void destroy(const childplugin_child_t *child) { free((void *)child); }

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  if (!childplugin_text_equal(id, described.id)) return NULL;
  struct one_child *child = malloc(sizeof *child);
  if (child == NULL) return NULL;
  *child = (struct one_child){.table = table, .host = host};
  child->table.size = sizeof child->table;
  child->table.destroy = destroy;
  return &child->table;
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
