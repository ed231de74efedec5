/* It has room for what it would say itself. */
/* fails: messages-any-bytes */
#define IN_RECEIVED if (body.length > 1000) abort();
#include "right.c"
