/* It cannot be drawn after will_disappear, before the transition. */
/* fails: draws-in-every-phase */
#define IN_WILL_DISAPPEAR self->is_leaving = true;
#define IN_WILL_BEGIN self->is_leaving = false;
#define IN_RESIZED self->is_leaving = false;
#define IN_DID_DISAPPEAR self->is_leaving = false;
#define IN_DRAW if (self->is_leaving) abort();
#define MEMBERS bool is_leaving;
#include "right.c"
