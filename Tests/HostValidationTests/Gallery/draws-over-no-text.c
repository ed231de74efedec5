/* Two texts begin at the same place. */
/* fails: draws-over-no-text */
#define IN_DRAW \
  if (canvas->rows > 1) { \
    canvas->text(canvas, 0, 1, canvas->columns, childplugin_text("what has failed"), NULL); \
    canvas->text(canvas, 0, 1, canvas->columns, childplugin_text("and what to do"), NULL); \
  }
#include "right.c"
