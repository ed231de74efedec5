/* It thinks that focus comes only once. */
/* fails: focus-changes */
#define IN_FOCUS if (focused && self->is_focused && self->events == 3) abort();
#include "right.c"
