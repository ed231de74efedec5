/* It clears the struct that it fills in. */
/* fails: timing-keeps-size */
#define IN_TIMING if (timing->size == sizeof *timing) timing->size = 0;
#include "right.c"
