/* It asks for the next frame in every draw. */
/* fails: rests-when-shown */
#define IN_DRAW self->host->invalidate(self->host);
#include "right.c"
