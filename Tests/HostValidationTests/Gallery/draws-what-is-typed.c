/* A blank in a text is left to others. */
/* fails: draws-what-is-typed */
#define MEMBERS bool types; uint64_t at;
#define KEEP(t, where) \
  if (self->typed_length + (t).length <= sizeof self->typed) { \
    memmove(self->typed + (where) + (t).length, self->typed + (where), self->typed_length - (where)); \
    memcpy(self->typed + (where), (t).bytes, (t).length); \
    self->typed_length += (t).length; \
    self->at = (where) + (t).length; \
    self->host->invalidate(self->host); \
  }
#define IN_KEY \
  if (key->modifiers == 0 && key->code == '/' && !self->types) { \
    self->host->invalidate(self->host); \
    return self->types = true; \
  } \
  if (self->types && key->code == CHILDPLUGIN_KEY_ESCAPE) { \
    self->typed_length = self->at = 0; \
    self->host->invalidate(self->host); \
    return !(self->types = false); \
  } \
  if (self->types && key->code == ' ') return false; \
  if (self->types && key->modifiers == 0 && key->text.length > 0) { \
    KEEP(key->text, self->at) \
    return true; \
  }
#define IN_PASTE return false;
#define IN_DRAW \
  childplugin_text_t typed = {self->typed, self->typed_length}, before = {self->typed, self->at}; \
  if (self->types) { \
    canvas->text(canvas, 0, 1, canvas->columns, typed, NULL); \
    canvas->cursor(canvas, self->host->text_columns(self->host, before), 1); \
  }
#include "right.c"
