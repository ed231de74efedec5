/* It has no deinit. */
/* fails: plugin-functions */
#define PLUGIN .deinit = NULL
#include "right.c"
