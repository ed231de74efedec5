/* It divides by the step of its progress. */
/* fails: transition-repeated */
#define IN_PROGRESS if (progress == self->last_progress) abort();
#include "right.c"
