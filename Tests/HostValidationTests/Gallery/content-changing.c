/* It keeps the number of rows it saw. */
/* fails: content-changing */
#define IN_CHANGED if (rows == 100000) abort();
#include "right.c"
