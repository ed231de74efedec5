/* It changes the handler of a signal. */
/* fails: process-untouched */
#define _GNU_SOURCE
#include <signal.h>
#define IN_INIT signal(SIGUSR1, SIG_IGN);
#include "right.c"
