/* It has room for 1000 columns. */
/* fails: size-4096x2048 */
#define IN_DRAW if (canvas->columns > 1000) abort();
#include "right.c"
