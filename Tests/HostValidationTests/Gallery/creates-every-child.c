/* It makes nothing. */
/* fails: creates-every-child */
#define IN_CREATE (void)host; return NULL;
#include "right.c"
