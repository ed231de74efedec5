/* It has room for a state of 4096 bytes. */
/* fails: state-too-long */
#define IN_RESTORE if (length > 4096) abort();
#include "right.c"
