/* All that is pasted is its filter, with the newlines in it. */
/* fails: pastes-one-line */
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
#define IN_PASTE \
  const childplugin_host_view_t *view = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  const childplugin_filter_t filter = { \
      .size = sizeof filter, .kind = CHILDPLUGIN_MATCH_TEXT, .column = CHILDPLUGIN_WHOLE_ROW, \
      .text = {text.bytes, text.length < 100 ? text.length : 100}}; \
  if (self->types && view != NULL) view->show(self->host, &filter, NULL);
#include "right.c"
