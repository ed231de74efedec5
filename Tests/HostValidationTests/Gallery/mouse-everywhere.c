/* It multiplies the row by the width. */
/* fails: mouse-everywhere */
#define IN_MOUSE if (mouse->row == INT32_MAX) abort();
#include "right.c"
