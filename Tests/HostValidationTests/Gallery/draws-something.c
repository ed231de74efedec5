/* It draws white space. */
/* fails: draws-something */
#define BEFORE_DRAW \
  if (canvas->rows > 0) canvas->text(canvas, 0, 0, canvas->columns, childplugin_text(" "), \
      NULL); \
  return;
#include "right.c"
