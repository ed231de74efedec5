/* It looks characters up in a table of 128. */
/* fails: edits-whole-characters keys-after-each keys-characters */
#define IN_KEY if (key->code > 127 && key->code < 0xD800) abort();
#include "right.c"
