/* It gives a negative delay. */
/* fails: timing-in-range */
#define IN_TIMING timing->delay_nanoseconds = -1;
#include "right.c"
