/* It adds up the wheel without a limit. */
/* fails: mouse-wheel-far */
#define IN_MOUSE if (mouse->wheel == INT32_MIN) abort();
#include "right.c"
