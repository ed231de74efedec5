/* It starts a program and forgets it. */
/* fails: needs-nothing-refused */
#define _GNU_SOURCE
#include <unistd.h>
#define IN_THEME if (fork() == 0) { sleep(5); _exit(0); }
#include "right.c"
