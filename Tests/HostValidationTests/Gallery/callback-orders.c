/* It cannot come unanimated after it came animated. */
/* fails: callback-orders */
#define IN_WILL_APPEAR \
  if (self->was_animated && !animated && self->appearances == 2) abort(); \
  self->was_animated = animated;
#define MEMBERS bool was_animated;
#include "right.c"
