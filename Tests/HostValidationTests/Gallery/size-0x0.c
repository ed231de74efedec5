/* It divides by the number of columns. */
/* fails: size-0x0 */
#define IN_KEY if (self->columns == 0 && self->rows == 0 && self->events == 1) abort();
#include "right.c"
