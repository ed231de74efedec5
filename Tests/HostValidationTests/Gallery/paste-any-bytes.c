/* It has room for 1000 pasted bytes. */
/* fails: keys-after-each paste-any-bytes state-size */
#define IN_PASTE if (text.length > 1000) abort();
#include "right.c"
