/* Its curve is none of the header's. */
/* fails: timing-kinds */
#define IN_TIMING timing->curve = 99;
#include "right.c"
