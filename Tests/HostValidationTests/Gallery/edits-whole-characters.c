/* Backspace takes back a byte. */
/* fails: edits-whole-characters */
#define IN_KEY \
  if (key->code == CHILDPLUGIN_KEY_BACKSPACE && self->typed_length > 0) { \
    self->typed_length -= 1; \
    self->host->invalidate(self->host); \
    return true; \
  } \
  if (key->text.length > 1 && key->text.length < 5 && self->typed_length + key->text.length < 32 && \
      self->is_focused) { \
    memcpy(self->typed + self->typed_length, key->text.bytes, key->text.length); \
    self->typed_length += key->text.length; \
    self->host->invalidate(self->host); \
    return true; \
  }
#include "right.c"
