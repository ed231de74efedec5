/* It returns no table. */
/* fails: entry-returns-table */
#define IN_ENTRY return NULL;
#include "right.c"
