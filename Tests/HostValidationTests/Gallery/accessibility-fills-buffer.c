/* It ends its text with a NUL. */
/* fails: accessibility-fills-buffer */
#define IN_SPEAK \
  if (capacity > 0 && capacity < 6) { \
    fill("a list", 6, buffer, capacity - 1); \
    buffer[capacity - 1] = 0; \
    return 6; \
  }
#include "right.c"
