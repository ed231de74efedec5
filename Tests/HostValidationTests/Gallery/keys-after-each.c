/* It takes away the last character of a text that has none. */
/* fails: keys-after-each */
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
#include "right.c"
