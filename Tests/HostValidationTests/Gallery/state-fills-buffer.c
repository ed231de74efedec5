/* It returns what it wrote, not what there is. */
/* fails: state-fills-buffer */
#define IN_SAVE \
  if (capacity > 0 && capacity < sizeof self->selected) { \
    fill(&self->selected, sizeof self->selected, buffer, capacity); \
    return capacity; \
  }
#include "right.c"
