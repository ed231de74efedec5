/* It takes its time to start. */
/* fails: init-is-quick */
#define _GNU_SOURCE
#include <unistd.h>
#define IN_INIT usleep(150000);
#include "right.c"
