/* It cannot leave animated when nothing has happened. */
/* fails: appears-animated callback-orders */
#define IN_DID_END \
  if (!appearing && self->draws == 11 && self->appearances == 1 && self->events == 0 && \
      self->columns == 80) abort();
#include "right.c"
