/* It says why before it gives up. */
#define IN_DRAW \
  if (canvas->columns == 1 && canvas->rows == 1) { \
    fprintf(stderr, "no room for a clock\n"); \
    abort(); \
  }
#include "../right.c"
