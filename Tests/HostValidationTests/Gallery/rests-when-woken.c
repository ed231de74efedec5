/* It is woken to be woken. */
/* fails: rests-when-woken wakes-for-something */
#define IN_DID_APPEAR self->host->wake_after(self->host, 0);
#define IN_WOKE self->host->wake_after(self->host, 0);
#include "right.c"
