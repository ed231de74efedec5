/* Rows are filtered by the first three letters, whatever follows. */
/* fails: filters-by-all-letters */
#define MEMBERS bool types;
#define IN_KEY \
  const childplugin_host_view_t *view = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_VIEW)); \
  if (key->modifiers == 0 && key->code == '/' && !self->types && view != NULL) { \
    self->host->invalidate(self->host); \
    return self->types = true; \
  } \
  if (self->types && key->code == CHILDPLUGIN_KEY_ESCAPE) { \
    self->typed_length = 0; \
    childplugin_sort_t order = {.size = sizeof order}; \
    view->show(self->host, NULL, view->sort(self->host, &order) ? &order : NULL); \
    self->host->invalidate(self->host); \
    return !(self->types = false); \
  } \
  if (self->types && key->modifiers == 0 && key->text.length > 0 && \
      self->typed_length + key->text.length <= sizeof self->typed) { \
    memcpy(self->typed + self->typed_length, key->text.bytes, key->text.length); \
    self->typed_length += key->text.length; \
    const childplugin_filter_t filter = { \
        .size = sizeof filter, .kind = CHILDPLUGIN_MATCH_TEXT, .column = CHILDPLUGIN_WHOLE_ROW, \
        .text = {self->typed, self->typed_length < 4 ? self->typed_length : 4}}; \
    childplugin_sort_t order = {.size = sizeof order}; \
    view->show(self->host, &filter, view->sort(self->host, &order) ? &order : NULL); \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_DRAW \
  childplugin_text_t typed = {self->typed, self->typed_length}; \
  if (self->types) \
    canvas->cursor( \
        canvas, canvas->text(canvas, 0, 1, canvas->columns, typed, NULL), 1);
#include "right.c"
