/* It thinks that progress only grows. */
/* fails: transition-backwards */
#define IN_PROGRESS if (progress < self->last_progress) abort();
#include "right.c"
