/* It reads behind a block that it allocated. */
/* fails: invalid-accesses */
#define _GNU_SOURCE
#include <stdlib.h>
static volatile int sum, eight = 8;
#define IN_THEME char *block = calloc(8, 1); sum += block[eight]; free(block);
#include "right.c"
