/* It changes its name when it has been asked twice. */
/* fails: descriptors-stable */
#define IN_DESCRIPTOR \
  static int calls; \
  if (++calls > 2) descriptors[0].name = childplugin_text("Other");
#include "right.c"
