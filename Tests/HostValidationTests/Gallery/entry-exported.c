/* It forgets to export its entry. */
/* fails: entry-exported */
#define _GNU_SOURCE
#include <childplugin.h>
const childplugin_plugin_t *another_entry(uint32_t major, uint32_t minor);
#define ENTRY_NAME another_entry
#include "right.c"
