/* It has room for 1000 pasted bytes. */
/* fails: paste-any-bytes */
#define IN_PASTE if (text.length > 1000) abort();
#include "right.c"
