/* It frees in deinit what it does not own. */
/* fails: deinit-returns plugin-host */
#define IN_DEINIT abort();
#include "right.c"
