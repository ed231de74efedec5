/* Its key leads to nearly the state that it presents. */
/* fails: descriptor-key-states */
#include <childplugin.h>
static const childplugin_default_key_t keys[] = {
    {.size = sizeof(childplugin_default_key_t), .key = CHILDPLUGIN_TEXT("v"),
     .state = CHILDPLUGIN_TEXT("detail")}};
#define PLACES \
  PLACE("content", 10), PLACE("loading", 10), PLACE("empty", 10), PLACE("error", 10), \
      PLACE("details", 10)
#define DESCRIPTOR .keys = keys, .key_count = 1
#include "right.c"
