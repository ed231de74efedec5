/* What is clicked it shows when something else has it drawn. */
/* fails: draws-after-input */
#define MEMBERS int clicks;
#define IN_MOUSE \
  if (mouse->kind == CHILDPLUGIN_MOUSE_PRESS) { \
    self->clicks += 1; \
    return true; \
  }
#define IN_DRAW \
  canvas->fill(canvas, 0, 1, self->clicks < canvas->columns ? self->clicks : canvas->columns, \
               canvas->rows > 1, childplugin_text("*"), NULL);
#include "right.c"
