/* It leads standard output elsewhere. */
/* fails: descriptors-untouched */
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>
#define IN_THEME int file = open("/dev/null", O_WRONLY | O_CLOEXEC); dup2(file, 1); close(file);
#include "right.c"
