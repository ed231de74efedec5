/* It has a theme extension without its function. */
/* fails: extension-tables */
#define IN_GET_EXTENSION \
  static const childplugin_theme_observer_t none = {.size = sizeof none}; \
  if (is(id, CHILDPLUGIN_EXTENSION_THEME)) return &none;
#include "right.c"
