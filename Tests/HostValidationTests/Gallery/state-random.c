/* It believes the number in a state. */
/* fails: state-random state-too-long */
#define IN_RESTORE if (length > 100) abort();
#include "right.c"
