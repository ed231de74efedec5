/* It changes its table while it lives. */
/* fails: child-tables-stay */
#define IN_KEY self->table.timing = NULL;
#include "right.c"
