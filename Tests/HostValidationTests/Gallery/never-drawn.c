/* It frees in did_disappear what draw makes. */
/* fails: never-drawn */
#define IN_DID_DISAPPEAR if (self->draws == 0 && !self->had_transition) abort();
#define IN_WILL_BEGIN self->had_transition = true;
#define MEMBERS bool had_transition;
#include "right.c"
