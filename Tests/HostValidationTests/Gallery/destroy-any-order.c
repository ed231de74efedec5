/* It must be destroyed in the order of creation. */
/* fails: children-apart destroy-any-order key-help-is-true keys-after-each messages-end newer-host shows-new-content state-altered state-cut-short state-empty state-random state-round-trip state-too-long */
static int next, oldest;
#define AFTER_CREATE self->number = next++;
#define IN_DESTROY if (self->number < oldest) abort(); oldest = self->number;
#define MEMBERS int number;
#include "right.c"
