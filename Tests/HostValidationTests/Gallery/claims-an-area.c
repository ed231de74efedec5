/* It asks for more than there is of the surface. */
/* fails: claims-an-area older-host */
#define AFTER_CREATE \
  const childplugin_host_place_t *area = \
      host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_PLACE)); \
  area->claim(host, CHILDPLUGIN_EDGE_LEFT, CHILDPLUGIN_UNIT_PERCENT, 200, 0);
#include "right.c"
