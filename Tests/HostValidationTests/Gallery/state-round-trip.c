/* It restores another row than it saved. */
/* fails: state-round-trip */
#define IN_RESTORE if (length == 8 && bytes[0] != 0) { self->selected = 7; return true; }
#include "right.c"
