/* It has room for what it would say itself. */
/* fails: messages-any-bytes messages-of-any-body */
#define IN_RECEIVED if (body.length > 1000) abort();
#include "right.c"
