/* It cannot end while a child lives. */
/* fails: ends-with-process */
#define _GNU_SOURCE
#include <stdlib.h>
static int living;
__attribute__((destructor)) static void end(void) { if (living > 0) abort(); }
#define AFTER_CREATE living += 1;
#define IN_DESTROY living -= 1;
#include "right.c"
