/* It makes a new table at every call of its entry. */
/* fails: entry-is-stable */
#define IN_ENTRY \
  static int calls; \
  if (++calls > 1) { \
    childplugin_plugin_t *other = malloc(sizeof *other); \
    *other = plugin; \
    return other; \
  }
#include "right.c"
