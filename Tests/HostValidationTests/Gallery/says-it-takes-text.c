/* What is typed is drawn behind a cursor of its own, and nobody knows that it is a text. */
/* fails: says-it-takes-text */
#define IN_KEY \
  if (key->code >= 'a' && key->code <= 'z' && key->modifiers == 0) { \
    if (self->typed_length < sizeof self->typed) \
      self->typed[self->typed_length++] = (char)key->code; \
    self->host->invalidate(self->host); \
    return true; \
  }
#include "right.c"
