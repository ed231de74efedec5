/* A source that delivers as many rows of eight cells as its argument says, each by itself. */
#include <stdio.h>
#include <stdlib.h>

#include "childplugin.h"

enum { COLUMNS = 8 };

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}

static void deinit(void) {}

static uint32_t count(void) { return 1; }

static const childplugin_descriptor_t described = {.size = sizeof described,
                                                   .flags = CHILDPLUGIN_DESCRIPTOR_SOURCE,
                                                   .id = CHILDPLUGIN_TEXT("org.example.rows"),
                                                   .name = CHILDPLUGIN_TEXT("Rows")};

static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &described : NULL;
}

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  (void)host;
  (void)id;
  return NULL;
}

static bool read_rows(const childplugin_reading_t *reading, childplugin_text_t id) {
  static char text[COLUMNS][16];
  childplugin_text_t cells[COLUMNS];
  (void)id;
  if (reading->argument.length == 0 || reading->argument.length > 15) return false;
  char argument[16] = "";
  for (uint64_t i = 0; i < reading->argument.length; i += 1) argument[i] = reading->argument.bytes[i];
  /* The cells are made once, for the time is to be that of the delivery. */
  for (int cell = 0; cell < COLUMNS; cell += 1) {
    int length = snprintf(text[cell], sizeof text[cell], "cell-%d", 10000 + cell * 7919);
    cells[cell] = (childplugin_text_t){text[cell], (uint64_t)length};
  }
  for (long row = atol(argument); row > 0; row -= 1)
    if (!reading->row(reading, cells, COLUMNS)) return true;
  return true;
}

static const childplugin_plugin_t plugin = {.size = sizeof plugin,
                                            .abi_major = CHILDPLUGIN_ABI_MAJOR,
                                            .abi_minor = CHILDPLUGIN_ABI_MINOR,
                                            .init = init,
                                            .deinit = deinit,
                                            .descriptor_count = count,
                                            .descriptor = descriptor,
                                            .create = create,
                                            .read = read_rows};

const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
  (void)major;
  (void)minor;
  return &plugin;
}
