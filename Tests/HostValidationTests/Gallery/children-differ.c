/* It gives one table to all its children. */
/* fails: children-differ */
#define _GNU_SOURCE
#include <childplugin.h>
static int living;
static const childplugin_child_t *last;
#define IN_CREATE if (living > 50) return last;
#define AFTER_CREATE living += 1; last = &self->table;
#define IN_DESTROY living -= 1;
#include "right.c"
