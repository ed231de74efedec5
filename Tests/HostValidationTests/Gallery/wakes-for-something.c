/* It wakes with every frame, and nothing moves. */
/* fails: wakes-for-something */
#define IN_WOKE self->host->wake_after(self->host, 16000000);
#include "right.c"
