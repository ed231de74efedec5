/* It believes that a state has eight bytes. */
/* fails: state-cut-short */
#define IN_RESTORE if (length > 1 && length < 8 && bytes[0] <= 1 && bytes[1] == 0) abort();
#include "right.c"
