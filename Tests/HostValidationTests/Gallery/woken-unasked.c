/* It thinks that it is woken only on screen. */
/* fails: acts-on-screen acts-when-asked arguments-given asked-off-screen claims-an-area dims-few-areas exits-with-a-status links-of-this-draw requests-known-states struct-sizes texts-have-bytes woken-unasked */
#define IN_WOKE if (self->appearances == 0) abort();
#include "right.c"
