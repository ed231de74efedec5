/* It has room for 400 columns. */
/* fails: size-500x1 */
#define IN_DRAW if (canvas->columns > 400 && canvas->rows < 10) abort();
#include "right.c"
