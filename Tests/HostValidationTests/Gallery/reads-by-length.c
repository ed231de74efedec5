/* It reads a text up to its NUL. */
/* fails: reads-by-length */
#define IN_PASTE if (text.length > 0 && text.bytes[text.length] == 1) return false;
#include "right.c"
