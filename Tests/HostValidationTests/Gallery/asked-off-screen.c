/* It speaks only when it has been drawn. */
/* fails: acts-on-screen acts-when-asked arguments-given asked-off-screen claims-an-area dims-few-areas exits-with-a-status links-of-this-draw requests-known-states struct-sizes texts-have-bytes */
#define IN_SPEAK if (self->draws == 0) abort();
#include "right.c"
