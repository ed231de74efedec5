/* It makes up the number of a link. */
/* fails: links-of-this-draw */
#define IN_DRAW \
  childplugin_style_t linked = {.size = sizeof linked, .link = 7}; \
  canvas->text(canvas, 0, 0, canvas->columns, childplugin_text("a page"), &linked);
#include "right.c"
