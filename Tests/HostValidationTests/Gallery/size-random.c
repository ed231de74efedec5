/* It cannot be 47 columns or 31 rows. */
/* fails: size-random random-life */
#define IN_DRAW if (canvas->columns == 47 || canvas->rows == 31) abort();
#include "right.c"
