/* Its strip needs more columns than terminals have. */
/* fails: descriptor-docks-fit */
#define PLACES \
  {.size = sizeof(childplugin_place_t), .place = 10, .state = CHILDPLUGIN_TEXT("content"), \
   .edge = CHILDPLUGIN_EDGE_LEFT, .unit = CHILDPLUGIN_UNIT_CELLS, .extent = 30, .minimum = 3000}
#include "right.c"
