/* It keeps the pasted text where it lies. */
/* fails: keeps-nothing-lent invalid-accesses */
#define IN_PASTE self->kept = text;
#define IN_DRAW \
  if (self->kept.length > 0 && self->kept.length < 100) { \
    volatile char first = self->kept.bytes[0]; \
    (void)first; \
  }
#define IN_FOCUS self->kept.length = 0;
#define MEMBERS childplugin_text_t kept;
#include "right.c"
