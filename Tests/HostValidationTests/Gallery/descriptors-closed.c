/* It opens a file for every child and closes none. */
/* fails: descriptors-closed */
#define _GNU_SOURCE
#include <fcntl.h>
#define IN_THEME open("/dev/null", O_RDONLY | O_CLOEXEC);
#include "right.c"
