/* It speaks only when it has been drawn. */
/* fails: asked-off-screen */
#define IN_SPEAK if (self->draws == 0) abort();
#include "right.c"
