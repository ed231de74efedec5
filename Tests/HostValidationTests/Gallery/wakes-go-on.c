/* What it keeps of each wake has room for sixty. */
/* fails: wakes-go-on */
#define MEMBERS uint64_t *last; unsigned used;
#define IN_WILL_APPEAR self->host->wake_after(self->host, 1000000000);
#define IN_WOKE \
  self->used += self->used <= 60; \
  if (self->used > 60) *self->last = self->used; \
  self->host->wake_after(self->host, 1000000000);
#include "right.c"
