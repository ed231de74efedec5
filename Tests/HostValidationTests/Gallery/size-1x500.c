/* It has room for 200 rows. */
/* fails: size-1x500 */
#define IN_DRAW if (canvas->rows > 200 && canvas->columns < 10) abort();
#include "right.c"
