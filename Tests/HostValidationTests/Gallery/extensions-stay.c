/* It makes a new table for every question. */
/* fails: extensions-stay leaks */
#define IN_GET_EXTENSION \
  if (is(id, CHILDPLUGIN_EXTENSION_THEME) && self->events > 0) { \
    childplugin_theme_observer_t *table = calloc(1, sizeof *table); \
    *table = theme_table; \
    return table; \
  }
#include "right.c"
