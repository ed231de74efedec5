/* It counts one more at every call. */
/* fails: descriptor-count */
#define IN_COUNT static uint32_t calls; if (++calls > 10) return 3;
#include "right.c"
