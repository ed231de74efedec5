/* It cannot leave when nothing has happened. */
/* fails: appears shows-the-selection shows-the-view */
#define IN_DID_DISAPPEAR \
  if (self->draws == 2 && self->appearances == 1 && self->events == 0 && self->columns == 80 && \
      !animated && !self->is_animated) abort();
#include "right.c"
