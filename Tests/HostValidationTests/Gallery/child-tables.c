/* It gives its child no draw. */
/* fails: child-tables */
#define AFTER_CREATE self->table.draw = NULL;
#include "right.c"
