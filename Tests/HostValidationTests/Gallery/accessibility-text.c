/* It speaks in two lines. */
/* fails: accessibility-text */
#define IN_SPEAK return fill("two\nlines", 9, buffer, capacity);
#include "right.c"
