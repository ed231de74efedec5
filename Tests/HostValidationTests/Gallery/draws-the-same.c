/* It counts its draws on the screen. */
/* fails: children-apart comes-back-the-same draws-by-host-time draws-the-same wakes-for-time */
#define IN_DRAW \
  if (canvas->rows > 1 && self->events < 4) { \
    static int n; \
    char c[2] = {(char)(65 + n++ % 26), 0}; \
    canvas->text(canvas, 0, 1, 1, childplugin_text(c), NULL); \
  }
#include "right.c"
