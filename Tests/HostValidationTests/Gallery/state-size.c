/* It saves a megabyte. */
/* fails: state-size state-fills-buffer */
#define IN_SAVE if (buffer == NULL && self->was_saved) return 1 << 20; self->was_saved = true;
#define MEMBERS bool was_saved;
#include "right.c"
