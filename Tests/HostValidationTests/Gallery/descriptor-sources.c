/* The source has a place, as if it were shown. */
/* fails: descriptor-sources */
#define SOURCE .places = places, .place_count = 1
#include "right.c"
