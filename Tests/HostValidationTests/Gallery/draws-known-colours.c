/* It takes red, green and blue for a colour. */
/* fails: draws-known-colours */
#define IN_DRAW \
  childplugin_style_t orange = {.size = sizeof orange, .foreground = 0xFF8800}; \
  canvas->text(canvas, 0, 1, canvas->columns, childplugin_text("orange"), &orange);
#include "right.c"
