/* It leaves the size of its table 0. */
/* fails: plugin-table-size */
#define PLUGIN .size = 0
#include "right.c"
