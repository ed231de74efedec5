/* It frees in deinit what it does not own. */
/* fails: deinit-returns */
#define IN_DEINIT abort();
#include "right.c"
