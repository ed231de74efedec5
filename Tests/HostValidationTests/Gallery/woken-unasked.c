/* It thinks that it is woken only on screen. */
/* fails: woken-unasked */
#define IN_WOKE if (self->appearances == 0) abort();
#include "right.c"
