/* It cannot be resized in a transition. */
/* fails: resize-in-every-phase */
#define IN_WILL_BEGIN self->is_moving = true;
#define IN_DID_END self->is_moving = false;
#define IN_RESIZED if (self->is_moving) abort();
#define MEMBERS bool is_moving;
#include "right.c"
