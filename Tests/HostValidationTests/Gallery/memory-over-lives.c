/* It forgets 16 bytes a life. */
/* fails: memory-over-lives leaks */
#define _GNU_SOURCE
#include <stdlib.h>
static void *volatile kept;
#define IN_DESTROY kept = malloc(16);
#include "right.c"
