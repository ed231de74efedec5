/* The source fails without a word. */
/* fails: source-delivers */
#define IN_READ return false;
#include "right.c"
