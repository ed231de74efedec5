/* It believes that its selected row is still there. */
/* fails: content-changes-unsaid */
#define IN_DRAW \
  bool was_told = self->is_told; \
  self->is_told = false; \
  if (self->selected > 0 && row_count(self) == 0 && self->appearances == 1 && !was_told) \
      abort();
#define IN_CHANGED self->is_told = true;
#define MEMBERS bool is_told;
#include "right.c"
