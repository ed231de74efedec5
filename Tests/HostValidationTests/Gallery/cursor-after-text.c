/* The cursor stands as many columns on as the text has bytes. */
/* fails: cursor-after-text */
#define IN_KEY \
  if (key->modifiers == 0 && key->code >= 'a' && key->code < 0x110000 && key->text.length > 0 && \
      self->typed_length + key->text.length <= sizeof self->typed) { \
    memcpy(self->typed + self->typed_length, key->text.bytes, key->text.length); \
    self->typed_length += key->text.length; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_DRAW \
  childplugin_text_t typed = {self->typed, self->typed_length}; \
  if (canvas->rows > 1) canvas->text(canvas, 0, 1, canvas->columns, typed, NULL); \
  canvas->cursor(canvas, (int32_t)self->typed_length, 1);
#include "right.c"
