/* It returns what it wrote, not what there is, while a text is typed that "/" has begun. */
/* fails: state-fills-buffer */
#define MEMBERS bool types;
#define IN_KEY \
  if (key->modifiers == 0 && key->code == '/' && !self->types) { \
    self->host->invalidate(self->host); \
    return self->types = true; \
  } \
  if (self->types && key->code == CHILDPLUGIN_KEY_ESCAPE) { \
    self->host->invalidate(self->host); \
    return !(self->types = false); \
  }
#define IN_DRAW if (self->types) canvas->cursor(canvas, 0, 0);
#define IN_SAVE \
  if (self->types && capacity > 0 && capacity < sizeof self->selected) { \
    fill(&self->selected, sizeof self->selected, buffer, capacity); \
    return capacity; \
  }
#include "right.c"
