/* It has room for 100 steps. */
/* fails: transition-fine */
#define IN_PROGRESS if (self->progresses > 100) abort();
#include "right.c"
