/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
#include "gallery.h"

#if defined MISTAKE_keys_after_each /* It takes away the last character of a text that has none. */
#define MEMBERS bool is_typing; uint32_t length;
#define IN_HELP_ITEM \
  if (index == 0) { \
    item->key = childplugin_text("/"); \
    item->action = childplugin_text("search"); \
    return true; \
  }
#define IN_KEY \
  if (key->code == '/' && key->modifiers == 0) { \
    self->is_typing = true; \
    self->length = 0; \
    return true; \
  } \
  if (self->is_typing && self->draws > 0 && key->code == CHILDPLUGIN_KEY_BACKSPACE && \
      self->length-- == 0) \
    abort();
#elif defined MISTAKE_draws_after_keys /* It moves on with the space bar, and shows it when it is drawn for something else. */
#define IN_KEY \
  if (key->code == ' ') { \
    self->moves += 1; \
    return true; \
  }
#define IN_DRAW \
  char moves[16]; \
  snprintf(moves, sizeof moves, "%d", self->moves); \
  canvas->text(canvas, 0, 1, 16, childplugin_text(moves), NULL);
#elif defined MISTAKE_says_it_takes_text
/* What is typed is drawn behind a cursor of its own, and nobody knows that it is a text. */
#define IN_KEY \
  if (key->code >= 'a' && key->code <= 'z' && key->modifiers == 0) { \
    if (self->typed_length < sizeof self->typed) \
      self->typed[self->typed_length++] = (char)key->code; \
    self->host->invalidate(self->host); \
    return true; \
  }
#elif defined MISTAKE_cursor_after_text
/* The cursor stands as many columns on as the text has bytes, once "/" has begun one. */
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
#endif

#include "right.c"
