/* It draws on dark blue in whatever colour the terminal has. */
/* fails: draws-readable-text */
#define IN_DRAW \
  childplugin_style_t blue = {.size = sizeof blue, .background = CHILDPLUGIN_COLOUR_INDEX(17)}; \
  canvas->text(canvas, 0, 1, canvas->columns, childplugin_text("on blue"), &blue);
#include "right.c"
