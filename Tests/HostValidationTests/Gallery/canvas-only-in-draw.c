/* It keeps the canvas for later. */
/* fails: canvas-only-in-draw */
#define _GNU_SOURCE
#include <childplugin.h>
static childplugin_canvas_t last;
#define IN_DRAW if (canvas->size == sizeof last) last = *canvas;
#define IN_KEY if (last.text != NULL) last.text(&last, 0, 0, 1, childplugin_text("x"), NULL);
#include "right.c"
