/// What the plugins of simulated runs share: the entry of one with `COUNT` children from `FIRST` on, which the file that
/// includes this describes and creates.
#pragma once
#include <childplugin.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const childplugin_descriptor_t descriptors[];
static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id);

/// An extension of a child, by its id.
struct extension {
  const char *id;
  const void *table;
};

static const void *extension_of(const struct extension *offered, size_t count,
                                childplugin_text_t id) {
  for (size_t index = 0; index < count; index += 1)
    if (childplugin_text_equal(id, childplugin_text(offered[index].id))) return offered[index].table;
  return NULL;
}

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}
static void deinit(void) {}
static uint32_t count(void) { return COUNT; }
static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index < COUNT ? &descriptors[FIRST + index] : NULL;
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
