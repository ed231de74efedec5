/* It frees in destroy what only appearing makes. */
/* fails: child-tables children-differ creates-every-child extension-tables focus-flag insets-leave-room never-shown unknown-extensions */
#define IN_DESTROY if (self->appearances == 0 && !self->was_asked) abort();
#define IN_TIMING self->was_asked = true;
#define MEMBERS bool was_asked;
#include "right.c"
