/* It prints what it does. */
/* fails: writes-nothing */
#define IN_FOCUS puts("focus");
#include "right.c"
