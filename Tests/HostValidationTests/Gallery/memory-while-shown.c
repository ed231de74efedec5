/* It forgets 16 bytes a key. */
/* fails: memory-while-shown leaks */
#define _GNU_SOURCE
#include <stdlib.h>
static void *volatile kept;
#define IN_KEY kept = malloc(16);
#include "right.c"
