/* It reads the first byte of an empty state. */
/* fails: state-empty */
#define IN_RESTORE if (length == 0) abort();
#include "right.c"
