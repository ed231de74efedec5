/* It cuts a character in half. */
/* fails: draws-ascii draws-repaired-text */
#define IN_DRAW canvas->text(canvas, 0, 0, canvas->columns, childplugin_text("caf\xC3"), NULL);
#include "right.c"
