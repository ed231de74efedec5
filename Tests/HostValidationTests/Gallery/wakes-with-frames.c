/* It takes the timer's nanoseconds for microseconds. */
/* fails: wakes-for-something wakes-with-frames */
#define IN_WOKE self->host->wake_after(self->host, 50 * 1000);
#include "right.c"
