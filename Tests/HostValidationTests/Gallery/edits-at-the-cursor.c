/* The left arrow moves what is typed, and not the cursor. */
/* fails: edits-at-the-cursor */
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
  if (self->types && key->code == CHILDPLUGIN_KEY_LEFT && key->modifiers == 0 && self->at > 0) { \
    do self->at -= 1; while (self->at > 0 && (self->typed[self->at] & 0xC0) == 0x80); \
    return true; \
  } \
  if (self->types && key->modifiers == 0 && key->text.length > 0) { \
    KEEP(key->text, self->at) \
    return true; \
  }
#define IN_PASTE return false;
#define IN_DRAW \
  childplugin_text_t typed = {self->typed, self->typed_length}; \
  if (self->types) { \
    canvas->text(canvas, 0, 1, canvas->columns, typed, NULL); \
    canvas->cursor(canvas, self->host->text_columns(self->host, typed), 1); \
  }
#include "right.c"
