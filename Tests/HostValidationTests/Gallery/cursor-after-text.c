/* The cursor stands as many columns on as the text has bytes, once "/" has begun one. */
/* fails: cursor-after-text */
#define MEMBERS bool types;
#define IN_KEY \
  if (key->modifiers == 0 && key->code == '/' && !self->types) { self->host->invalidate(self->host); return self->types = true; } \
  if (self->types && key->code == CHILDPLUGIN_KEY_ESCAPE) { self->host->invalidate(self->host); return !(self->types = false); } \
  if (self->types && key->modifiers == 0 && key->text.length > 0 && \
      self->typed_length + key->text.length <= sizeof self->typed) { \
    memcpy(self->typed + self->typed_length, key->text.bytes, key->text.length); \
    self->typed_length += key->text.length; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_DRAW \
  childplugin_text_t typed = {self->typed, self->typed_length}; \
  if (canvas->rows > 1) canvas->text(canvas, 0, 1, canvas->columns, typed, NULL); \
  if (self->types) canvas->cursor(canvas, (int32_t)self->typed_length, 1);
#include "right.c"
