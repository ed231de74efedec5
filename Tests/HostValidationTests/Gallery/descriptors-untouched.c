/* It leads standard output elsewhere. */
/* fails: descriptors-untouched */
#define _GNU_SOURCE
#include <unistd.h>
#define IN_THEME int ends[2]; if (pipe(ends) == 0) { dup2(ends[1], 1); close(ends[0]); close(ends[1]); }
#include "right.c"
