/* It compares only the beginning of an extension. */
/* fails: unknown-extensions */
#define IN_GET_EXTENSION \
  if (id.length > strlen(CHILDPLUGIN_EXTENSION_WAKE)) { \
    childplugin_text_t start = {id.bytes, strlen(CHILDPLUGIN_EXTENSION_WAKE)}; \
    if (is(start, CHILDPLUGIN_EXTENSION_WAKE)) return &wake_table; \
  }
#include "right.c"
