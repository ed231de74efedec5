/* It wants one column less than it has. */
/* fails: settles-in-its-area */
#define IN_RESIZED \
  const childplugin_host_place_t *place = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_PLACE)); \
  if (place != NULL && columns > 1) { \
    place->claim(self->host, CHILDPLUGIN_EDGE_LEFT, CHILDPLUGIN_UNIT_CELLS, columns - 1, 0); \
  }
#include "right.c"
