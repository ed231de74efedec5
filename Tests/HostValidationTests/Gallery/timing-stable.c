/* It has another timing at every question. */
/* fails: timing-stable newer-host */
#define IN_TIMING static int calls; timing->duration_nanoseconds += ++calls;
#include "right.c"
