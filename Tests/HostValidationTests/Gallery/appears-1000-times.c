/* It has room for 500 appearances. */
/* fails: appears-1000-times */
#define IN_WILL_APPEAR if (self->appearances > 500) abort();
#include "right.c"
