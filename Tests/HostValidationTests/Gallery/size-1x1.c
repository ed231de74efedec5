/* It needs two cells. */
/* fails: size-1x1 */
#define IN_DRAW if (canvas->columns == 1 && canvas->rows == 1) abort();
#include "right.c"
