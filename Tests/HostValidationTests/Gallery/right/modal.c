/* It asks a question that must be answered first, and says so: it uses every key. */
#include <childplugin.h>
#define DESCRIPTOR .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS | CHILDPLUGIN_DESCRIPTOR_MODAL
#define IN_KEY \
  (void)key; \
  return true;
#define IN_HELP_COUNT return 0;
#define IN_HELP_ITEM return false;
#include "../right.c"
