/* It counts milliseconds in 32 bits. */
/* fails: time-stands-or-leaps */
#define IN_WOKE if (self->host->now(self->host) > 4294967295000000) abort();
#include "right.c"
