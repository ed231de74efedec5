/* It believes the highest byte of a state. */
/* fails: state-altered */
#define IN_RESTORE \
  if (length == 8 && bytes[7] == (char)0xFF && bytes[6] == 0 && bytes[5] == 0) abort();
#include "right.c"
