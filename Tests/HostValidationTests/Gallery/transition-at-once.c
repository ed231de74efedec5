/* It waits for progress before the end. */
/* fails: transition-at-once */
#define IN_DID_END if (self->progresses == 0 && self->draws == 0) abort();
#include "right.c"
