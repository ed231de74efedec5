/* It takes ten seconds to come. */
/* fails: timing-short */
#define IN_TIMING if (appearing) timing->duration_nanoseconds = 10000000000;
#include "right.c"
