/* It frees in destroy what only appearing makes. */
/* fails: never-shown */
#define IN_DESTROY if (self->appearances == 0 && !self->was_asked) abort();
#define IN_TIMING self->was_asked = true;
#define MEMBERS bool was_asked;
#include "right.c"
