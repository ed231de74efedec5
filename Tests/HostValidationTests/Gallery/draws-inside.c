/* It thinks that it has 24 rows. */
/* fails: draws-inside */
#define IN_DRAW canvas->fill(canvas, 0, 23, canvas->columns, 1, childplugin_text("-"), NULL);
#include "right.c"
