/* It says that its child's table is larger than it can be. */
/* fails: tables-of-their-minor */
#define AFTER_CREATE self->table.size = sizeof self->table + 8;
#include "right.c"
