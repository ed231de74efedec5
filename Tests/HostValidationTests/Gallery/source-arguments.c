/* It takes its argument for a C string. */
/* fails: source-arguments */
#define _GNU_SOURCE
#include <stdlib.h>
static volatile int number;
#define IN_READ if (reading->argument.length > 0) number = atoi(reading->argument.bytes);
#include "right.c"
