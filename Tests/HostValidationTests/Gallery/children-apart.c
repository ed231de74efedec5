/* It keeps one text for all its children. */
/* fails: children-apart */
static char shared[8];
#define IN_PASTE memcpy(shared, "pasted", 6);
#define IN_DRAW \
  if (canvas->rows > 1) canvas->text(canvas, 0, 1, canvas->columns, childplugin_text(shared), \
      NULL);
#include "right.c"
