/* It names a state twice. */
/* fails: descriptor-places */
#define PLACES PLACE("content", 10), PLACE("content", 20)
#include "right.c"
