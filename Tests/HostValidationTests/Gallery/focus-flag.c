/* It takes keys without the focus flag. */
/* fails: focus-flag */
#define DESCRIPTOR .flags = 0
#include "right.c"
